package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mixes from the experiment to the measures, in virtual time, on a database in memory. */
class VolumeTest {

    private static final Workload WORKLOAD = Workloads.named("volume");
    private static final String KEPT = "warm-up: none, verify: all, value-size: 100B, ";

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();

    /** Whoever says nothing of it begins on an empty store. */
    private static Plan plan(String settings, String more) {
        String begin = settings.contains("preload") || more.contains("preset") ? "" : "preload: none, ";
        return Planner.plan(ExperimentReader.read("workload: volume\ntarget: \"null\"\nset: {" + begin + settings + "}\n"
                + more,
                "test.yaml"), Map.of());
    }

    private Map<String, Double> run(String settings) throws InterruptedException {
        return run(settings, "");
    }

    private Map<String, Double> run(String settings, String more) throws InterruptedException {
        RunEvent.Ended ended = ended(KEPT + "store-documents: true, " + settings, more);
        assertThat(ended.verdict()).isEmpty();
        assertThat(ended.state()).isEqualTo(IterationState.DONE);
        return summarised(KEPT + "store-documents: true, " + settings, more);
    }

    /** The measures of what was run last, with these settings. */
    private Map<String, Double> summarised(String settings, String more) {
        List<RunEvent.PhaseEnded> phases = events(RunEvent.PhaseEnded.class);
        List<PhaseSpan> spans = phases.stream().map(RunEvent.PhaseEnded::span).toList();
        List<Interval> intervals = events(RunEvent.Measured.class).stream().map(RunEvent.Measured::interval).toList();
        List<OutcomeCount> outcomes = phases.stream().flatMap(p -> p.outcomes().stream()).toList();
        List<WorkerCount> workers = phases.stream().flatMap(p -> p.workers().stream()).toList();
        IterationDetail detail = new IterationDetail("volume", plan(settings, more)
                .points().getFirst().values().settings(), spans, intervals, outcomes, readings(), workers,
                events(RunEvent.EventLogged.class).stream().map(RunEvent.EventLogged::note).toList());
        return WORKLOAD.summarise(detail, new NullDriver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private RunEvent.Ended ended(String settings, String more) throws InterruptedException {
        events.clear();
        RunRequest request = new RunRequest(1, "volume", "null",
                plan(settings, more).points().getFirst().values().settings(), 1, RunnerPath.absolute(folder.toString()), false,
                List.of(),
                "");
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        return (RunEvent.Ended) events.getLast();
    }

    private <E extends RunEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<TimedSnapshot> readings() {
        return events(RunEvent.Sampled.class).stream().map(RunEvent.Sampled::reading).toList();
    }

    private Map<String, Long> operations() {
        return events(RunEvent.PhaseEnded.class).stream().filter(p -> p.span().headline())
                .flatMap(p -> p.outcomes().stream())
                .collect(Collectors.toMap(OutcomeCount::kind, OutcomeCount::operations, Long::sum));
    }

    /** One millisecond a step, one worker: an update takes two, so 5 gets and an update take seven. */
    @Test
    void aDealtMixComesInExactSharesAndAnUpdateIsTwoSteps() throws InterruptedException {
        Map<String, Double> values =
                run("workers: 1, service-time: 1ms, operations: 6000, duration: none, key-count: 50");
        assertThat(operations()).isEqualTo(Map.of("get", 5000L, "update", 1000L));
        assertThat(values.get("operations-per-second")).isCloseTo(6000 / 7.0, within(0.01));
        assertThat(values.get("update-per-second")).isCloseTo(1000 / 7.0, within(0.01));
        assertThat(values.get("last-operations-per-second")).isCloseTo(6000 / 7.0, within(10.0));
        assertThat(values.get("update.p50")).isCloseTo(2, within(0.01));
        assertThat(values.get("get.p50")).isCloseTo(1, within(0.01));
    }

    /** A recorded minute of 10, 0 and 50 in its thirds, twice as much and four times as fast. */
    @Test
    void aTraceIsOfferedScaledAndFaster() throws Exception {
        StringBuilder day = new StringBuilder("count per second\n");
        for (int second = 0; second < 60; second++) {
            day.append(second < 20 ? 1 : second < 40 ? 0 : 5).append('\n');
        }
        Path file = Files.writeString(folder.resolve("day.txt"), day);
        Map<String, Double> values = run("arrivals: trace, arrivals-trace: " + file + ", arrivals-scale: 2, "
                + "arrivals-speed: 4, service-time: 1ms, mix: {put: 1}, rate: unpaced");
        assertThat(operations()).isEqualTo(Map.of("put", 240L));
        assertThat(values.get("elapsed")).as("as long as the seconds that were counted").isEqualTo(15);
        assertThat(values.get("response.max")).isCloseTo(1, within(0.01));
        List<Long> offered = events(RunEvent.Measured.class).stream().map(m -> SeriesCodec.decode(m.interval().series())
                .total().operations()).toList();
        assertThat(offered.subList(0, 15)).containsExactly(8L, 8L, 8L, 8L, 8L, 0L, 0L, 0L, 0L, 0L, 40L, 40L, 40L, 40L,
                40L);
    }

    @Test
    void aDicedMixComesInNearlyItsShares() throws InterruptedException {
        run("mix-order: diced, operations: 6000, duration: none, service-time: 1ms");
        assertThat(operations().get("get")).isCloseTo(5000L, within(120L)).isNotEqualTo(5000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys: uniform", "keys: zipf", "keys: hot-set", "keys: pareto",
            "keys: uniform, preload: 40%",
        "keys: uniform, preload: 1200", "keys: pareto-unbounded"})
    void asManyKeysAreNotFoundAsArithmeticPredicts(String keys) throws InterruptedException {
        Map<String, Double> values = run("workers: 4, service-time: 1ms, key-count: 3k, duration: 8s, " + keys);
        assertThat(values.get("not-found")).isCloseTo(values.get("not-found-expected"), within(1.5))
                .isBetween(5.0, 97.0);
        assertThat(values.get("last-not-found")).isCloseTo(values.get("last-not-found-expected"), within(2.5))
                .isLessThan(values.get("not-found"));
    }

    @Test
    void aPreloadedStoreMissesNothingAndItsFillingIsNoPartOfTheFigures() throws InterruptedException {
        Map<String, Double> values = run("preload: all, key-count: 1k, service-time: 1ms, duration: 2s, "
                + "not-found: failure");
        assertThat(values.get("not-found")).isZero();
        assertThat(values.get("failures")).isZero();
        assertThat(events(RunEvent.PhaseEnded.class).getFirst().span().phase()).isEqualTo(Phase.PRELOAD);
        assertThat(events(RunEvent.PhaseEnded.class).getFirst().workers().stream().mapToLong(WorkerCount::units).sum())
                .isEqualTo(1000);
    }

    @Test
    void aNumberOfKeysIsPreloadedAsGiven() throws InterruptedException {
        run("preload: 250, key-count: 1k, service-time: 1ms, duration: 1s, mix: {get: 1}");
        assertThat(events(RunEvent.PhaseEnded.class).getFirst().workers().stream().mapToLong(WorkerCount::units).sum())
                .isEqualTo(250);
    }

    @Test
    void whatIsNotFoundIsAFailureWhereThatIsWanted() throws InterruptedException {
        assertThat(ended(KEPT + "store-documents: true, service-time: 1ms, duration: 1s, not-found: failure", ""))
                .satisfies(e -> assertThat(e.state()).isEqualTo(IterationState.INVALID))
                .satisfies(e -> assertThat(e.verdict()).contains("the key is not there"));
    }

    /** Keys of one's own are certain to be there, whatever was inserted and deleted since. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"keys: own, mix: {get: 8, insert: 3, delete: 1, put: 1}",
        "keys: latest, mix: {get: 95, insert: 5}", "keys: latest, instances: 3, mix: {get: 95, insert: 5}",
        "keys: own, instances: 3, mix: {get: 8, insert: 3, delete: 1, put: 1}"})
    void growingSetsReadOnlyKeysThatAreThere(String settings) throws InterruptedException {
        Map<String, Double> values = run("preload: all, key-count: 2k, workers: 6, service-time: 1ms, duration: 3s, "
                + "not-found: failure, " + settings);
        assertThat(values.get("failures")).isZero();
        assertThat(values.get("insert-per-second")).isPositive();
        assertThat(values).doesNotContainKey("not-found-expected");
    }

    /** A key has two groups on average and one day, so 2000 keys have 4000 entries in 20 groups, 2000 on 50 days. */
    @Test
    void queriesFindTheRowsThatTheEntriesSay() throws InterruptedException {
        Map<String, Double> values =
                run("preload: all, key-count: 2k, index-groups: 20, service-time: 1ms, duration: 5s, "
                + "mix: {group-query: 9, update-indexed: 1}");
        assertThat(values.get("rows-per-group-query")).isCloseTo(200, within(8.0));
        Map<String, Double> days = run("preload: all, key-count: 2k, index-days: 50, query-days: 1, service-time: 1ms, "
                + "duration: 5s, query-terms: false, mix: {index-query: 9, put-indexed: 1}");
        assertThat(days.get("rows-per-index-query")).isCloseTo(40, within(3.0));
    }

    /** The same stream: what passes is a share of what is read, which is what is found without the filter. */
    @Test
    void aFilterReturnsItsShareOfTheRowsThatItReads() throws InterruptedException {
        String settings = "preload: all, key-count: 5k, index-days: 50, query-days: 1, service-time: 1ms, duration: 5s, "
                + "mix: {index-query: 9, group-query: 1, put-indexed: 1}";
        Map<String, Double> all = run(settings);
        assertThat(all).doesNotContainKeys("rows-read-per-index-query", "rows-per-query");
        assertThat(all.get("rows-per-group-query")).as("a mean of its own")
                .isNotCloseTo(all.get("rows-per-index-query"),
                within(20.0));
        for (double share : new double[] {0.25, 0.02}) {
            Map<String, Double> some = run(settings + ", query-terms: false, query-filter: " + 100 * share + "%");
            assertThat(some.get("rows-read-per-index-query")).isEqualTo(all.get("rows-per-index-query"), within(1e-9));
            assertThat(some.get("rows-per-index-query")).isCloseTo(share * 100, within(2.0)); // of 5,000 / 50
            assertThat(some.get("rows-per-group-query")).as("not filtered").isEqualTo(all.get("rows-per-group-query"),
                    within(1e-9));
        }
        assertThat(run(settings + ", query-filter: none")).containsEntry("rows-per-index-query",
                all.get("rows-per-index-query"));
    }

    @Test
    void everyOperationIsRecordedUnderItsName() throws InterruptedException {
        Map<String, Double> values =
                run("preload: all, key-count: 500, service-time: 1ms, duration: 3s, scan-length: 9, "
                + "mix: {get: 1, head: 1, put: 1, insert: 1, update: 1, delete: 1, put-indexed: 1, update-indexed: 1, "
                + "index-query: 1, group-query: 1, scan: 1, list-keys: 1}");
        assertThat(operations()).hasSize(12);
        assertThat(values.get("rows-per-scan")).isBetween(4.0, 6.0);
        assertThat(values.get("list-keys.p50")).isPositive();
    }

    @Test
    void groupsHaveMixesAndRatesOfTheirOwn() throws InterruptedException {
        Map<String, Double> values = run("key-count: 200, service-time: 1ms, duration: 4s", """
                groups:
                  - {name: readers, workers: 2, mix: {get: 1}}
                  - {name: writers, workers: 1, mix: {put: 1}, rate: 100/s}
                """);
        assertThat(values.get("readers.operations-per-second")).isCloseTo(2000, within(10.0));
        assertThat(values.get("writers.operations-per-second")).isCloseTo(100, within(1.0));
        assertThat(values.get("get-per-second")).isCloseTo(2000, within(10.0));
        assertThat(values.get("not-found")).isCloseTo(values.get("not-found-expected"), within(2.0));
    }

    @Test
    void theSameSeedGivesTheSameStream() throws InterruptedException {
        String settings = "workers: 1, service-time: 1ms, operations: 3000, duration: none, key-count: 5k, keys: zipf";
        Map<String, Double> first = run(settings);
        Map<String, Double> second = run(settings);
        assertThat(second.get("not-found")).isEqualTo(first.get("not-found"));
        assertThat(second.get("mb-per-second")).isEqualTo(first.get("mb-per-second"));
    }

    @Test
    void onePassOverAllKeysStoresEachOnce() throws InterruptedException {
        run("keys: partitioned, key-count: 900, workers: 3, mix: {put: 1}, duration: none, service-time: 1ms");
        assertThat(operations()).isEqualTo(Map.of("put", 900L));
        Map<String, Double> reads = run("keys: partitioned, key-count: 900, workers: 3, mix: {get: 1}, duration: none, "
                + "service-time: 1ms, preload: all");
        assertThat(reads.get("not-found")).isZero();
    }

    private List<String> notes() {
        return events(RunEvent.EventLogged.class).stream().map(n -> n.note().text()).toList();
    }

    /** A scan reads values, too, and nobody looks at them. */
    @Test
    void whoAsksForValuesToBeComparedIsToldWhereNoneIs() throws InterruptedException {
        String said = "No value is compared: the mix reads none by its key.";
        String settings = "store-documents: true, preload: all, key-count: 100, operations: 50, duration: none, "
                + "service-time: 1ms, ";
        ended(KEPT + settings + "mix: {scan: 1}", "");
        assertThat(notes()).contains(said);
        ended(KEPT + settings + "mix: {scan: 1, update: 1}", "");
        assertThat(notes()).doesNotContain(said);
        ended(settings + "value-size: 100B, warm-up: none, mix: {scan: 1}", "");
        assertThat(notes()).as("by default").doesNotContain(said);
    }

    @Test
    void aTargetThatKeepsNothingRunsUnverifiedAndSaysSo() throws InterruptedException {
        assertThat(ended("service-time: 1ms, duration: 1s, warm-up: none", "").state()).isEqualTo(IterationState.DONE);
        assertThat(notes()).anyMatch(text -> text.contains("keeps nothing"));
        assertThat(summarised("service-time: 1ms, duration: 1s, warm-up: none", "")).containsKey("not-found")
                .doesNotContainKeys("not-found-expected", "last-not-found-expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f", "leveled-8k", "leveled-8k-sync",
        "leveled-8k-disks", "leveled-4k", "leveled-16k", "leveled-index", "leveled-compaction", "single-node-load"})
    void everyPresetRuns(String preset) throws InterruptedException {
        run("key-count: 400, workers: 4, instances: 2, duration: 1s, service-time: 1ms", "preset: " + preset);
    }

    /** An instance has a server of its own, that serves a thousand operations a second whoever waits for it. */
    @Test
    void instancesAreTargetsOfTheirOwnWithTheirShareOfTheWorkers() throws InterruptedException {
        Map<String, Double> values = run("workers: 6, instances: 3, servers: 1, service-time: 1ms, duration: 4s, "
                + "mix: {get: 1}, key-count: 900, preload: all, not-found: failure");
        assertThat(values.get("operations-per-second")).isCloseTo(3000, within(20.0));
        assertThat(values.get("slowest-instance-operations-per-second")).isCloseTo(1000, within(20.0));
        assertThat(values.get("fastest-instance-operations-per-second")).isCloseTo(1000, within(20.0));
        RunEvent.PhaseEnded filled = events(RunEvent.PhaseEnded.class).getFirst();
        assertThat(filled.workers()).hasSize(6).allMatch(w -> w.units() > 0);
        assertThat(filled.workers().stream().mapToLong(WorkerCount::units).sum()).isEqualTo(900);
        assertThat(readings().stream().filter(r -> r.moment().equals(TimedSnapshot.END)).map(r -> r.reading().node()))
                .contains("", "instance:instance-01", "instance:instance-02", "instance:instance-03")
                .doesNotContain("instance:instance-04");
        assertThat(run("duration: 1s, service-time: 1ms")).doesNotContainKey("slowest-instance-operations-per-second");
    }

    /** Values of 100 bytes in memory, with keys of 8: as many as there are keys in all, each on one instance. */
    @Test
    void whatTheInstancesCountIsAddedUp() throws InterruptedException {
        run("workers: 4, instances: 4, preload: all, key-count: 1k, service-time: 1ms, duration: 1s, mix: {put: 1}");
        assertThat(readings().stream().filter(r -> r.moment().equals(TimedSnapshot.END) && r.reading().ofTarget()))
                .singleElement().satisfies(r -> assertThat(r.reading().gauges())
                        .containsEntry("in-memory-size", 1000.0 * 108));
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys: uniform", "keys: zipf", "keys: hot-set, preload: 40%"})
    void onSeveralInstancesAsManyKeysAreNotFoundAsArithmeticPredicts(String keys) throws InterruptedException {
        Map<String, Double> values = run("workers: 8, instances: 4, service-time: 1ms, key-count: 6k, duration: 8s, "
                + keys);
        assertThat(values.get("not-found")).isCloseTo(values.get("not-found-expected"), within(1.5))
                .isBetween(5.0, 97.0);
        assertThat(values.get("last-not-found")).isCloseTo(values.get("last-not-found-expected"), within(2.5))
                .isLessThan(values.get("not-found"));
    }

    /**
     * Of an interval that is only partly in it the last part has the same share of what is found and what is predicted.
     */
    @ParameterizedTest
    @ValueSource(strings = {"1s", "700ms", "100ms"})
    void thePredictionIsOfTheSameStretchHoweverCoarseIntervalsAre(String interval) throws InterruptedException {
        Map<String, Double> values = run("workers: 4, service-time: 1ms, key-count: 1k, duration: 2s, interval: "
                + interval);
        assertThat(values.get("last-not-found")).isCloseTo(values.get("last-not-found-expected"), within(1.2))
                .isBetween(5.0, 95.0);
    }

    /** Readers that begin fast and writers that begin slowly ask mostly for keys that are not there yet. */
    @Test
    void thePredictionIsOfTheLookupsThatWereMade() throws InterruptedException {
        Map<String, Double> values = run("key-count: 500, service-time: 1ms, duration: 4s, interval: 100ms", """
                groups:
                  - {name: readers, workers: 4, mix: {get: 1}, operations: 3000}
                  - {name: writers, workers: 2, mix: {put: 1}, rate: 400/s}
                """);
        assertThat(values.get("not-found")).isCloseTo(values.get("not-found-expected"), within(2.0));
    }

    @Test
    void operationsAndRatesAreInAllHoweverManyInstancesThereAre() throws InterruptedException {
        run("workers: 6, instances: 3, operations: 1000, duration: none, service-time: 1ms, key-count: 90");
        assertThat(operations().values().stream().mapToLong(n -> n).sum()).isEqualTo(1000);
        run("workers: 6, instances: 3, keys: partitioned, key-count: 900, mix: {put: 1}, duration: none, "
                + "service-time: 1ms");
        assertThat(operations()).isEqualTo(Map.of("put", 900L));
        Map<String, Double> paced = run("workers: 6, instances: 3, rate: 300/s, duration: 4s, service-time: 1ms");
        assertThat(paced.get("operations-per-second")).isCloseTo(300, within(3.0));
        assertThat(paced.get("slowest-instance-operations-per-second")).isCloseTo(100, within(3.0));
        Map<String, Double> groups = run("key-count: 200, instances: 2, service-time: 1ms, duration: 4s", """
                groups:
                  - {name: readers, workers: 4, mix: {get: 1}, think-time: 1ms}
                  - {name: writers, workers: 2, mix: {put: 1}, rate: 100/s}
                """);
        assertThat(groups.get("readers.operations-per-second")).isCloseTo(2000, within(10.0));
        assertThat(groups.get("writers.operations-per-second")).isCloseTo(100, within(1.0));
        assertThat(groups.get("fastest-instance-operations-per-second")).isCloseTo(1050, within(10.0));
    }

    /** 120 keys on each of four instances: in turn each takes 12 s at 10/s, together all 48 s at a quarter of that. */
    @Test
    void backgroundTasksGoOverTheInstancesInTurnOrTogether() throws InterruptedException {
        String settings = "workers: 4, instances: 4, preload: all, key-count: 480, service-time: 10ms, duration: 100s, "
                + "interval: 1s";
        List<String> names = List.of("instance-01", "instance-02", "instance-03", "instance-04");
        run(settings, "background: [{do: fold-heads, at: 10s, throttle: 10/s}]");
        List<TaskRun> inTurn = tasks();
        assertThat(inTurn).extracting(TaskRun::instance).containsExactlyElementsOf(names);
        for (int i = 1; i < 4; i++) {
            assertThat(inTurn.get(i).start()).isGreaterThanOrEqualTo(inTurn.get(i - 1).end());
        }
        assertThat(inTurn).allSatisfy(r -> {
            assertThat(r.rows()).isEqualTo(120);
            assertThat(r.state()).isEqualTo(TaskRun.State.DONE);
            assertThat(r.nanos() / 1e9).isCloseTo(12, within(0.2));
        });
        run(settings, "background: [{do: fold-heads, at: 10s, throttle: 10/s, instances: together}]");
        List<TaskRun> together = tasks();
        assertThat(together).extracting(TaskRun::instance).containsExactlyInAnyOrderElementsOf(names);
        assertThat(together).allSatisfy(r -> {
            assertThat(r.rows()).isEqualTo(120);
            assertThat(r.nanos() / 1e9).isCloseTo(48, within(0.6));
            assertThat(r.start()).isCloseTo(together.getFirst().start(), within(100_000_000L));
        });
    }

    @Test
    void whatIsDoneFromOutsideIsDoneOnceHoweverManyInstancesThereAre() throws InterruptedException {
        for (String instances : List.of("in-turn", "together")) {
            run("workers: 4, instances: 4, preload: all, key-count: 480, service-time: 10ms, duration: 10s",
                    "background: [{do: fault, at: 2s, run: 'true', instances: " + instances + "}]");
            assertThat(tasks()).extracting(TaskRun::task, TaskRun::number, TaskRun::instance, TaskRun::state)
                    .containsExactly(org.assertj.core.api.Assertions.tuple("fault", 1, "", TaskRun.State.DONE));
        }
    }

    private List<TaskRun> tasks() {
        return TaskRun.of(events(RunEvent.EventLogged.class).stream().map(RunEvent.EventLogged::note).toList());
    }

    @Test
    void aPlanWithThePopulatePresetIsComplete() {
        assertThat(plan("value-size: 100B", "preset: single-node-populate").points()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "mix: {gett: 1};unknown operation 'gett' (did you mean 'get'?)",
        "mix: {get: [1]};mix: a number is expected for get",
        "keys: latest;keys: latest needs a mix that adds keys",
        "keys: latest, mix: {get: 1, insert: 1};it needs preload: all",
        "keys: latest, mix: {get: 1, insert: 1}, key-count: 5k, preload: 4k;it needs preload: all",
        "key-count: 5k, preload: 6k;preload: 6k keys are more than there are, key-count: 5k",
        "preload: half;preload: 'half' is not a share or count",
        "mix: {insert: 1}, mix-order: diced;mix-order: diced does not tell",
        "rate: 5/s, think-time: 1s;think-time has no meaning with a rate",
        "keys: sequential, rate: 5/s;leave rate out",
        "query-filter: 25%;query-filter has no effect without index-query in the mix",
        "mix: \"get=1,group-query=1\", query-filter: 25%;query-filter has no effect without index-query in the mix",
        "mix: \"index-query=1\", query-filter: 0%;query-filter: 0% is too small; the smallest is 0.01%",
        "keys: partitioned, key-count: 10;10 keys cannot be shared out evenly among 4 workers; use a multiple, as 8",
        "duration: none;duration: none needs operations",
        "instances: 3;instances: 4 workers cannot be shared out evenly among 3 instances; use a multiple, as 6 workers",
        "instances: 8;instances: 4 workers cannot be shared out evenly among 8 instances; use a multiple, as 8 workers",
        "instances: 4, key-count: 3;key-count: 3 keys are not enough for 4 instances",
        "value-size: 64MB, workers: 100;workers need more than 2 GiB",
        "mix: {get: 1, put: 2}, mixx: {get: 1};unknown param 'mixx' (did you mean 'mix'?)"})
    void contradictionsAreToldInOneLine(String settings, String message) {
        assertThatThrownBy(() -> plan(settings, "")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .message().doesNotContain("\n");
    }

    @Test
    void onlyOneGroupInserts() {
        Plan plan = plan("duration: 1s", """
                groups:
                  - {name: one, mix: {insert: 1}}
                  - {name: two, mix: {insert: 1}}
                """);
        assertThatThrownBy(() -> WORKLOAD.estimate(plan.points().getFirst().values()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("mix: only one group can insert, not one and two; use put in the others");
    }
}
