package dev.tidemark.core.load.stage;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.os.TimerSlack;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import java.util.concurrent.TimeoutException;

/**
 * A thread that issues operations: makes its actor, begins together with the others, runs its loop, closes its actor.
 * The subclasses are the loops.
 */
abstract class Worker implements Runnable {

    /**
     * How long a worker without a schedule leaves a target in peace that refused a connection, in nanoseconds: soon
     * enough to notice that it is back, and no more than a few refusals a second.
     */
    static final long REST = 100_000_000L;
    /** For how long a target may refuse every connection in a stage that no time limit ends; as long as a restart. */
    private static final long PATIENCE = 60_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;
    private static final int LONGEST_REASON = 200;

    /** Among all workers of the stage. */
    final int number;
    final Clock clock;
    final StageState state;
    final Recorder recorder;
    final Pacer pacer;
    private final WorkerId workerId;
    private final boolean recordsSteps;
    private final long startPoll;
    private final Tally tally = new Tally();
    private Actor actor;
    private AutoCloseable made;
    private Outcome outcome;
    /** Since when the target has refused every connection. */
    private long refusedSince = NEVER;
    private volatile boolean lost;
    private volatile boolean finished;
    private volatile boolean ended;

    Worker(WorkerId workerId, Recorder recorder, StageContext stageContext) {
        this.workerId = workerId;
        this.number = workerId.number();
        this.recorder = recorder;
        clock = stageContext.clock();
        state = stageContext.state();
        startPoll = stageContext.startPoll();
        pacer = stageContext.pacer(recorder, workerId.isBackground());
        recordsSteps = stageContext.recordsSteps();
    }

    /** Issues operations from the phase's start until there is nothing left to start. */
    abstract void loop() throws Exception;

    @Override
    public final void run() {
        try {
            if (makeActor() && awaitStart()) {
                work();
            }
        } finally {
            finished = true;
            state.wake();
            close();
            ended = true;
            state.end();
        }
    }

    /** Makes what the loop acts through. */
    AutoCloseable make(ActorFactory from) throws Exception {
        actor = from.actor(member());
        return actor;
    }

    /** Its number in its group. */
    final int member() {
        return workerId.member();
    }

    /** Whether it starts nothing more, though there may be more. */
    final boolean leaving() {
        return state.leaving(workerId.isBackground());
    }

    /** There is nothing left for its group to start. */
    final void finish() {
        workerId.finish(state);
    }

    private boolean makeActor() {
        try {
            TimerSlack.lower();
            made = make(workerId.runningGroup().workerGroup().actors());
            return true;
        } catch (InvalidInputException e) {
            state.breakWith(ofGroup() + e.getMessage()); // a whole sentence, and any worker would say the same
            return false;
        } catch (Exception | Error e) {
            if (e instanceof DriverException failure && failure.refusesConnection()) {
                state.breakUnreached(ofGroup() + "the target could not be reached when " + workerId + " was to start: "
                        + reason(e), reason(e));
            } else {
                state.breakWith(workerId + " could not start: " + reason(e));
            }
            return false;
        } finally {
            state.arrive();
        }
    }

    /** Begins a sentence that one of several groups is meant by. */
    private String ofGroup() {
        String group = workerId.runningGroup().workerGroup().name();
        return group.isEmpty() ? "" : "group " + group + ": ";
    }

    private boolean awaitStart() {
        while (!state.started() && !state.stopping()) {
            clock.sleepUntil(clock.nanoTime() + startPoll);
        }
        if (state.stopping()) {
            return false;
        }
        recorder.begin(state.startAt());
        return pacer.waitUntil(state.startAt());
    }

    private void work() {
        try {
            loop();
        } catch (Exception | Error e) {
            state.breakWith(workerId + " could not go on: " + reason(e));
        }
        if (!lost) {
            recorder.finish(this::name);
        }
    }

    private void close() {
        if (made == null) {
            return;
        }
        try {
            made.close();
        } catch (Exception | Error e) {
            state.warn(workerId + " could not end cleanly: " + reason(e));
        }
    }

    /** What an operation was about; whatever cannot be found out is no reason to lose the rest. */
    private String name(int lane, long n) {
        try {
            return nameOf(lane, n);
        } catch (RuntimeException e) {
            return "";
        }
    }

    String nameOf(int lane, long n) {
        return actor.name(lane, n);
    }

    /** Whether the actor wants no more operations. */
    final boolean done() {
        return actor.done();
    }

    /** Builds an operation; returns its kind. */
    final int prepare(int lane, long n) throws Exception {
        try {
            return actor.prepare(lane, n);
        } catch (Exception e) {
            throw unprepared(n, e);
        }
    }

    static IllegalStateException unprepared(long n, Exception e) {
        return new IllegalStateException("operation " + n + " could not be prepared: " + reason(e), e);
    }

    /**
     * Runs the prepared operation and returns the clock reading at its end, which the recorder has not reached: as long
     * as the operation's times are recorded first, they need no buffer of their own beside that of the interval in which
     * it began.
     */
    final long perform(int kind, long start) {
        tally.clear();
        recorder.reach(start);
        recorder.enter(kind, start);
        Outcome worst = Outcome.OK;
        long from = start;
        int steps = actor.steps();
        for (int i = 0; i < steps && worst.continues(); i++) {
            if (i > 0) {
                recorder.reach(from);
            }
            Outcome done = step(i);
            long to = clock.nanoTime();
            if (recordsSteps && done.answered()) {
                recordStep(kind, i, to - from);
            }
            if (done != Outcome.OK && done.compareTo(worst) > 0) {
                worst = done;
            }
            from = to;
        }
        if (outcome != worst) { // storing a reference costs the collector's barrier
            outcome = worst;
        }
        return from;
    }

    private void recordStep(int kind, int i, long clocked) {
        long nanos = actor.stepNanos(i, clocked);
        if (nanos >= 0) {
            recorder.step(kind, actor.stepKind(i), nanos);
        }
    }

    private Outcome step(int i) {
        try {
            return actor.step(i, tally);
        } catch (Exception e) {
            return failed(e, tally);
        }
    }

    /** What an exception makes of an operation; leaves its message as the reason. */
    static Outcome failed(Exception e, Tally tally) {
        tally.reason = reason(tally.place == null ? "" : tally.place + ": ", e);
        tally.refused = e instanceof DriverException failure && failure.refusesConnection();
        return switch (e) {
            case OverloadedException _ -> Outcome.PUSH_BACK;
            case StatementException failure when failure.isOverload() -> Outcome.PUSH_BACK;
            case StatementException failure when failure.losesConnection() -> Outcome.CONNECTION_LOST;
            case TimeoutException _ -> Outcome.TIMEOUT;
            case DriverException failure when failure.refusesConnection() -> Outcome.NO_CONNECTION;
            case DriverException failure when failure.losesConnection() -> Outcome.CONNECTION_LOST;
            default -> Outcome.FAILURE;
        };
    }

    /** How the operation that was performed last ended: the worst of its steps. */
    final Outcome outcome() {
        return outcome;
    }

    /** Whether the target refused a connection for it. */
    final boolean refused() {
        return tally.refused;
    }

    final String why() {
        return tally.reason;
    }

    /** An operation ended without a schedule: ends the stage where the target is gone and nothing else would. */
    final void noteRefusal(boolean refused, String why, long end) {
        if (!refused) {
            refusedSince = NEVER;
        } else if (refusedSince == NEVER) {
            refusedSince = end;
        } else if (!state.timed() && end - refusedSince > PATIENCE) {
            state.breakUnreached(ofGroup() + "every connection was refused for " + PATIENCE / 1_000_000_000 + " s: "
                    + why, why);
        }
    }

    /**
     * Whether an operation did not end by itself but with the stage, whose end closes what operations wait for: such a
     * one is no failure; nothing is known of it but that it had not ended.
     */
    final boolean cutOff(Outcome ended) {
        if (ended.answered() || !state.cancelled()) {
            return false;
        }
        recorder.cutOff();
        return true;
    }

    /** Adds up what the operation amounted to. One that was not answered lost at least one unit. */
    final void count(int kind, int lane, long n, long due, long start, long end) {
        count(kind, outcome, tally, lane, n, due, start, end);
    }

    final void count(int kind, Outcome outcome, Tally t, int lane, long n, long due, long start, long end) {
        long failedUnits = t.failedUnits == 0 && !outcome.answered() ? 1 : t.failedUnits;
        if (recordsSteps) {
            recorder.parts(kind, t.parts);
        }
        recorder.count(kind, outcome, end, t.units, failedUnits, t.bytesIn, t.bytesOut, t.hits, t.reason);
        if (t.rowsRead != 0) {
            recorder.scanned(kind, t.rowsRead);
        }
        if (t.rowsWritten != 0) {
            recorder.wrote(kind, t.rowsWritten);
        }
        if (t.retries != 0) {
            recorder.retried(kind, t.retries);
        }
        recorder.log(kind, outcome, t.reason, failedUnits, lane, n, due, start, end);
        if (recorder.logsEach()) {
            recorder.logEach(kind, outcome, t.reason, lane, n, t.item, due, start, end, t.engineNanos, t.hits);
        }
    }

    /** Gives it up: whatever it does from now on is not recorded. */
    final void lose() {
        lost = true;
    }

    final boolean lost() {
        return lost;
    }

    /** Whether its last operation has ended; what it acted through may not be closed yet. */
    final boolean finished() {
        return finished;
    }

    final boolean ended() {
        return ended;
    }

    /** The message of an exception as the reason of a failure: its first line, or its type where it has none. */
    static String reason(Throwable e) {
        return reason("", e);
    }

    private static String reason(String place, Throwable e) {
        String message = e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("").strip();
        String reason = place + (message.isEmpty() ? e.getClass().getSimpleName() : message);
        return Printable.shortened(reason, LONGEST_REASON);
    }
}
