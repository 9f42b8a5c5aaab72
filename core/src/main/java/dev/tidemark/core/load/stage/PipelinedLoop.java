package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Outcome;

/** Keeps several operations in flight, and issues the next ones in the place of those that were answered. */
final class PipelinedLoop extends Worker implements AsyncActor.Completions {

    /** A wait is cut so often, to notice that the stage is stopped. */
    private static final long SLICE = 100_000_000L;
    private static final int NONE = -1;

    private final Lane lane;
    private final int depth;
    private final PositionRange positionRange = new PositionRange();
    private AsyncActor actor;
    /** The free slots are {@code free[0]} to {@code free[freeCount - 1]}; those above are in flight or prepared. */
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
    private boolean nothingMore;
    private long deadline;
    /** The latest clock reading. */
    private long now;
    /** Whether the clock was read for the completions that are being told. */
    private boolean timed;

    PipelinedLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Lane lane, int depth) {
        super(workerId, recorder, stageContext);
        this.lane = lane;
        this.depth = depth;
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

    @Override
    AutoCloseable make(ActorFactory from) throws Exception {
        actor = from.asyncActor(member(), depth);
        return actor;
    }

    @Override
    String nameOf(int ofLane, long n) {
        return actor.name(ofLane, n);
    }

    @Override
    void loop() throws Exception {
        deadline = state.deadline();
        now = state.startAt();
        while (!lost()) {
            issue(prepareFree());
            if (inFlight == 0 && nothingMore) {
                return;
            }
            awaitSome();
        }
    }

    /** @return how many slots were taken from the end of the free ones and prepared */
    private int prepareFree() throws Exception {
        int prepared = 0;
        while (prepared < freeCount && !nothingMore) {
            if (state.stopping()) {
                nothingMore = true;
            } else if (positionRange.isEmpty() && !lane.claim(positionRange, freeCount - prepared)) {
                nothingMore = true;
                over();
            } else {
                prepare(free[freeCount - 1 - prepared++]);
            }
        }
        return prepared;
    }

    private void prepare(int slot) throws Exception {
        long n = positionRange.next();
        tallies[slot].clear();
        try {
            kinds[slot] = actor.prepare(slot, positionRange.lane(), n);
            lanes[slot] = positionRange.lane();
            positions[slot] = n;
        } catch (Exception e) {
            throw unprepared(n, e);
        }
    }

    private void issue(int prepared) {
        if (prepared == 0) {
            return;
        }
        now = clock.nanoTime();
        recorder.reach(now);
        if (now - deadline >= 0) {
            nothingMore = true;
            over();
            return;
        }
        timed = false;
        for (int i = 0; i < prepared; i++) {
            append(free[--freeCount]);
        }
        tellInFlight();
        for (int slot = oldestOf(prepared), next; slot != NONE; slot = next) {
            next = newer[slot];
            submit(slot);
        }
        tellInFlight();
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

    private void awaitSome() throws Exception {
        if (inFlight == 0) {
            return; // all that were submitted failed at once
        }
        timed = false;
        long cut = Math.min(SLICE, recorder.intervalEnd() - now);
        actor.await(1, Math.max(1, cut), this);
        if (!timed && !lost()) {
            now = clock.nanoTime();
            recorder.reach(now + 1); // nothing of this worker ends before now + 1
        }
        tellInFlight();
    }

    private void tellInFlight() {
        if (!lost()) {
            recorder.inFlight(inFlight, oldest == NONE ? 0 : kinds[oldest], oldest == NONE ? 0 : starts[oldest]);
        }
    }

    @Override
    public Tally tally(int slot) {
        return tallies[slot];
    }

    @Override
    public void failed(int slot, Exception why) {
        done(slot, failed(why, tallies[slot]));
    }

    @Override
    public void done(int slot, Outcome outcome) {
        if (lost()) {
            return;
        }
        if (!timed) {
            now = clock.nanoTime();
            recorder.reach(now);
            timed = true;
        }
        remove(slot);
        recorder.closed(kinds[slot], outcome, now - starts[slot]);
        count(kinds[slot], outcome, tallies[slot], lanes[slot], positions[slot], starts[slot], starts[slot], now);
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
