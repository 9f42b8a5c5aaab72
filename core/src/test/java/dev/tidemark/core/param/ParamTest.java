package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParamTest {

    private enum Source {
        GENERATE, DIRECTORY
    }

    private static final Param<Long> TREE = Param.size("memtable").byDefault(64_000_000L).atLeast(1 << 16)
            .atMost(1L << 40).alias("tree-size", "MB", Map.of());
    private static final Param<Long> LIMIT = Param.byteRate("background-io-limit").orElse("unlimited").atLeast(100_000)
            .alias("io-limit", "MB/s", Map.of("0", "unlimited"));
    private static final Param<Source> SOURCE = Param.oneOf("source", Source.class).byDefault(Source.GENERATE)
            .alias("run-mode", "", Map.of("generate-and-save", "generate", "load-from-disk", "directory"));
    private static final Param<Duration> THINK = Param.duration("think-time").byDefault(Duration.ZERO)
            .atMost(3600).alias("hang-time", "ms", Map.of());
    private static final Param<Double> RATE = Param.rate("rate").orElse("unpaced").atLeast(1e-3).atMost(1e9)
            .alias("inserts-per-second");
    private static final Param<Path> FOLDER = Param.path("folder");
    private static final Param<Double> SHARE = Param.share("verify").byDefault(0.0).atMost(50);
    private static final ParamSet SET = ParamSet.of(TREE, LIMIT, SOURCE, THINK, RATE, FOLDER, SHARE);

    private static Values set(String name, String text) {
        return SET.defaults().with(name, text, SettingOrigin.SET);
    }

    @ParameterizedTest
    @CsvSource({"tree-size, 16, memtable, 16MB", "tree-size, 16MiB, memtable, 16MiB",
        "io-limit, 0, background-io-limit, unlimited", "io-limit, 64, background-io-limit, 64MB/s",
        "io-limit, 0.5, background-io-limit, 500kB/s", "run-mode, load-from-disk, source, directory",
        "run-mode, Generate-And-Save, source, generate", "run-mode, directory, source, directory",
        "hang-time, 2, think-time, 2ms", "hang-time, 2s, think-time, 2s", "inserts-per-second, 10, rate, 10/s"})
    void anOlderNameCarriesItsUnitAndItsWords(String name, String text, String present, String written) {
        assertThat(set(name, text).texts()).containsEntry(present, written);
    }

    @Test
    void thePresentNameDoesNotTakeTheOlderUnit() {
        assertThatThrownBy(() -> set("think-time", "2")).isInstanceOf(InvalidInputException.class)
                .hasMessage("think-time: '2' is not a duration; write it as 500us, 20ms, 30s, 10m or 6h");
        assertThatThrownBy(() -> set("background-io-limit", "0")).isInstanceOf(InvalidInputException.class)
                .hasMessage("background-io-limit: '0' is not a byte rate; write it as 64MB/s, or unlimited");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"memtable | 1kB | 1kB is too small; the smallest is 64KiB",
        "memtable | 2TiB | 2TiB is too large; the largest is 1TiB",
        "think-time | 2h | 2h is too large; the largest is 1h",
        "rate | 0 | 0 is too small; the smallest is 0.001/s, or unpaced",
        "rate | 5000M | 5000M is too large; the largest is 1000M/s",
        "verify | 51% | 51% is too large; the largest is 50%",
        "background-io-limit | 1kB/s | 1kB/s is too small; the smallest is 100kB/s, or unlimited"})
    void aValueOutOfRangeIsToldTheBoundAsItIsWritten(String name, String text, String complaint) {
        assertThatThrownBy(() -> set(name, text)).isInstanceOf(InvalidInputException.class).hasMessage(name + ": "
                + complaint);
    }

    @Test
    void theWordForNotSetIsToldOnce() {
        assertThatThrownBy(() -> Param.share("filter").orElse("none").parse("half"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("filter: 'half' is not a share; write it as 5%, none or all");
        assertThatThrownBy(() -> Param.duration("warm-up").orElse("none").atLeast(1e-3).parse("0s"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("warm-up: 0s is too small; the smallest is 1ms, or none");
        assertThatThrownBy(() -> Param.rate("rate").orElse("unpaced").parse("unpaced/s"))
                .isInstanceOf(InvalidInputException.class)
                .message().endsWith("write it as 500/s, 10k/s or 30/min, or unpaced");
    }

    @Test
    void theBoundsThemselvesAreAllowed() {
        assertThat(set("memtable", "65536").get(TREE)).isEqualTo(65_536);
        assertThat(set("memtable", "1TiB").get(TREE)).isEqualTo(1L << 40);
        assertThat(set("verify", "50%").get(SHARE)).isEqualTo(0.5);
    }

    @Test
    void theWordForNotSetIsAValueOfItsOwn() {
        Values paced = set("rate", "5/s");
        assertThat(paced.find(RATE)).contains(5.0);
        Values unpaced = paced.with("rate", " UNPACED ", SettingOrigin.SET);
        assertThat(unpaced.find(RATE)).isEmpty();
        assertThat(unpaced.text(RATE)).isEqualTo("unpaced");
        assertThat(unpaced.number(RATE)).isEmpty();
        assertThat(paced.with("rate", "Unthrottled", SettingOrigin.SET).text(RATE)).isEqualTo("unpaced");
        assertThatThrownBy(() -> unpaced.get(RATE)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("rate: ");
    }

    @Test
    void anUnknownNameIsToldTheNearest() {
        assertThatThrownBy(() -> set("memtabel", "1MB")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown param 'memtabel' (did you mean 'memtable'?)");
        assertThatThrownBy(() -> set("treesize", "16")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown param 'treesize' (did you mean 'tree-size'?)");
    }

    @Test
    void aParamWithNeitherDefaultNorWordIsRequired() {
        assertThat(SET.all().stream().filter(Param::required).map(Param::name)).containsExactly("folder");
        assertThat(SET.defaults().texts()).doesNotContainKey("folder").containsEntry("rate", "unpaced");
        assertThatThrownBy(() -> SET.defaults().get(FOLDER)).isInstanceOf(InvalidInputException.class)
                .hasMessage("folder: a value is needed; write it as a file or folder");
    }

    @Test
    void valuesRememberWhereTheyCameFrom() {
        Values values = set("rate", "5/s").with("memtable", "1MB", SettingOrigin.VARY);
        assertThat(values.origin(RATE)).isEqualTo(SettingOrigin.SET);
        assertThat(values.origin(TREE)).isEqualTo(SettingOrigin.VARY);
        assertThat(values.origin(THINK)).isEqualTo(SettingOrigin.DECLARED);
        assertThat(values.settings()).contains(new Setting("rate", "5/s", 5.0, "/s", SettingOrigin.SET),
                new Setting("memtable", "1MB", 1e6, "B", SettingOrigin.VARY),
                new Setting("source", "generate", null, "", SettingOrigin.DECLARED));
    }

    @Test
    void aSetIsReadBackFromItsTexts() {
        Values values = set("rate", "16.1k/s").with("io-limit", "64", SettingOrigin.SET).with("hang-time", "3",
                SettingOrigin.SET);
        Values again = SET.defaults();
        for (Map.Entry<String, String> text : values.texts().entrySet()) {
            again = again.with(text.getKey(), text.getValue(), SettingOrigin.SET);
        }
        assertThat(again).isEqualTo(values).hasSameHashCodeAs(values);
        assertThat(again.texts()).isEqualTo(values.texts());
    }

    @Test
    void rulesAreCheckedInTheirOrder() {
        ParamSet ruled = SET.with(v -> v.find(RATE).map(r -> "rate: not today"),
                v -> v.get(THINK).isZero() ? Optional.empty() : Optional.of("think-time: not today"));
        ruled.check(ruled.defaults());
        assertThatThrownBy(() -> ruled.check(ruled.defaults().with("hang-time", "1", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessage("think-time: not today");
        assertThatThrownBy(() -> ruled.check(ruled.defaults().with("hang-time", "1", SettingOrigin.SET)
                .with("rate", "1/s", SettingOrigin.SET))).isInstanceOf(InvalidInputException.class)
                .hasMessage("rate: not today");
    }

    @Test
    void theRulesOfBothSetsHoldForTheirSum() {
        ParamSet one = ParamSet.of(Param.count("a").byDefault(1L)).with(v -> Optional.of("of one"));
        ParamSet sum = ParamSet.of(Param.count("b").byDefault(1L)).plus(one);
        assertThatThrownBy(() -> sum.check(sum.defaults())).hasMessage("of one");
    }

    @Test
    void namesAndAliasesMayStandOnlyOnce() {
        assertThatThrownBy(() -> SET.plus(ParamSet.of(Param.count("io-limit"))))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("two params are named io-limit");
    }

    @Test
    void aPartOfASetKeepsValuesAndOrigins() {
        Values part = set("rate", "5/s").only(ParamSet.of(RATE, THINK));
        assertThat(part.texts()).containsOnlyKeys("rate", "think-time");
        assertThat(part.origin(RATE)).isEqualTo(SettingOrigin.SET);
        assertThatThrownBy(() -> part.get(TREE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("param 'memtable' does not belong to this set");
    }

    @Test
    void aPlaceStandsInFrontOfAComplaint() {
        assertThat(new InvalidInputException("unknown param 'shard'").at("matrix.yaml:7"))
                .hasMessage("matrix.yaml:7: unknown param 'shard'");
    }

    @Test
    void whatPeopleSeeFirstStaysSoInEveryOtherFormOfTheDeclaration() {
        Param<Double> first = RATE.asMain();

        assertThat(RATE.main()).isFalse();
        assertThat(first.main()).isTrue();
        assertThat(first.atMost(5).help("other").alias("older").orElse("none").ofGroup("readers").main()).isTrue();
        assertThat(first.name()).isEqualTo(RATE.name());
    }
}
