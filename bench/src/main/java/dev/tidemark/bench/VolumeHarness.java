package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Allocation;
import dev.tidemark.bench.support.Cost;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * The workload volume as it is, on a target that stays open from turn to turn: its own plan, whose measured stage the
 * harness runs; intervals are encoded and decoded and the target's counters read at the end of each, as a run does.
 * A run's watch over the machine, once a second, is left out.
 */
final class VolumeHarness implements AutoCloseable {

    private final Clock clock = Clock.system();
    private final Workload workload = Workloads.named("volume");
    private final Driver driver;
    private final Map<String, Object> settings;
    private final long seed;
    private final Context context;
    private final OpenTarget target;

    /**
     * Opens and creates the target.
     *
     * @param scratch  the target's own folder
     * @param settings of the target, and of the workload where they are the same in all turns
     */
    VolumeHarness(String driver, Path scratch, long seed, Map<String, Object> settings) throws DriverException {
        this.driver = Drivers.named(driver);
        this.settings = settings;
        this.seed = seed;
        context = new Context(clock, scratch, Secrets.ofThisProcess(), System.err::println, () -> false);
        target = this.driver.open(values(Map.of()).only(this.driver.params()), context);
        target.create();
    }

    OpenTarget target() {
        return target;
    }

    private Values values(Map<String, ?> more) {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.putAll(more);
        return Planner.values(workload, driver, Setting.given(all));
    }

    /**
     * Runs as fast as it goes; whatever is there stays there.
     *
     * @param turn settings of the workload for this turn
     */
    Cost run(int workers, long operations, Map<String, ?> turn) {
        Values values = values(turn).with("workers", String.valueOf(workers), SettingOrigin.SET)
                .with("operations", String.valueOf(operations), SettingOrigin.SET).with("duration", "none",
                SettingOrigin.SET);
        ExecutionPlan executionPlan = workload.executionPlan(new WorkloadContext(values, seed, target, context));
        LongAdder allocated = new LongAdder();
        long half = operations / workers / 2;
        Stage stage = counted(executionPlan.stages().getLast().get(), half, allocated);
        StageResult result = new StageRunner(clock, StageSettings.of(values.only(RunParams.ALL), clock.nanoTime()),
                () -> false).run(0, stage, new Listener());
        check(executionPlan, result);
        return new Cost((double) result.span().nanos() * workers / operations,
                (double) allocated.sum() / (operations - half * workers));
    }

    private static void check(ExecutionPlan executionPlan, StageResult result) {
        result.broken().or(() -> result.outcomes().stream().filter(o -> o.outcome() != Outcome.OK)
                .map(o -> o.outcome() + ": " + o.reason()).findFirst())
                .or(() -> executionPlan.evaluation().judge(List.of(result))).ifPresent(why -> {
                    throw new IllegalStateException(why);
                });
    }

    private static Stage counted(Stage stage, long half, LongAdder allocated) {
        WorkerGroup workerGroup = stage.workerGroups().getFirst();
        return new Stage(stage.phase(), stage.kinds(),
                List.of(new WorkerGroup(workerGroup.name(), workerGroup.load(), workerGroup.operations(),
                worker -> new Counted(workerGroup.actors().actor(worker), half, allocated))), stage.time(),
                stage.expected(),
                stage.headline());
    }

    @Override
    public void close() throws DriverException {
        target.close();
    }

    /** An actor of volume's; counts what its thread allocates from operation {@code half} on. */
    private static final class Counted implements Actor {
        private final Actor actor;
        private final long half;
        private final LongAdder allocated;
        private long done;
        private long allocatedAtHalf;

        Counted(Actor actor, long half, LongAdder allocated) {
            this.actor = actor;
            this.half = half;
            this.allocated = allocated;
        }

        @Override
        public int prepare(int lane, long n) throws Exception {
            if (done++ == half) {
                allocatedAtHalf = Allocation.ofThisThread();
            }
            return actor.prepare(lane, n);
        }

        @Override
        public int steps() {
            return actor.steps();
        }

        @Override
        public int stepKind(int i) {
            return actor.stepKind(i);
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            return actor.step(i, tally);
        }

        @Override
        public void close() throws Exception {
            if (done > half) {
                allocated.add(Allocation.ofThisThread() - allocatedAtHalf);
            }
            actor.close();
        }
    }

    private final class Listener implements StageListener {

        @Override
        public void interval(Interval interval) {
            SeriesCodec.decode(interval.series());
            target.read();
        }

        @Override
        public void live(RunStatus runStatus) {}

        @Override
        public void event(Event event) {
            System.err.println(event.text());
        }
    }
}
