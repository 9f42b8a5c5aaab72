package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Outcome;

/** Keeps several operations in flight, and issues the next ones in the place of those that were answered. */
final class PipelinedLoop extends SlotLoop {

    private final Lane lane;
    private final int[] prepared;
    private final PositionRange positionRange = new PositionRange();
    private boolean nothingMore;
    private long deadline;
    /** Slots that are left in peace, since the target refused them a connection; each is issued again at its time. */
    private final long[] refusedSince;
    private final long[] restUntil;
    private int firstResting;
    private int resting;
    /** Of slots whose rest is over, together, since they were issued; counted with the next operation. */
    private long rested;

    PipelinedLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Lane lane, int depth) {
        super(workerId, recorder, stageContext, depth, ActorFactory::asyncActor);
        this.lane = lane;
        prepared = new int[depth];
        refusedSince = new long[depth];
        restUntil = new long[depth];
    }

    @Override
    void loop() throws Exception {
        deadline = state.deadline();
        now = state.startAt();
        while (!lost()) {
            endRests();
            issue(prepareFree());
            if (inFlight() > 0) {
                await(1, resting == 0 ? SLICE : Math.min(SLICE, restUntil[firstResting] - now));
            } else if (nothingMore) {
                return;
            } else if (resting > 0) {
                nothingMore = !pacer.waitUntil(restUntil[firstResting]);
                now = clock.nanoTime();
            }
        }
    }

    private void endRests() {
        while (resting > 0 && restUntil[firstResting] - now <= 0) {
            rested += now - refusedSince[firstResting];
            firstResting = (firstResting + 1) % prepared.length;
            resting--;
        }
    }

    /** @return how many were prepared */
    private int prepareFree() {
        int count = 0;
        nothingMore |= state.stopping();
        for (int free; !nothingMore && (free = freeCount() - resting) > 0;) {
            if (positionRange.isEmpty() && !lane.claim(positionRange, free)) {
                nothingMore = true;
                finish();
            } else {
                prepared[count++] = prepareSlot(positionRange.lane(), positionRange.next());
                nothingMore = state.stopping();
            }
        }
        return count;
    }

    private void issue(int count) {
        if (count == 0) {
            return;
        }
        now = clock.nanoTime();
        recorder.reach(now);
        if (now - deadline >= 0) {
            nothingMore = true;
            finish();
            return;
        }
        if (rested > 0) {
            recorder.delayed(rested / prepared.length);
            rested = 0;
        }
        submit(prepared, count);
    }

    @Override
    void record(int slot, int kind, Outcome outcome, long start, long end) {
        recorder.due(start);
        noteRefusal(tally(slot).refused, tally(slot).reason, end);
        if (tally(slot).refused) {
            int last = (firstResting + resting++) % prepared.length;
            refusedSince[last] = start;
            restUntil[last] = end + REST - deadline < 0 ? end + REST : deadline;
        } else {
            recorder.closed(kind, outcome, end - start);
        }
    }

    @Override
    long due(int slot, long start) {
        return start;
    }
}
