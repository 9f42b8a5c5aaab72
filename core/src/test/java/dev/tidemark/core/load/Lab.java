package dev.tidemark.core.load;

import module java.base;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.VirtualClock;

/** Runs stages in virtual time and keeps what they report. */
public class Lab implements StageListener {

    public static final OperationKinds INSERTS = new OperationKinds(List.of("insert"), List.of());
    public static final long MS = 1_000_000;
    public static final long SECOND = 1_000_000_000;

    public final VirtualClock clock = new VirtualClock();
    public final List<Interval> intervals = new ArrayList<>();
    public final List<RunStatus> lives = new ArrayList<>();
    public final List<Event> events = new ArrayList<>();
    /** The clock's readings when the load of a stage had ended. */
    public final List<Long> ended = new ArrayList<>();
    public final List<LoggedOperation> logged = new ArrayList<>();
    public final List<LogBlock> log = new ArrayList<>();
    public Duration drainLimit = Duration.ofSeconds(30);
    public IntervalRule rule = IntervalRule.AUTO;
    public BooleanSupplier cancelled = () -> false;

    /** One operation of one step. */
    @FunctionalInterface
    public interface Operation {
        Outcome run(int worker, long n, Tally tally) throws Exception;
    }

    public StageResult run(Load load, Limit limit, Operation operation) {
        return run(new Stage(Phase.MEASURE, load, limit, INSERTS, worker -> actor(worker, operation), 0, true));
    }

    public StageResult run(Stage stage) {
        StageRunner runner = new StageRunner(clock, new StageSettings(WaitStrategy.SLEEP, rule, drainLimit, 0),
                cancelled);
        return runner.run(0, stage, this);
    }

    /** An operation that takes a while and stores one unit. */
    public Operation taking(long nanos) {
        return (worker, n, tally) -> {
            pass(nanos);
            tally.units = 1;
            return Outcome.OK;
        };
    }

    public void pass(long nanos) {
        clock.sleepUntil(clock.nanoTime() + nanos);
    }

    public static Actor actor(int worker, Operation operation) {
        return new Actor() {
            private long n;

            @Override
            public int prepare(int lane, long position) {
                n = position;
                return 0;
            }

            @Override
            public Outcome step(int i, Tally tally) throws Exception {
                return operation.run(worker, n, tally);
            }

            @Override
            public String name(int lane, long position) {
                return "operation " + position;
            }

            @Override
            public void close() {}
        };
    }

    /** An actor that takes a while to prepare each operation. */
    public Actor preparing(long nanos, int worker, Operation operation) {
        return new Preparing(actor(worker, operation), n -> pass(nanos));
    }

    /** An actor that leaves what it does to another. */
    private interface Wrapping extends Actor {
        Actor actor();

        @Override
        default int prepare(int lane, long n) throws Exception {
            return actor().prepare(lane, n);
        }

        @Override
        default int steps() {
            return actor().steps();
        }

        @Override
        default int stepKind(int i) {
            return actor().stepKind(i);
        }

        @Override
        default Outcome step(int i, Tally tally) throws Exception {
            return actor().step(i, tally);
        }

        @Override
        default void close() throws Exception {
            actor().close();
        }
    }

    /** Does what another does in one step so often, in steps of as many kinds. */
    public record Steps(int steps, Actor actor) implements Wrapping {
        @Override
        public int stepKind(int i) {
            return i;
        }
    }

    /** Is done when a condition holds, which is looked at before each operation. */
    public record Done(Actor actor, BooleanSupplier when) implements Wrapping {
        @Override
        public boolean done() {
            return when.getAsBoolean();
        }
    }

    /** Does something before each operation is prepared. */
    public record Preparing(Actor actor, LongConsumer before) implements Wrapping {
        @Override
        public int prepare(int lane, long n) throws Exception {
            before.accept(n);
            return actor.prepare(lane, n);
        }
    }

    /** Does something of its own when it is closed. */
    public record Closing(Actor actor, Runnable whenClosed) implements Wrapping {
        @Override
        public void close() {
            whenClosed.run();
        }
    }

    public static Limit within(Duration time) {
        return new Limit(Limit.UNLIMITED, time);
    }

    /** All intervals of the last run added up. */
    public SeriesSet total() {
        SeriesSet all = new SeriesSet();
        intervals.forEach(i -> all.add(SeriesCodec.decode(i.series())));
        return all;
    }

    /** Of each interval that was told, its parts added up. */
    public Map<Integer, SeriesSet> bySeq() {
        Map<Integer, SeriesSet> bySeq = new TreeMap<>();
        intervals.forEach(i -> bySeq.computeIfAbsent(i.seq(), _ -> new SeriesSet()).add(SeriesCodec.decode(i.series())));
        return bySeq;
    }

    @Override
    public void ended() {
        ended.add(clock.nanoTime());
    }

    @Override
    public void interval(Interval interval) {
        intervals.add(interval);
    }

    @Override
    public void log(LogBlock block) {
        log.add(block);
    }

    @Override
    public void logged(List<LoggedOperation> operations) {
        logged.addAll(operations);
    }

    @Override
    public void live(RunStatus runStatus) {
        lives.add(runStatus);
    }

    @Override
    public void event(Event event) {
        events.add(event);
    }
}
