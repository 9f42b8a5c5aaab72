package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/** The workload volume on the real engine, with every value that is read compared. */
public abstract class VolumeContract extends TargetContract {

    private static final String ALL = "{get: 6, head: 2, put: 2, insert: 2, update: 2, delete: 1, put-indexed: 1, "
            + "update-indexed: 1, index-query: 1, group-query: 1, scan: 1, list-keys: 1}";

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    /** Settings of the driver in every test, as YAML of one line that ends in a comma and a space; or nothing. */
    protected String engine() {
        return "";
    }

    /** Runs the only point of a plan, and says what was measured. */
    protected final Map<String, Double> run(String settings, String more) {
        events.clear();
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: volume\ntarget: " + driver().name()
                + "\nset: {warm-up: none, duration: none, verify: all, value-size: 500B, index-groups: 20, "
                + "index-days: 50, failure-limit: none, " + engine() + settings + "}\n" + more, "test.yaml"), Map.of())
                .points().getFirst().values().settings();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "volume", driver().name(), point, 7, directory.resolve("scratch").toString(),
                    false), events::add);
        }
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        List<PhaseSpan> spans = events(RunEvent.PhaseEnded.class).stream().map(RunEvent.PhaseEnded::span).toList();
        List<Interval> intervals = events(RunEvent.Measured.class).stream().map(RunEvent.Measured::interval).toList();
        IterationDetail detail = new IterationDetail("volume", point, spans, intervals, outcomes(), readings(),
                workers(), notes());
        return Workloads.named("volume").summarise(detail, driver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private <E extends RunEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<OutcomeCount> outcomes() {
        return events(RunEvent.PhaseEnded.class).stream().flatMap(p -> p.outcomes().stream()).toList();
    }

    private List<WorkerCount> workers() {
        return events(RunEvent.PhaseEnded.class).stream().filter(p -> p.span().headline())
                .flatMap(p -> p.workers().stream()).toList();
    }

    private List<TimedSnapshot> readings() {
        return events(RunEvent.Sampled.class).stream().map(RunEvent.Sampled::reading).toList();
    }

    private List<Event> notes() {
        return events(RunEvent.EventLogged.class).stream().map(RunEvent.EventLogged::note).toList();
    }

    private Set<String> kinds() {
        return outcomes().stream().map(OutcomeCount::kind).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Nothing fails and no value is wrong, or the run would not be done; and nothing is left behind. */
    @Test
    void everyOperationIsAnsweredRightlyAndNothingIsLeft() {
        Map<String, Double> values = run("workers: 3, key-count: 600, preload: all, operations: 3000, scan-length: 20, "
                + "keys: zipf, mix: " + ALL, "");
        assertThat(kinds()).contains("get", "head", "put", "insert", "update", "delete", "put-indexed",
                "update-indexed", "index-query", "group-query", "scan", "list-keys");
        assertThat(values.get("failures")).isZero();
        assertThat(values.get("rows-per-index-query")).isPositive();
        assertThat(values.get("rows-per-group-query")).isPositive();
        assertThat(values.get("rows-per-scan")).isBetween(2.0, 20.0);
        assertThat(directory).isEmptyDirectory();
    }

    /** Nobody deletes, so that a lookup that finds nothing would be a failure. */
    @Test
    void severalInstancesHaveKeysAndFoldersOfTheirOwn() {
        Path named = directory.resolve("named");
        Map<String, Double> values = run("workers: 6, instances: 3, key-count: 900, preload: all, operations: 3000, "
                + "not-found: failure, directory: \"" + named + "\", mix: {get: 4, put: 1, update: 1, put-indexed: 1, "
                + "group-query: 1}", "background: [{do: list-keys, instances: together}, {do: fold-heads}]");
        assertThat(values.get("failures")).isZero();
        assertThat(values.get("slowest-instance-operations-per-second")).isPositive()
                .isLessThanOrEqualTo(values.get("fastest-instance-operations-per-second"));
        // Of an instance's two workers one may do all of its work, when the machine gives the other no time.
        assertThat(workers().stream().collect(Collectors.groupingBy(w -> w.worker() / 2,
                Collectors.summingLong(WorkerCount::operations)))).isEqualTo(Map.of(0, 1000L, 1, 1000L, 2, 1000L));
        assertThat(readings().stream().filter(r -> r.moment().equals(TimedSnapshot.END)
                && r.reading().ofTarget()).map(r -> r.reading().node())).containsExactly("");
        assertThat(readings().stream().filter(r -> r.moment().equals(TimedSnapshot.END)
                && r.reading().node().startsWith(MetricSnapshot.INSTANCE))
                .mapToDouble(r -> r.reading().counters().get(MetricSnapshot.UNITS)).sum()).isEqualTo(3000);
        assertThat(TaskRun.of(notes())).filteredOn(t -> t.task().equals("list-keys") && t.state() == TaskRun.State.DONE)
                .allMatch(t -> t.rows() == 300).extracting(TaskRun::instance).doesNotHaveDuplicates();
        assertThat(TaskRun.of(notes())).noneMatch(t -> t.state() == TaskRun.State.FAILED);
        assertThat(directory).isEmptyDirectory();
    }

    /** A tenth of what is stored before is written afterwards. */
    @Test
    void whatWasStoredBeforeIsNoPartOfWhatTheLoadMadeTheEngineWrite() {
        Map<String, Double> values = run("workers: 2, key-count: 2000, preload: all, operations: 2000, "
                + "mix: {get: 9, put: 1}", "");
        assertThat(values.getOrDefault("write-amplification", 2.0)).isBetween(0.9, 8.0);
        assertThat(values).doesNotContainKey("documents");
    }

    @Test
    void keysOfOnesOwnGrowAtOneEndAndShrinkAtTheOther() {
        Map<String, Double> values = run("workers: 4, instances: 2, keys: own, key-count: 400, preload: all, "
                + "operations: 2000, not-found: failure, mix: {get: 6, insert: 2, delete: 1}", "");
        assertThat(values.get("failures")).isZero();
        assertThat(directory).isEmptyDirectory();
    }
}
