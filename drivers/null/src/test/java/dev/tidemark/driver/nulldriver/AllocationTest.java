package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In steady state a worker allocates nothing per operation, on the machine's clock and with the no-op database, whether
 * compiled yet or not. A histogram allocates a page when it first sees a duration of a new magnitude, an interval when
 * it ends, and code that is compiled anew may cost some hundred bytes, so a run is cut into stretches: hardly any of
 * them may allocate a byte per operation, while an object for each would be 16 and more.
 */
class AllocationTest {

    private static final int STRETCH = 1000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Reads what its thread allocates in each stretch. */
    private static final class Watched extends Bench.Commits {
        private final long[] readings;
        private int done;

        Watched(DocumentSession session, int operations) {
            super(session);
            readings = new long[operations / STRETCH];
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            if (done % STRETCH == 0) {
                readings[done / STRETCH] = THREADS.getCurrentThreadAllocatedBytes();
            }
            done++;
            return super.step(i, tally);
        }

        /** The share of stretches in the second half of the run in which a byte per operation was allocated. */
        double allocating() {
            int half = readings.length / 2;
            long some = IntStream.range(half + 1, readings.length).filter(i -> readings[i] - readings[i - 1] >= STRETCH)
                    .count();
            return (double) some / (readings.length - half - 1);
        }
    }

    private static double measure(Load load, int operations) {
        Bench bench = new Bench(Clock.system());
        Watched[] actor = new Watched[1];
        bench.run(load, Limit.operations(operations),
                worker -> actor[0] = new Watched(bench.target.session(worker, DocumentSession.class), operations));
        assertThat(actor[0].done).isEqualTo(operations);
        return actor[0].allocating();
    }

    /** The actor alone: it makes keys, values, entries and terms, and asks the session for everything. */
    @ParameterizedTest
    @ValueSource(strings = {"mix: {get: 5, update: 1}", "mix: {get: 1, put: 1}, keys: zipf, key-format: text",
        "mix: {head: 1, put: 1, delete: 1}, keys: hot-set, key-format: hashed-text, key-order: adjacent",
        "mix: {get: 5, put: 1}, keys: pareto, mix-order: diced, value-sizes: exponential",
        "mix: {get: 5, put: 1}, keys: pareto-unbounded, value-sizes: uniform", "mix: {put: 1}, keys: sequential",
        "mix: {put: 1}, keys: partitioned", "mix: {get: 95, insert: 5}, keys: latest, preload: all",
        "mix: {get: 8, insert: 3, delete: 1}, keys: own, preload: all, compressibility: 2",
        "mix: {put-indexed: 2, update-indexed: 2, index-query: 1, group-query: 1}", "mix: {scan: 95, insert: 5}"})
    void anOperationOfVolumeAllocatesNothing(String settings) throws Exception {
        Values values = Planner.plan(ExperimentReader.read("workload: volume\ntarget: \"null\"\nset: {workers: 1, "
                + "key-count: 4M, value-size: 1kB, " + settings + "}", "test.yaml"), Map.of())
                .points().getFirst().values();
        Context context = Bench.context(Clock.system());
        try (OpenTarget target = new NullDriver().open(values.only(NullParams.ALL), context)) {
            ExecutionPlan executionPlan = Workloads.named("volume")
                    .executionPlan(new WorkloadContext(values, 1, target, context));
            WorkerGroup workerGroup = executionPlan.stages().getLast().get().workerGroups().getFirst();
            try (Actor actor = workerGroup.actors().actor(0)) {
                assertThat(stretches(actor)).as("bytes").filteredOn(bytes -> bytes >= STRETCH).hasSizeLessThan(3);
            }
        }
    }

    /**
     * What stretches of operations allocate, after a first one that loads what is needed. What is rare is loaded in a
     * later one; an operation that allocates does so in all.
     */
    private static List<Long> stretches(Actor actor) throws Exception {
        Tally tally = new Tally();
        List<Long> all = new ArrayList<>();
        for (long n = 0; all.size() < 21;) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < STRETCH; i++) {
                actor.prepare(0, n++);
                tally.clear();
                for (int step = 0; step < actor.steps(); step++) {
                    actor.step(step, tally);
                }
            }
            all.add(THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return all.subList(1, all.size());
    }

    @Test
    void aClosedLoopAllocatesNothingPerOperation() {
        assertThat(measure(new Load.Closed(1, Duration.ZERO), 1_000_000)).isLessThan(0.1);
    }

    @Test
    void anOpenLoopAllocatesNothingPerOperation() {
        assertThat(measure(new Load.Open(1, Schedules.constant(1e9)), 1_000_000)).isLessThan(0.1);
    }

    @Test
    void waitingForASlotAllocatesNothing() {
        assertThat(measure(new Load.Open(1, Schedules.poisson(100_000, 1)), 200_000)).isLessThan(0.5);
    }
}
