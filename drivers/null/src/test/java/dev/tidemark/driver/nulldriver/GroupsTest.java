package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.DatasetLoader;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker groups from the experiment to the measures, on queues whose answers arithmetic knows. */
class GroupsTest {

    private static final Workload WORKLOAD = Workloads.named("random-io");

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();

    @BeforeEach
    void makeDatasets() throws Exception {
        fill("one", 2, 60);
        fill("two", 3, 500);
    }

    private void fill(String name, int keyspaces, int size) throws Exception {
        Path home = Files.createDirectories(folder.resolve(name));
        NullTarget target = new NullTarget(Bench.values(), new Context(clock, home, Secrets.ofThisProcess(), note -> { }, () -> false));
        new DatasetLoader(target, clock, () -> false, Progress.none()).fill(new DatasetManifest(DatasetManifest.FORMAT,
                name, "null", 3, size, List.of(), List.of()).grown(keyspaces, 50));
    }

    private static Plan plan(String yaml) {
        return Planner.plan(ExperimentReader.read("workload: random-io\ntarget: \"null\"\n" + yaml, "test.yaml"),
                Map.of());
    }

    /** Runs the only point. @param datasets whose folders are named so */
    private RunEvent.Ended run(String yaml, String... datasets) throws InterruptedException {
        return run(plan(yaml).points().getFirst(), datasets);
    }

    private RunEvent.Ended run(Point point, String... datasets) throws InterruptedException {
        List<RunRequest.DatasetLocation> places = datasets.length < 2 ? List.of() : List.of(datasets).stream()
                .map(d -> new RunRequest.DatasetLocation(d, RunnerPath.absolute(folder.resolve(d).toString()),
                        List.of())).toList();
        RunRequest request = new RunRequest(1, "random-io", "null", point.values().settings(), 1,
                RunnerPath.absolute(folder.resolve(datasets[0]).toString()), false, places, "");
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        return (RunEvent.Ended) events.getLast();
    }

    private <E extends RunEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private Map<String, Double> values(String yaml) {
        return values(plan(yaml).points().getFirst());
    }

    private Map<String, Double> values(Point point) {
        List<PhaseSpan> phases = events(RunEvent.PhaseEnded.class).stream().map(RunEvent.PhaseEnded::span).toList();
        List<Interval> intervals = events(RunEvent.Measured.class).stream().map(RunEvent.Measured::interval).toList();
        List<OutcomeCount> outcomes = events(RunEvent.PhaseEnded.class).stream().flatMap(p -> p.outcomes().stream())
                .toList();
        List<WorkerCount> workers = events(RunEvent.PhaseEnded.class).stream().flatMap(p -> p.workers().stream())
                .toList();
        IterationDetail detail = new IterationDetail("random-io", point.values().settings(), phases, intervals,
                outcomes, List.of(), workers, List.of());
        return WORKLOAD.summarise(detail, new NullDriver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private void assertMeasured(String yaml, Object... namesAndNumbers) {
        assertMeasured(plan(yaml).points().getFirst(), namesAndNumbers);
    }

    private void assertMeasured(Point point, Object... namesAndNumbers) {
        Map<String, Double> values = values(point);
        for (int i = 0; i < namesAndNumbers.length; i += 2) {
            double number = ((Number) namesAndNumbers[i + 1]).doubleValue();
            assertThat(values).containsKey((String) namesAndNumbers[i]);
            assertThat(values.get((String) namesAndNumbers[i])).as((String) namesAndNumbers[i])
                    .isCloseTo(number, within(Math.abs(number) * 2e-3));
        }
    }

    /** Three workers and three servers: nobody waits. A writer needs 1 ms for its commit and thinks for 3 ms. */
    @Test
    void whereEachFindsAServerEachGroupHasItsOwnRate() throws InterruptedException {
        String yaml = """
                set: {dataset: one, duration: 4s, servers: 3, service-time: 1ms}
                groups:
                  - {name: readers, workers: 2, read-percent: 100}
                  - {name: writers, workers: 1, read-percent: 0, think-time: 3ms, transaction-length: 5}
                """;
        assertThat(run(yaml, "one")).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertMeasured(yaml, "readers.operations-per-second", 2000, "readers.response.mean", 1, "readers.response.p99",
                1,
                "writers.operations-per-second", 1250, "writers.writes-per-second", 1250, "writers.response.max", 1,
                "operations-per-second", 3250, "reads-per-second", 2000, "writes-per-second", 1250,
                "readers.failures", 0, "readers.worker-cv", 0, "read-share", 100 * 2000 / 3250.0, "outside-target", 0);
    }

    /** One server for three workers that never pause: each gets every third millisecond, and waits for three. */
    @Test
    void oneServerIsSharedOutOverTheWorkersOfAllGroups() throws InterruptedException {
        String yaml = """
                set: {dataset: one, duration: 3s, servers: 1, service-time: 1ms}
                groups: [{name: readers, workers: 2}, {name: writers, workers: 1, read-percent: 0}]
                """;
        assertThat(run(yaml, "one").state()).isEqualTo(IterationState.DONE);
        assertMeasured(yaml, "operations-per-second", 1000, "readers.operations-per-second", 2000 / 3.0,
                "writers.operations-per-second", 1000 / 3.0, "readers.response.p50", 3, "writers.response.p50", 3);
    }

    /**
     * D/D/1: a read is due every 2 ms and takes 1 ms; for a second of the four twice as much is due as can be done.
     * Then slot i of the 2,000 is due at 1 s + i/2 ms and done at 1 s + (i + 1) ms, so it takes 1 + i/2 ms: the last
     * 1000.5 ms. The other 1,000 take 1 ms, so the median of the 3,000 is that of i = 499.
     */
    @Test
    void randomIoFollowsStepsWhateverTheTargetDoes() throws InterruptedException {
        String yaml = """
                set:
                  dataset: one
                  workers: 1
                  servers: 1
                  service-time: 1ms
                  arrivals: steps
                  rate-steps: 500/s for 1s; 2k/s for 1s; 0/s for 1s; 500/s for 1s
                """;
        assertThat(run(yaml, "one").state()).isEqualTo(IterationState.DONE);
        assertMeasured(yaml, "operations-per-second", 750, "reads-per-second", 750, "elapsed", 4,
                "service.p99", 1, "response.max", 1000.5, "response.p50", 250.5, "failures", 0);
        assertThat(values(yaml)).containsEntry("censored", 0.0).containsEntry("self.p99", 0.0)
                .doesNotContainKeys("computed-iops", "outside-target");
    }

    @Test
    void whatAWorkerReadAndWroteIsCountedApart() throws InterruptedException {
        String yaml = """
                set: {dataset: one, duration: 2s, servers: 2, service-time: 1ms, read-percent: 30, transaction-length: 5}
                groups: [{name: mixed, workers: 2}, {name: readers, workers: 1, read-percent: 100}]
                """;
        assertThat(run(yaml, "one").state()).isEqualTo(IterationState.DONE);
        List<WorkerCount> workers = events(RunEvent.PhaseEnded.class).stream().filter(p -> p.span().headline())
                .flatMap(p -> p.workers().stream()).toList();
        assertThat(workers).allSatisfy(w -> assertThat(w.kinds().values().stream().mapToLong(k -> k).sum())
                .isEqualTo(w.units()).isPositive());
        assertThat(workers).extracting(w -> w.kinds().keySet()).containsExactly(Set.of("read", "write"),
                Set.of("read", "write"), Set.of("read"));
        assertThat(workers.stream().mapToLong(w -> w.units("write").orElseThrow()).sum() / 2.0)
                .isCloseTo(values(yaml).get("writes-per-second"), within(5.0));
    }

    /** 200 transactions of 5 updates, evenly: each takes its 1 ms of commit at once. */
    @Test
    void aRateCountsUpdatesAndNotTransactions() throws InterruptedException {
        String yaml = """
                set: {dataset: one, workers: 3, service-time: 1ms, read-percent: 0, transaction-length: 5, rate: 500/s,
                  operations: 1000, duration: none}
                """;
        assertThat(run(yaml, "one").state()).isEqualTo(IterationState.DONE);
        assertMeasured(yaml, "writes-per-second", 500, "elapsed", 2, "response.max", 1, "wait.p99", 0);
    }

    /** Readers at 500/s beside a writer that does what it can. */
    @Test
    void eachGroupHasTheRateThatItIsTold() throws InterruptedException {
        String yaml = """
                set: {dataset: one, duration: 4s, servers: 3, service-time: 1ms, rate: 500/s}
                groups:
                  - {name: readers, workers: 2}
                  - {name: writers, workers: 1, read-percent: 0, rate: unpaced}
                  - {name: bursts, workers: 2, arrivals: steps, rate-steps: 0/s for 2s; 100/s for 1s}
                """;
        assertThat(run(yaml, "one").state()).isEqualTo(IterationState.DONE);
        assertMeasured(yaml, "readers.operations-per-second", 500, "writers.operations-per-second", 1000,
                "bursts.operations-per-second", 25, "readers.response.max", 1, "bursts.response.max", 1);
    }

    /** At the second point the writers have a rate of their own, so that they could have one at the first. */
    @Test
    void aStepOfASearchOffersItsRateToEachGroupThatHasNone() throws InterruptedException {
        Plan plan = plan("""
                set: {dataset: one, servers: 9, service-time: 1ms}
                groups: [{name: readers, workers: 2}, {name: writers, workers: 2, read-percent: 0}]
                search: {find-rate: {start: 100/s, step: 4s}}
                plan: list
                points: [{}, {writers.rate: 50/s}]
                """);
        Point step = plan.searches().getFirst().step(1, "200/s").at(plan.points().getFirst(), WORKLOAD);
        assertThat(run(step, "one").state()).isEqualTo(IterationState.DONE);
        assertMeasured(step, "readers.operations-per-second", 200, "writers.operations-per-second", 200,
                "operations-per-second", 400);
        assertThat(plan.points()).extracting(p -> p.values().texts().get("writers.rate")).containsExactly(null, "50/s");
    }

    @Test
    void aRampRaisesTheSettingOfEachGroupThatHasNoneOfItsOwn() {
        Plan plan = plan("""
                set: {dataset: one}
                groups: [{name: readers}, {name: writers, workers: 3, read-percent: 0}, {name: others}]
                search: {ramp: {param: workers, steps: [1, x2]}}
                plan: list
                points: [{}, {readers.workers: 5}]
                """);
        Point step = plan.searches().getFirst().step(2, "4").at(plan.points().getFirst(), WORKLOAD);
        assertThat(WorkerGroups.of(WORKLOAD, step.values())).extracting(g -> g.values().texts().get("workers"))
                .containsExactly("4", "3", "4");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "find-rate: {step: 4s}   | rate: 5/s                                | rate is searched for",
        "find-rate: {step: 4s}   | arrivals: steps, rate-steps: 5/s for 1s  | rate is searched for",
        "ramp: {param: workers}  | workers: 2                               | workers is ramped"})
    void whereEachGroupHasItsOwnNothingIsLeftToSearchFor(String search, String own, String complaint) {
        String yaml = "set: {dataset: one}\nsearch: {" + search + "}\ngroups: [{name: a, " + own + "}, {name: b%s}]\n";
        assertThat(plan(yaml.formatted("")).points()).hasSize(1);
        assertThatThrownBy(() -> plan(yaml.formatted(", " + own))).isInstanceOf(InvalidInputException.class)
                .hasMessage(complaint + ", but each group has its own; leave out that of one of them");
    }

    /** Two datasets are two targets, each with a server of its own. */
    @Test
    void groupsOnTwoDatasetsMeetInNoQueue() throws InterruptedException {
        String yaml = """
                set: {duration: 3s, servers: 1, service-time: 1ms}
                groups:
                  - {name: readers, workers: 2, dataset: one}
                  - {name: writers, workers: 1, read-percent: 0, dataset: two}
                """;
        assertThat(run(yaml, "one", "two").state()).isEqualTo(IterationState.DONE);
        assertMeasured(yaml, "readers.operations-per-second", 1000, "readers.response.p50", 2,
                "writers.operations-per-second", 1000, "writers.response.p50", 1);
        assertThat(DatasetManifest.read(new ManifestFolder(folder.resolve("one"))).changedBy()).isEmpty();
        assertThat(DatasetManifest.read(new ManifestFolder(folder.resolve("two"))).changedBy()).hasSize(1);
        assertThat(events(RunEvent.Sampled.class).stream().map(r -> r.reading().reading()).filter(r -> r.ofTarget())
                .map(r -> r.node()).distinct()).containsExactlyInAnyOrder("dataset:one", "dataset:two");
    }

    @Test
    void aDatasetThatIsNotThereFailsTheRunBeforeAnythingIsDone() throws InterruptedException, IOException {
        Files.delete(folder.resolve("two/dataset.json"));
        RunEvent.Ended ended = run("""
                groups: [{name: readers, dataset: one}, {name: writers, read-percent: 0, dataset: two}]
                """, "one", "two");
        assertThat(ended.state()).isEqualTo(IterationState.FAILED);
        assertThat(ended.verdict()).contains("two holds no dataset");
        assertThat(events(RunEvent.Measured.class)).isEmpty();
    }

    @Test
    void whatAGroupIsNotToldItTakesFromThePoint() {
        Point point = plan("""
                set: {dataset: one, workers: 3, think-time: 2ms}
                groups: [{name: readers, read-percent: 100}, {name: writers, read-percent: 0, workers: 1}]
                """).points().getFirst();
        assertThat(point.values().texts()).containsEntry("workers", "3").containsEntry("writers.workers", "1")
                .doesNotContainKey("readers.workers").containsEntry("groups", "readers writers");
    }

    @Test
    void aVariedSettingOfAGroupIsADimensionAndItsDefaultIsThePoints() {
        Plan plan = plan("""
                set: {dataset: one, workers: 3}
                vary: {readers.workers: [1, 2, 4]}
                groups: [{name: readers}, {name: writers, read-percent: 0}]
                """);
        assertThat(plan.points()).extracting(p -> p.values().texts().get("readers.workers"))
                .containsExactlyInAnyOrder("1", "2", "4");
        assertThat(plan.points())
                .extracting(p -> p.values().origin(p.values().params().find("readers.workers").param()))
                .containsOnly(SettingOrigin.VARY);
        assertThat(plan.defaultPoint().values().texts()).containsEntry("readers.workers", "3");
        assertThat(plan.points()).extracting(Point::hash).doesNotHaveDuplicates();
    }

    @Test
    void aRuleThatOneGroupBreaksSaysWhich() {
        assertThatThrownBy(() -> plan("""
                set: {dataset: one}
                groups: [{name: readers, think-time: 2ms}, {name: writers, read-percent: 0}]
                """)).isInstanceOf(InvalidInputException.class)
                .hasMessage("group readers: think-time has no effect when read-percent is 100: leave one of them out");
        assertThatThrownBy(() -> plan("groups: [{name: readers, dataset: one}, {name: writers, read-percent: 0}]\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("group writers: dataset: name one to work on");
    }

    @Test
    void workersOfAllGroupsThatWantKeyspacesOfTheirOwnAreCounted() {
        Point fits = plan(own(2, 1)).points().getFirst();
        Point doesNot = plan(own(2, 2)).points().getFirst();
        Map<String, DatasetManifest> known = Map.of("two", DatasetManifest.read(new ManifestFolder(folder.resolve("two"))));
        WORKLOAD.check(fits.values(), known);
        assertThatThrownBy(() -> WORKLOAD.check(doesNot.values(), known)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("workers: dataset two has 3 keyspaces, fewer than the 4 workers");
    }

    private static String own(int first, int second) {
        return "set: {dataset: two, keyspaces: own, read-percent: 0}\ngroups: [{name: a, workers: " + first
                + "}, {name: b, workers: " + second + "}, {name: c, workers: 9, read-percent: 100}]\n";
    }
}
