package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Outcome;

/**
 * Takes the next slot of a schedule and issues its operation when it is due, while others are in flight; or at once
 * when it is late, or when it had to wait until fewer were in flight. It ends like {@link OpenLoop}.
 */
final class AsyncOpenLoop extends SlotLoop {

    private static final long UNBLOCKED = Long.MIN_VALUE;
    /** While it spins it looks so often whether anything has ended. */
    private static final long LOOK = 1_000;

    private final SharedLane lane;
    private final Schedule.Cursor schedule;
    private final PositionRange positionRange = new PositionRange();
    private final GeneratorDelay ownDelay = new GeneratorDelay();
    private final long[] dues;
    /** The generator's part of the delay of each, until it was submitted; until it was started it is all its own. */
    private final long[] owns;
    private final long[] submitted;
    private final int[] one = new int[1];
    private long begin;
    private long deadline;
    private long lastStart;
    /** From when on it could have issued the next operation. */
    private long ready;
    /** Since when all slots are in flight. */
    private long blockedSince = UNBLOCKED;
    private boolean nothingMore;

    AsyncOpenLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, SharedLane lane, Schedule schedule,
            int depth, AsyncActorFactory actors) {
        super(workerId, recorder, stageContext, depth, actors);
        this.lane = lane;
        this.schedule = schedule.cursor();
        dues = new long[depth];
        owns = new long[depth];
        submitted = new long[depth];
    }

    @Override
    void loop() throws Exception {
        begin = state.startAt();
        deadline = state.deadline();
        lastStart = state.lastStart();
        ready = begin;
        now = begin;
        while (!lost()) {
            if (!nothingMore && freeCount() > 0) {
                if (state.stopping()) {
                    nothingMore = true;
                } else if (!lane.claim(positionRange, 1) || !issue(positionRange.lane(), positionRange.next())) {
                    nothingMore = true;
                    finish();
                }
            } else if (inFlight() > 0) {
                await(1, SLICE);
            } else {
                return;
            }
        }
    }

    /** @return whether there may be more to issue */
    private boolean issue(int ofLane, long n) throws Exception {
        long sinceBegin = schedule.due(n);
        if (sinceBegin == Schedule.Cursor.NEVER || sinceBegin >= deadline - begin) {
            return false;
        }
        long due = begin + sinceBegin;
        int slot = prepareSlot(ofLane, n);
        if (!awaitDue(due)) {
            return false;
        }
        now = clock.nanoTime();
        recorder.reach(now);
        if (now - lastStart >= 0) {
            return false;
        }
        dues[slot] = due;
        owns[slot] = ownDelay.of(due, ready, now);
        submitted[slot] = now;
        ready = now;
        if (freeCount() == 0) {
            blockedSince = now;
        } else {
            ownDelay.served(0);
        }
        one[0] = slot;
        submit(one, 1);
        return true;
    }

    /** Waits for a moment and tells of what ends meanwhile. @return false when the stage was stopped */
    private boolean awaitDue(long due) throws Exception {
        while (due - (now = clock.nanoTime()) > 0) {
            if (state.stopping() || lost()) {
                return false;
            }
            if (inFlight() == 0) {
                return pacer.waitUntil(due);
            }
            long sleep = pacer.sleep(due - now);
            if (sleep > 0) {
                await(1, Math.min(sleep, SLICE));
            } else {
                await(0, 0);
                clock.spinUntil(due - now < LOOK ? due : now + LOOK);
            }
        }
        return !state.stopping();
    }

    @Override
    void record(int slot, int kind, Outcome outcome, long start, long end) {
        if (blockedSince != UNBLOCKED) {
            ownDelay.served(Math.max(0, end - blockedSince));
            ready = Math.max(ready, end);
            blockedSince = UNBLOCKED;
        }
        long own = owns[slot] + start - submitted[slot];
        if (OpenLoop.isLate(own, start - dues[slot])) {
            recorder.lateFree();
        }
        recorder.due(dues[slot]);
        if (tally(slot).refused) {
            recorder.refused(kind);
        } else {
            recorder.open(kind, outcome, own, start, end);
        }
    }

    @Override
    long due(int slot, long start) {
        return dues[slot];
    }
}
