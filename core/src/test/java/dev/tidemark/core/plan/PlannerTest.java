package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {

    private static final Map<String, Experiment.TargetSpec> MEMORY =
            Map.of("memory", new Experiment.TargetSpec("memory", "memory", Map.of()));

    private final Map<String, Experiment.TargetSpec> targets = new LinkedHashMap<>(MEMORY);
    private final Map<String, String> set = new LinkedHashMap<>();
    private final Map<String, List<String>> vary = new LinkedHashMap<>();
    private final Map<String, String> stored = new LinkedHashMap<>();
    private final Map<String, String> tags = new LinkedHashMap<>();
    private List<Map<String, String>> points = List.of();
    private String preset = "";
    private Optional<SearchSpec> ramp = Optional.empty();
    private int confirm;

    private Plan plan(Experiment.Space space, Order order, int repeat, long seed) {
        return Planner.plan(new Experiment("l", "ingest", targets, preset, tags, set, vary, points,
                new Experiment.PlanSpec(space, order, repeat, Experiment.Fork.NONE, confirm), ramp, Map.of(), seed, Optional.empty(), ""), stored);
    }

    private Plan plan(Experiment.Space space) {
        return plan(space, Order.GIVEN, 1, 1);
    }

    private Point single() {
        return plan(Experiment.Space.MATRIX).points().getFirst();
    }

    private static List<String> texts(Plan plan, String... params) {
        return plan.points().stream().map(p -> List.of(params).stream().map(n -> n.equals("target") ? p.target()
                : p.values().texts().get(n)).collect(Collectors.joining(" "))).toList();
    }

    @Test
    void aMatrixHasEveryCombinationTheLastDimensionFastest() {
        vary.put("shards", List.of("1", "2"));
        vary.put("batch-size", List.of("1", "10", "100"));
        Plan plan = plan(Experiment.Space.MATRIX);
        assertThat(texts(plan, "shards", "batch-size")).containsExactly("1 1", "1 10", "1 100", "2 1", "2 10", "2 100");
        assertThat(plan.points().getFirst().values().origin(MemoryDriver.SHARDS)).isEqualTo(SettingOrigin.VARY);
        assertThat(plan.defaultPoint().values().origin(MemoryDriver.SHARDS)).isEqualTo(SettingOrigin.DECLARED);
    }

    @Test
    void withNothingVariedThereIsOnePoint() {
        Plan plan = plan(Experiment.Space.MATRIX, Order.SHUFFLED, 3, 1);
        assertThat(plan.points()).hasSize(1);
        assertThat(plan.size()).isEqualTo(3);
    }

    @Test
    void valuesThatMeanTheSameMakeOnePoint() {
        vary.put("shards", List.of("1", "2", "1"));
        vary.put("payload", List.of("10kB", "10000"));
        assertThat(texts(plan(Experiment.Space.MATRIX), "shards", "payload")).containsExactly("1 10kB", "2 10kB");
    }

    @Test
    void aMatrixOfTenThousandPointsIsTheLargest() {
        vary.put("batch-size", IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList());
        vary.put("workers", IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList());
        assertThat(plan(Experiment.Space.MATRIX).points()).hasSize(10_000);
        vary.put("settle", List.of("true", "false"));
        assertThatThrownBy(() -> plan(Experiment.Space.MATRIX)).isInstanceOf(InvalidInputException.class)
                .hasMessage("the plan has more than 10000 points; vary fewer values, or each alone with plan: study");
        assertThat(plan(Experiment.Space.STUDY).points().size()).isBetween(190, 202);
    }

    /** It would be told to make no difference, though nothing looks at it. */
    @Test
    void whatIsVariedHasAnEffectSomewhere() {
        vary.put("compressibility", List.of("1", "5"));
        assertThatThrownBy(() -> plan(Experiment.Space.MATRIX)).isInstanceOf(InvalidInputException.class).hasMessage(
                "compressibility is varied and has no effect with content: text; it needs content: binary");
        vary.put("content", List.of("text", "binary"));
        assertThat(plan(Experiment.Space.MATRIX).points()).hasSize(4);
        assertThatThrownBy(() -> plan(Experiment.Space.STUDY)).as("each alone").isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("compressibility is varied and has no effect");
        vary.remove("content");
        set.put("content", "binary");
        assertThat(plan(Experiment.Space.MATRIX).points()).hasSize(2);
        vary.clear();
        points = List.of(Map.of("source-directory", "/a"), Map.of("source-directory", "/b"));
        assertThatThrownBy(() -> plan(Experiment.Space.LIST)).isInstanceOf(InvalidInputException.class).hasMessage(
                "source-directory is varied and has no effect with source: generate; it needs source: directory");
        points = List.of();
        set.put("source-directory", "/a");
        assertThat(plan(Experiment.Space.MATRIX).points()).as("not varied").hasSize(1);
    }

    @Test
    void studiesAndListsHaveTheSameLimit() {
        vary.put("documents", IntStream.rangeClosed(1, 10_001).mapToObj(Integer::toString).toList());
        assertThatThrownBy(() -> plan(Experiment.Space.STUDY)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 10000 points");
        vary.clear();
        points = IntStream.rangeClosed(1, 10_001).mapToObj(i -> Map.of("documents", Integer.toString(i))).toList();
        assertThatThrownBy(() -> plan(Experiment.Space.LIST)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 10000 points");
    }

    @Test
    void aStudyVariesEachParamAloneAroundTheDefaultPointWhichRunsOnce() {
        set.put("shards", "2");
        vary.put("shards", List.of("10", "2", "1"));
        vary.put("batch-size", List.of("1", "100"));
        assertThat(texts(plan(Experiment.Space.STUDY), "shards", "batch-size"))
                .containsExactly("2 1", "10 1", "1 1", "2 100");
    }

    @Test
    void aNameThatStandsInTheCommandBeforeEachPointIsADimensionLikeAnyOther() {
        set.put("prepare", "apply.sh {mount}");
        vary.put("mount", List.of("noatime", "relatime"));
        vary.put("batch-size", List.of("1", "10"));
        assertThat(texts(plan(Experiment.Space.MATRIX), "mount", "batch-size"))
                .containsExactly("noatime 1", "noatime 10", "relatime 1", "relatime 10");
        assertThat(texts(plan(Experiment.Space.STUDY), "mount", "batch-size")).as("the first value is the default")
                .containsExactly("noatime 1", "relatime 1", "noatime 10");
        assertThat(texts(plan(Experiment.Space.COMPARE), "mount", "batch-size"))
                .containsExactly("noatime 1", "relatime 1", "noatime 10", "relatime 10");
        Plan plan = plan(Experiment.Space.MATRIX);
        assertThat(plan.contents()).as("each iteration has what it works on to itself").containsOnly("");
        assertThat(plan.points().getLast().settings(SettingOrigin.SET)).filteredOn(s -> s.name().equals("mount"))
                .containsExactly(new Setting("mount", "relatime", null, "", SettingOrigin.VARY));
        vary.put("prepare", List.of("none", "apply.sh {mount}"));
        vary.remove("batch-size");
        assertThat(texts(plan(Experiment.Space.MATRIX), "mount", "prepare")).containsExactly("noatime none",
                "noatime apply.sh {mount}", "relatime none", "relatime apply.sh {mount}");
        vary.remove("mount");
        assertThatThrownBy(() -> plan(Experiment.Space.MATRIX)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("prepare: {mount} has no value");
    }

    @Test
    void aStudyOfSeveralTargetsHasTheDefaultPointOfEach() {
        targets.put("b", new Experiment.TargetSpec("b", "memory", Map.of("shards", "8")));
        vary.put("batch-size", List.of("1", "10"));
        assertThat(texts(plan(Experiment.Space.STUDY), "target", "shards", "batch-size"))
                .containsExactly("memory 1 1", "b 8 1", "memory 1 10");
    }

    @Test
    void aListHasThePointsAsTheyStandForEachTargetThatIsNotNamed() {
        targets.put("b", new Experiment.TargetSpec("b", "memory", Map.of("shards", "8")));
        points = List.of(Map.of("batch-size", "10"), Map.of("target", "b", "batch-size", "20"));
        assertThat(texts(plan(Experiment.Space.LIST), "target", "shards", "batch-size"))
                .containsExactly("memory 1 10", "b 8 10", "b 8 20");
    }

    @Test
    void theFirstTargetIsTheDefaultIfItIsCompared() {
        targets.put("b", new Experiment.TargetSpec("b", "memory", Map.of("shards", "8")));
        vary.put("target", List.of("b", "memory"));
        assertThat(plan(Experiment.Space.STUDY).defaultPoint().target()).isEqualTo("memory");
        vary.put("target", List.of("b"));
        assertThat(plan(Experiment.Space.STUDY).defaultPoint().target()).isEqualTo("b");
    }

    @Test
    void eachRoundIsShuffledAnotherWayAndTheSameForTheSameSeed() {
        vary.put("shards", IntStream.rangeClosed(1, 18).mapToObj(Integer::toString).toList());
        Plan plan = plan(Experiment.Space.MATRIX, Order.SHUFFLED, 3, 7);
        assertThat(plan.round(0)).isEqualTo(plan(Experiment.Space.MATRIX, Order.SHUFFLED, 3, 7).round(0));
        assertThat(positions(plan, 0)).isNotEqualTo(positions(plan, 1)).hasSize(18).doesNotHaveDuplicates();
        assertThat(positions(plan, 0)).isNotEqualTo(positions(plan(Experiment.Space.MATRIX, Order.SHUFFLED, 3, 8), 0));
    }

    /** Were it always the same few points, what a machine does over time would look like what they do. */
    @Test
    void noPointIsOftenerLastThanChanceHasIt() {
        vary.put("shards", IntStream.rangeClosed(1, 10).mapToObj(Integer::toString).toList());
        Plan plan = plan(Experiment.Space.MATRIX, Order.SHUFFLED, 1000, 1);
        int[] last = new int[10];
        int[] first = new int[10];
        for (int round = 0; round < 1000; round++) {
            last[plan.round(round).getLast().position()]++;
            first[plan.round(round).getFirst().position()]++;
        }
        // 100 expected of each; five standard deviations of a binomial count
        assertThat(last).satisfies(counts -> assertThat(IntStream.of(counts)).allMatch(c -> Math.abs(c - 100) < 48));
        assertThat(first).satisfies(counts -> assertThat(IntStream.of(counts)).allMatch(c -> Math.abs(c - 100) < 48));
    }

    private static List<Integer> positions(Plan plan, int round) {
        return plan.round(round).stream().map(Planned::position).toList();
    }

    @Test
    void abbaGoesBackwardsEverySecondRound() {
        vary.put("shards", List.of("1", "2", "3"));
        Plan plan = plan(Experiment.Space.MATRIX, Order.ABBA, 3, 1);
        assertThat(positions(plan, 0)).containsExactly(0, 1, 2);
        assertThat(positions(plan, 1)).containsExactly(2, 1, 0);
        assertThat(positions(plan, 2)).containsExactly(0, 1, 2);
        assertThat(plan.round(1)).allMatch(p -> p.round() == 1 && p.point() == plan.points().get(p.position()));
    }

    @Test
    void whatIsComparedRunsSideBySideAtEachCombinationOfTheOthers() {
        targets.put("second", new Experiment.TargetSpec("second", "memory", Map.of()));
        vary.put("batch-size", List.of("1", "10"));
        assertThat(texts(plan(Experiment.Space.COMPARE), "target", "batch-size"))
                .containsExactly("memory 1", "second 1", "memory 10", "second 10");
        targets.remove("second");
        vary.put("shards", List.of("1", "2"));
        assertThat(texts(plan(Experiment.Space.COMPARE), "batch-size", "shards"))
                .containsExactly("1 1", "10 1", "1 2", "10 2");
    }

    @Test
    void comparingNeedsTwoSides() {
        vary.put("shards", List.of("2"));
        assertThatThrownBy(() -> plan(Experiment.Space.COMPARE)).isInstanceOf(InvalidInputException.class).hasMessage(
                "plan: compare needs two targets or more, or two values or more of a setting under vary");
    }

    @Test
    void valuesThatAreWrittenDifferentlyAreNoTwoSides() {
        vary.put("drain-limit", List.of("2s", "2000ms"));
        assertThatThrownBy(() -> plan(Experiment.Space.COMPARE)).isInstanceOf(InvalidInputException.class).hasMessage(
                "plan: compare has one side only: what is varied comes to the same each time");
        vary.put("drain-limit", List.of("2s", "2000ms", "3s"));
        assertThat(plan(Experiment.Space.COMPARE).points()).hasSize(2);
    }

    @Test
    void valuesThatComeToTheSameAreTold() {
        vary.put("drain-limit", List.of("2s", "2000ms", "3s", "3s"));
        vary.put("batch-size", List.of("1", "10"));
        assertThat(Planner.repeated(new Experiment("l", "ingest", targets, preset, tags, set, vary, points,
                Experiment.PlanSpec.of(Experiment.Space.MATRIX), ramp, Map.of(), 1, Optional.empty(), ""))).containsExactly(
                "drain-limit: 2000ms is the same as 2s and runs once.",
                "drain-limit: 3s was given twice and runs once.");
    }

    @Test
    void confirmingNeedsAnotherPointThanTheDefaultsAndRoundsOfItsOwn() {
        confirm = 5;
        assertThatThrownBy(() -> plan(Experiment.Space.MATRIX)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("needs a point besides the defaults");
        vary.put("shards", List.of("1", "2"));
        assertThat(plan(Experiment.Space.MATRIX).size()).isEqualTo(2 + 10);
        assertThatThrownBy(() -> plan(Experiment.Space.COMPARE)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not for compare");
    }

    @Test
    void comparingRepeatsByTurnsInProcessesOfTheirOwn() {
        assertThat(Experiment.PlanSpec.of(Experiment.Space.COMPARE)).isEqualTo(new Experiment.PlanSpec(
                Experiment.Space.COMPARE, Order.ABBA, 5, Experiment.Fork.ITERATION, 0));
        assertThat(Experiment.PlanSpec.of(Experiment.Space.STUDY).order()).isEqualTo(Order.SHUFFLED);
    }

    @Test
    void eachSourceOfASettingOutweighsTheOneBefore() {
        assertThat(single().values().texts()).containsEntry("memtable", "64MB");
        stored.put("memtable", "1MB");
        assertThat(single().values().texts()).containsEntry("memtable", "1MB");
        preset = "old-defaults";
        assertThat(single().values().texts()).containsEntry("memtable", "16MB").containsEntry("workers", "16");
        targets.put("memory", new Experiment.TargetSpec("memory", "memory", Map.of("memtable", "2MB")));
        assertThat(single().values().texts()).containsEntry("memtable", "2MB");
        set.put("memtable", "3MB");
        assertThat(single().values().texts()).containsEntry("memtable", "3MB");
        vary.put("memtable", List.of("4MB"));
        assertThat(single().values().texts()).containsEntry("memtable", "4MB");
        assertThat(single().values().origin(MemoryDriver.MEMTABLE)).isEqualTo(SettingOrigin.VARY);
    }

    @Test
    void storedDefaultsOfAnotherDriverArePassedOver() {
        stored.put("compression", "lz4");
        stored.put("io-limit", "64");
        assertThat(single().values().texts()).containsEntry("background-io-limit", "64MB/s")
                .doesNotContainKey("compression");
    }

    @Test
    void tagsComeFromTheStoredDefaultsAndTheExperiment() {
        stored.put("tag:host-type", "small");
        stored.put("tag:disk", "ssd");
        tags.put("host-type", "large");
        assertThat(single().tags()).isEqualTo(Map.of("host-type", "large", "disk", "ssd"));
        assertThat(single().settings(SettingOrigin.SET)).contains(Setting.tag("host-type", "large"),
                new Setting("target", "memory", null, "", SettingOrigin.SET));
    }

    /** It would stand in the place of what the iteration ran with. */
    @ParameterizedTest
    @ValueSource(strings = {"workers", "shards", "target"})
    void aTagOfAnOlderStoreWithTheNameOfASettingIsRefused(String name) {
        stored.put("tag:" + name, "big");
        vary.put("batch-size", List.of("1", "2"));
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class).hasMessage("tag '" + name
                + "' has the name of a setting; it is a stored default; give it up: tidemark defaults reset ingest tag:"
                + name);
    }

    @Test
    void aTargetThatCannotDoTheWorkIsRefused() {
        targets.clear();
        targets.put("d", new Experiment.TargetSpec("d", "deaf", Map.of()));
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class)
                .hasMessage("target 'd' cannot run ingest: driver deaf has no document writer");
    }

    @Test
    void rulesHoldForPointsAndNotForADefaultPointThatIsNotRun() {
        set.put("source", "directory");
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class)
                .hasMessage("source: directory needs source-directory");
        vary.put("source", List.of("generate"));
        assertThat(plan(Experiment.Space.MATRIX).points()).hasSize(1);
    }

    @Test
    void anUnknownPresetOrTargetNamesTheNearest() {
        preset = "old-default";
        assertThatThrownBy(() -> single()).hasMessage("unknown preset 'old-default' (did you mean 'old-defaults'?)");
        preset = "";
        vary.put("target", List.of("memry"));
        assertThatThrownBy(() -> single()).hasMessage("unknown target 'memry' (did you mean 'memory'?)");
    }

    @Test
    void equalSettingsHaveEqualHashesWhateverTheirOrigin() {
        String declared = single().hash();
        set.put("shards", "1");
        assertThat(single().hash()).isEqualTo(declared).hasSize(16);
        set.put("shards", "2");
        assertThat(single().hash()).isNotEqualTo(declared);
    }

    // ---- how much is stored: told by what was said most particularly, and recorded as such

    private WorkEstimate offered() {
        return Workloads.named("ingest").estimate(single().values());
    }

    private void says(String documents, String duration, long units, Optional<Duration> time) {
        assertThat(single().values().texts()).containsEntry("documents", documents).containsEntry("duration", duration);
        assertThat(offered()).isEqualTo(new WorkEstimate(units, units * 10_000, time,
                units > 0 && single().values().texts().get("rate").equals("unpaced")));
    }

    @Test
    void tenThousandDocumentsUnlessSomethingElseIsSaid() {
        says("10k", "none", 10_000, Optional.empty());
    }

    @Test
    void rateTimesDurationIsAnAmountAndTheDeclaredDocumentsAreNotRecorded() {
        set.put("rate", "10/s");
        set.put("duration", "10s");
        says("auto", "10s", 100, Optional.of(Duration.ofSeconds(10)));
    }

    @Test
    void aDurationAloneIsALimitOnTheTime() {
        set.put("duration", "10s");
        says("auto", "10s", 0, Optional.of(Duration.ofSeconds(10)));
        set.put("documents", "50");
        says("50", "10s", 50, Optional.of(Duration.ofSeconds(10)));
    }

    @Test
    void aRateAloneSaysHowLongTheDocumentsTake() {
        set.put("rate", "100/s");
        says("10k", "none", 10_000, Optional.of(Duration.ofSeconds(100)));
    }

    @Test
    void theOldDefaultsAreTenDocumentsASecondForTenSeconds() {
        preset = "old-defaults";
        says("auto", "10s", 100, Optional.of(Duration.ofSeconds(10)));
    }

    /** Were the preset's duration a limit, a tenth of what was asked for would be stored. */
    @Test
    void documentsThatAreAskedForOutdoThePresetsDuration() {
        preset = "old-defaults";
        set.put("documents", "1k");
        says("1k", "none", 1_000, Optional.of(Duration.ofSeconds(100)));
    }

    @Test
    void aDurationThatIsAskedForOutdoesStoredDocuments() {
        stored.put("documents", "5k");
        set.put("rate", "10/s");
        set.put("duration", "3s");
        says("auto", "3s", 30, Optional.of(Duration.ofSeconds(3)));
    }

    @Test
    void documentsRateAndDurationMustAgree() {
        set.put("documents", "100");
        set.put("rate", "10/s");
        set.put("duration", "10s");
        says("100", "10s", 100, Optional.of(Duration.ofSeconds(10)));
        set.put("documents", "101");
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class)
                .hasMessage("documents, rate and duration "
                + "contradict each other: give documents, or rate and duration");
        set.remove("documents");
        vary.put("documents", List.of("101"));
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class).hasMessageContaining("contradict");
    }

    /** Both have 10,000 documents in their declaration; only one of them stores so many. */
    @Test
    void aStudyTellsPointsApartThatStoreAnotherAmount() {
        preset = "old-defaults";
        vary.put("documents", List.of("10k", "20k"));
        Plan plan = plan(Experiment.Space.STUDY);
        assertThat(texts(plan, "documents")).containsExactly("auto", "10k", "20k");
        assertThat(plan.points().stream().map(p -> Workloads.named("ingest").estimate(p.values()).units()))
                .containsExactly(100L, 10_000L, 20_000L);
    }

    @Test
    void autoNeedsSomethingThatSaysHowMuch() {
        set.put("documents", "auto");
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class)
                .hasMessage("documents: auto needs a duration, or a source directory that is taken once");
        set.put("duration", "5s");
        says("auto", "5s", 0, Optional.of(Duration.ofSeconds(5)));
    }

    @Test
    void whatIsInForceStaysInForce() {
        preset = "old-defaults";
        for (String documents : List.of("", "auto", "1k")) {
            set.put("documents", documents.isEmpty() ? "10k" : documents);
            Point point = single();
            assertThat(Workloads.named("ingest").effective(point.values()).settings())
                    .isEqualTo(point.values().settings());
        }
    }

    @ParameterizedTest
    @CsvSource({"rate, 10/s, think-time, 5ms, think-time has no meaning with a rate: leave one of them out",
        "batch-size, 100000, payload, 1MB, batch-size × payload × workers is more than 2 GiB: make one of them "
            + "smaller"})
    void settingsThatDoNotGoTogetherAreRefused(String a, String av, String b, String bv, String complaint) {
        set.put(a, av);
        set.put(b, bv);
        assertThatThrownBy(() -> single()).isInstanceOf(InvalidInputException.class).hasMessage(complaint);
    }

    @Test
    void noRoundOfASeedHasTheOrderOfAnotherRoundOfAnother() {
        vary.put("shards", IntStream.rangeClosed(1, 12).mapToObj(Integer::toString).toList());
        Set<List<Integer>> orders = new HashSet<>();
        for (int seed = 0; seed < 40; seed++) {
            Plan plan = plan(Experiment.Space.MATRIX, Order.SHUFFLED, 40, seed);
            for (int round = 0; round < 40; round++) {
                orders.add(positions(plan, round));
            }
        }
        assertThat(orders).hasSize(1600);
    }

    @Test
    void theSeedOfARoundFollowsFromSeedAndRoundAlone() {
        Set<Long> seeds = new HashSet<>();
        for (int seed = 0; seed < 40; seed++) {
            assertThat(plan(Experiment.Space.MATRIX, Order.SHUFFLED, 40, seed).seedOf(0)).isEqualTo(seed);
            for (int round = 0; round < 40; round++) {
                seeds.add(plan(Experiment.Space.MATRIX, Order.SHUFFLED, 40, seed).seedOf(round));
                assertThat(plan(Experiment.Space.MATRIX, Order.GIVEN, 50, seed).seedOf(round))
                        .isEqualTo(plan(Experiment.Space.MATRIX, Order.SHUFFLED, 40, seed).seedOf(round));
            }
        }
        assertThat(seeds).hasSize(1600);
    }
}
