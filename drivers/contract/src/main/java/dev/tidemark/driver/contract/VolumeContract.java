package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/** The workload volume on the real engine, with every value that is read compared. */
public abstract class VolumeContract extends TargetContract {

    private static final String ALL = "{get: 6, head: 2, put: 2, insert: 2, update: 2, delete: 1, put-indexed: 1, "
            + "update-indexed: 1, index-query: 1, group-query: 1, scan: 1, list-keys: 1}";

    private IterationDetail detail;

    /** Settings of the driver in every test, as YAML of one line that ends in a comma and a space; or nothing. */
    protected String engine() {
        return "";
    }

    /** Runs the only point of a plan, and says what was measured. */
    protected final Map<String, Double> run(String settings, String more) {
        List<Setting> point = RecordedRun.points("volume", driver().name(), "warm-up: none, duration: none, verify: all, "
                + "value-size: 500B, index-groups: 20, index-days: 50, failure-limit: none, " + engine() + settings, more)
                .getFirst().values().settings();
        RecordedRun run = RecordedRun.of(request(1, "volume", point));
        assertThat(run.ended()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        detail = run.detail("volume", point);
        return Workloads.named("volume").summarise(detail, driver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private List<WorkerCount> workers() {
        int measured = detail.headline().orElseThrow().index();
        return detail.workers().stream().filter(w -> w.phase() == measured).toList();
    }

    private Set<String> kinds() {
        return detail.outcomes().stream().map(OutcomeCount::kind).collect(Collectors.toCollection(LinkedHashSet::new));
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
        List<MetricSnapshot> atTheEnd = detail.readings(TimedSnapshot.END).stream().map(TimedSnapshot::reading).toList();
        assertThat(atTheEnd).filteredOn(MetricSnapshot::ofTarget).extracting(MetricSnapshot::node).containsExactly("");
        assertThat(atTheEnd.stream().filter(r -> r.node().startsWith(MetricSnapshot.INSTANCE))
                .mapToDouble(r -> r.counters().get(MetricSnapshot.UNITS)).sum()).isEqualTo(3000);
        assertThat(TaskRun.of(detail.events())).filteredOn(t -> t.task().equals("list-keys")
                && t.state() == TaskRun.State.DONE).allMatch(t -> t.rows() == 300).extracting(TaskRun::instance)
                .doesNotHaveDuplicates();
        assertThat(TaskRun.of(detail.events())).noneMatch(t -> t.state() == TaskRun.State.FAILED);
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
