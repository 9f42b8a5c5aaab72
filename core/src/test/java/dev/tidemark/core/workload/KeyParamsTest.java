package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.data.SizeDistribution;
import dev.tidemark.core.data.keys.GrowingSet;
import dev.tidemark.core.data.keys.KeyDistribution;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.data.keys.OperationDeck;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.volume.Volume;
import dev.tidemark.core.workload.volume.VolumeParams;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeyParamsTest {

    private static final ParamSet ALL = KeyParams.ALL_PARAMS.plus(ValueParams.ALL);

    private static Values values(String... set) {
        Values values = ALL.defaults();
        for (int i = 0; i < set.length; i += 2) {
            values = values.with(set[i], set[i + 1], SettingOrigin.SET);
        }
        ALL.check(values);
        return values;
    }

    @Test
    void theLawIsTheOneThatIsNamed() {
        assertThat(KeyParams.skew(values("keys", "zipf", "zipf-theta", "0.5")))
                .isEqualTo(new KeyDistribution.Zipf(0.5));
        assertThat(KeyParams.skew(values("keys", "hot-set", "hot-keys", "1%", "hot-traffic", "50%")))
                .isEqualTo(new KeyDistribution.HotSet(0.01, 0.5));
        assertThat(KeyParams.skew(values("keys", "pareto-clamped")))
                .isEqualTo(new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.CLAMPED));
        assertThat(KeyParams.skew(values("requestdistribution", "zipfian"))).isEqualTo(new KeyDistribution.Zipf(0.99));
    }

    @ParameterizedTest
    @EnumSource(KeyParams.Choice.class)
    void everyChoiceGivesKeysInEitherOrder(KeyParams.Choice choice) {
        for (String order : List.of("spread", "adjacent")) {
            Values v = values("keys", KeyParams.KEYS.format(choice), "key-count", "1000", "key-order", order);
            GrowingSet set = new GrowingSet(new OperationDeck(1, 1, 1), 1, -1, 1000, 0, 0, choice
                    == KeyParams.Choice.OWN);
            KeyStream stream = KeyParams.growing(v) ? KeyParams.of(v, 1, set) : KeyParams.of(v, 1, 4);
            KeyStream.Cursor keys = stream.cursor();
            for (int n = 0; n < 250; n++) {
                assertThat(keys.key(1, n)).isNotNegative();
            }
        }
    }

    @Test
    void keysThatGrowNeedAMixThatAddsSome() {
        assertThatThrownBy(() -> KeyParams.of(values("keys", "latest"), 1, 1)).isInstanceOf(InvalidInputException.class)
                .hasMessage("keys: latest needs a mix that adds keys; write uniform, zipf, pareto or hot-set");
    }

    @Test
    void keysLookAsTheFormatSays() {
        assertThat(KeyParams.format(values())).isEqualTo(new KeyFormat.Binary());
        assertThat(KeyParams.format(values("key-format", "text", "zeropadding", "12")))
                .isEqualTo(new KeyFormat.Text("user", 12));
        assertThat(KeyParams.format(values("key-format", "hashed-text", "key-prefix", "k"))).isEqualTo(
                new KeyFormat.Composed(List.of(new KeyFormat.Hash(4), new KeyFormat.Text("k", 1))));
    }

    @Test
    void sizesAreAsTheLawNamed() {
        assertThat(ValueParams.sizes(values("value-size", "8kB"))).isEqualTo(new SizeDistribution.Fixed(8000));
        assertThat(ValueParams.sizes(values("value-size", "500B", "value-sizes", "uniform", "smallest-value", "100B")))
                .isEqualTo(new SizeDistribution.Uniform(100, 900));
        assertThat(ValueParams.sizes(values("value-size", "8kB", "value-sizes", "exponential", "smallest-value",
                "5kB", "large-share", "20%"))).isEqualTo(new SizeDistribution.Exponential(5000, 3000, 5, 0.2));
        assertThat(ValueParams.values(values("value-size", "8kB"), 1).sizes().largest()).isEqualTo(8000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "keys | zipff | (did you mean 'zipf'?)",
        "zipf-theta | 11 | zipf-theta: 11 is too large; the largest is 10",
        "hot-keys | 0% | hot-keys: none can be hot",
        "pareto-mean | none | pareto-mean: write a share above 0%",
        "key-prefix | two words | key-prefix: write up to 64 ASCII characters without spaces",
        "key-digits | 20 | key-digits: 20 is too large; the largest is 19",
        "value-size | 39B | value-size: 39B is too small; the smallest is 40B"})
    void badInputIsToldInOneLine(String param, String value, String message) {
        assertThatThrownBy(() -> values(param, value)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private static Optional<String> complaint(Values... places) {
        return new Volume().preconditions().stream().flatMap(p -> p.complaint(List.of(places)).stream()).findFirst();
    }

    private static Values varied(String setting, String text, String... set) {
        Values values = VolumeParams.ALL.defaults().with(setting, text, SettingOrigin.VARY);
        for (int i = 0; i < set.length; i += 2) {
            values = values.with(set[i], set[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "zipf-theta | 0.5 | keys | latest | with keys: uniform; it needs keys: zipf or latest",
        "pareto-shape | 2 | keys | pareto-clamped "
                + "| with keys: uniform; it needs keys: pareto or pareto-clamped or pareto-unbounded",
        "pareto-mean | 5% | keys | pareto "
                + "| with keys: uniform; it needs keys: pareto or pareto-clamped or pareto-unbounded",
        "hot-keys | 1% | keys | hot-set | with keys: uniform; it needs keys: hot-set or own",
        "hot-traffic | 50% | keys | own | with keys: uniform; it needs keys: hot-set or own",
        "key-prefix | k | key-format | text | with key-format: binary; it needs key-format: text or hashed-text",
        "key-digits | 9 | key-format | hashed-text | with key-format: binary; it needs key-format: text or hashed-text",
        "smallest-value | 99B | value-sizes | uniform "
                + "| with value-sizes: fixed; it needs value-sizes: uniform or exponential",
        "large-share | 5% | value-sizes | exponential | with value-sizes: fixed; it needs value-sizes: exponential",
        "scan-length | 5 | mix | scan=1 | without scan in the mix",
        "query-days | 5 | mix | index-query=1 | without index-query in the mix"})
    void whatIsVariedHasAnEffectAtOnePointOrGroupAtLeast(String setting, String text, String by, String needed,
            String why) {
        assertThat(complaint(varied(setting, text))).contains(setting + " is varied and has no effect " + why);
        assertThat(complaint(varied(setting, text), VolumeParams.ALL.defaults().with(by, needed, SettingOrigin.VARY)))
                .as("each alone, in a study").contains(setting + " is varied and has no effect " + why);
        assertThat(complaint(varied(setting, text, by, needed))).isEmpty();
        assertThat(complaint(VolumeParams.ALL.defaults().with(setting, text, SettingOrigin.SET))).as("not varied")
                .isEmpty();
    }

    @Test
    void aFactorOfLargeValuesIsVariedWhereThereAreSome() {
        assertThat(complaint(varied("large-factor", "2", "value-sizes", "exponential")))
                .contains("large-factor is varied and has no effect without a large-share of value-sizes: exponential");
        assertThat(complaint(varied("large-factor", "2", "value-sizes", "exponential", "large-share", "5%"))).isEmpty();
    }

    @Test
    void sizesThatContradictEachOtherAreToldInOneLine() {
        assertThatThrownBy(() -> values("value-size", "100B", "value-sizes", "uniform", "smallest-value", "200B"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("smallest-value: 200B is above value-size 100B, which is the mean");
        assertThatThrownBy(() -> values("value-size", "60MB", "value-sizes", "exponential"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("value-size: exponential values can become");
    }
}
