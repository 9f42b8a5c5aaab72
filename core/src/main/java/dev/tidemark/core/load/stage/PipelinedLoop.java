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
    /** Until when nothing is issued, since the target refuses connections. */
    private long restUntil;

    PipelinedLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Lane lane, int depth) {
        super(workerId, recorder, stageContext, depth, ActorFactory::asyncActor);
        this.lane = lane;
        prepared = new int[depth];
    }

    @Override
    void loop() throws Exception {
        deadline = state.deadline();
        now = state.startAt();
        restUntil = now;
        while (!lost()) {
            boolean rests = now - restUntil < 0 && !state.stopping();
            if (!rests) {
                issue(prepareFree());
            }
            if (inFlight() > 0) {
                await(1, SLICE);
            } else if (nothingMore) {
                return;
            } else if (rests) {
                rest();
            }
        }
    }

    private void rest() throws Exception {
        long from = now;
        pacer.waitUntil(restUntil);
        now = clock.nanoTime();
        recorder.kept(now - from);
    }

    /** @return how many were prepared */
    private int prepareFree() {
        int count = 0;
        while (freeCount() > 0 && !nothingMore) {
            if (state.stopping()) {
                nothingMore = true;
            } else if (positionRange.isEmpty() && !lane.claim(positionRange, freeCount())) {
                nothingMore = true;
                over();
            } else {
                prepared[count++] = prepareSlot(positionRange.lane(), positionRange.next());
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
            over();
            return;
        }
        submit(prepared, count);
    }

    @Override
    void record(int slot, int kind, Outcome outcome, long start, long end) {
        noteRefusal(tally(slot).refused, tally(slot).reason, end);
        if (tally(slot).refused) {
            restUntil = end + REST - deadline < 0 ? end + REST : deadline;
        } else {
            recorder.closed(kind, outcome, end - start);
        }
    }

    @Override
    long due(int slot, long start) {
        return start;
    }
}
