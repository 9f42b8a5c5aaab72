package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.VirtualClock;

/** Loads in virtual time, and what would be stored of them. */
public final class VirtualLoad implements StageListener {

    public static final long MS = 1_000_000;
    public static final long SECOND = 1_000 * MS;

    private final VirtualClock clock = new VirtualClock();
    private final List<Interval> intervals = new ArrayList<>();
    private final OperationKinds operationKinds;
    private final ToIntFunction<Long> kindOf;
    private long begin;

    /** @param kindOf the kind of each operation */
    public VirtualLoad(List<String> kinds, ToIntFunction<Long> kindOf) {
        this.operationKinds = new OperationKinds(kinds, List.of());
        this.kindOf = kindOf;
    }

    /** What an operation does, and how it ends. */
    @FunctionalInterface
    public interface Operation {
        /** @param since the phase's start, in nanoseconds */
        Outcome run(long n, long since) throws Exception;
    }

    public void pass(long nanos) {
        clock.sleepUntil(clock.nanoTime() + nanos);
    }

    /** Runs a load on its own. */
    public IterationDetail run(Load load, Limit limit, Operation operation, List<Setting> settings) {
        StageResult result = new StageRunner(clock, new StageSettings(WaitStrategy.SLEEP, IntervalRule.AUTO,
                Duration.ofSeconds(30), clock.nanoTime()), () -> false).run(0, new Stage(Phase.MEASURE, load, limit,
                operationKinds, worker -> new Issuing(operation), 0, true), this);
        return new IterationDetail("volume", settings, List.of(result.span()), intervals, result.outcomes(), List.of(),
                result.workers(), List.of());
    }

    private final class Issuing implements Actor {
        private final Operation operation;
        private long n;

        Issuing(Operation operation) {
            this.operation = operation;
        }

        @Override
        public int prepare(int lane, long position) {
            n = position;
            return kindOf.applyAsInt(n);
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            tally.units = 1;
            return operation.run(n, clock.nanoTime() - begin);
        }

        @Override
        public void close() {}
    }

    @Override
    public void begins(long nanoTime) {
        begin = nanoTime;
    }

    @Override
    public void interval(Interval interval) {
        intervals.add(interval);
    }

    @Override
    public void live(RunStatus runStatus) {}

    @Override
    public void event(Event event) {}
}
