package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Outcome;

/** Keeps several operations in flight, each in a slot of its own. The subclasses say when the next ones are issued. */
abstract class SlotLoop extends Worker implements AsyncActor.Completions {

    /** A wait is cut so often, to notice that the stage is stopped. */
    static final long SLICE = 100_000_000L;
    private static final int NONE = -1;
    /** An operation ends when it is told of. */
    private static final long NOT_REPORTED = Long.MIN_VALUE;

    /** The latest clock reading. */
    long now;
    private final AsyncActorFactory actors;
    private AsyncActor actor;
    /** The free slots are {@code free[0]} to {@code free[freeCount - 1]}. */
    private final int[] free;
    private int freeCount;
    private final int[] kinds;
    private final int[] lanes;
    private final long[] positions;
    private final long[] starts;
    private final Tally[] tallies;
    /** The slots in flight as a list in the order of their starts, so that the oldest is known at once. */
    private final int[] older;
    private final int[] newer;
    private int oldest = NONE;
    private int newest = NONE;
    private int inFlight;
    /** Whether the clock was read for the completions that are being told. */
    private boolean timed;
    /** Of the operation that is told of next. */
    private long reportedEnd = NOT_REPORTED;

    /** Makes what it acts through. */
    @FunctionalInterface
    interface AsyncActorFactory {
        AsyncActor make(ActorFactory from, int worker, int depth) throws Exception;
    }

    SlotLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, int depth, AsyncActorFactory actors) {
        super(workerId, recorder, stageContext);
        this.actors = actors;
        free = new int[depth];
        kinds = new int[depth];
        lanes = new int[depth];
        positions = new long[depth];
        starts = new long[depth];
        tallies = new Tally[depth];
        older = new int[depth];
        newer = new int[depth];
        for (int slot = 0; slot < depth; slot++) {
            free[slot] = depth - 1 - slot;
            tallies[slot] = new Tally();
        }
        freeCount = depth;
    }

    /** Records an operation that has ended. */
    abstract void record(int slot, int kind, Outcome outcome, long start, long end);

    /** When the operation in a slot was due; its start where there is no schedule. */
    abstract long due(int slot, long start);

    @Override
    final AutoCloseable make(ActorFactory from) throws Exception {
        actor = actors.make(from, member(), free.length);
        return actor;
    }

    @Override
    final String nameOf(int ofLane, long n) {
        return actor.name(ofLane, n);
    }

    final int freeCount() {
        return freeCount;
    }

    final int inFlight() {
        return inFlight;
    }

    /** Takes a free slot and builds an operation in it. @return the slot */
    final int prepareSlot(int ofLane, long n) {
        int slot = free[--freeCount];
        tallies[slot].clear();
        try {
            kinds[slot] = actor.prepare(slot, ofLane, n);
            lanes[slot] = ofLane;
            positions[slot] = n;
        } catch (Exception e) {
            throw unprepared(n, e);
        }
        return slot;
    }

    /** Issues the operations that were prepared in the first of some slots; they begin {@code now}. */
    final void submit(int[] prepared, int count) {
        timed = false;
        for (int i = 0; i < count; i++) {
            append(prepared[i]);
        }
        publishInFlight();
        for (int slot = oldestOf(count), next; slot != NONE; slot = next) {
            next = newer[slot];
            submit(slot);
        }
        publishInFlight();
    }

    /** The slot that is so many from the end of the list. */
    private int oldestOf(int count) {
        int slot = newest;
        for (int i = 1; i < count; i++) {
            slot = older[slot];
        }
        return slot;
    }

    private void submit(int slot) {
        try {
            actor.submit(slot);
        } catch (Exception e) {
            failed(slot, e);
        }
    }

    /** Waits for operations to end; an interval's end cuts the wait. @param min 0 looks and does not wait */
    final void await(int min, long timeoutNanos) throws Exception {
        timed = false;
        long cut = Math.min(timeoutNanos, recorder.intervalEnd() - now);
        actor.await(min, min == 0 ? 0 : Math.max(1, cut), this);
        if (!timed && !lost()) {
            now = clock.nanoTime();
            recorder.reach(now + 1); // nothing of this worker ends before now + 1
        }
        publishInFlight();
    }

    private void publishInFlight() {
        if (!lost()) {
            recorder.inFlight(inFlight, oldest == NONE ? 0 : kinds[oldest], oldest == NONE ? 0 : starts[oldest]);
        }
    }

    @Override
    public final Tally tally(int slot) {
        return tallies[slot];
    }

    @Override
    public final void times(int slot, long start, long end) {
        starts[slot] = start;
        reportedEnd = end;
    }

    @Override
    public final void ended(int slot, long end) {
        reportedEnd = end;
    }

    @Override
    public final void step(int slot, int stepKind, long nanos) {
        if (!lost()) {
            recorder.due(due(slot, starts[slot]));
            recorder.step(kinds[slot], stepKind, nanos);
        }
    }

    @Override
    public final void failed(int slot, Exception why) {
        done(slot, failed(why, tallies[slot]));
    }

    @Override
    public final void done(int slot, Outcome outcome) {
        if (lost()) {
            return;
        }
        if (!timed) {
            now = clock.nanoTime();
            recorder.reach(now);
            timed = true;
        }
        long end = reportedEnd == NOT_REPORTED ? now : reportedEnd;
        reportedEnd = NOT_REPORTED;
        remove(slot);
        if (!cutOff(outcome)) {
            record(slot, kinds[slot], outcome, starts[slot], end);
            count(kinds[slot], outcome, tallies[slot], lanes[slot], positions[slot], due(slot, starts[slot]),
                    starts[slot], end);
        }
        free[freeCount++] = slot;
    }

    private void append(int slot) {
        starts[slot] = now;
        older[slot] = newest;
        newer[slot] = NONE;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
        inFlight++;
    }

    private void remove(int slot) {
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
        inFlight--;
    }
}
