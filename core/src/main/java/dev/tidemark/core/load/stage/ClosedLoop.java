package dev.tidemark.core.load.stage;

import dev.tidemark.core.measure.Recorder;

/** Issues the next operation when the last one was answered, after the think time. */
final class ClosedLoop extends Worker {

    /** A block should be done within a millisecond, so that little is left unfinished when time is up. */
    private static final long BLOCK_NANOS = 1_000_000;

    private final Lane lane;
    private final long think;
    private final PositionRange positionRange = new PositionRange();
    private int wanted = 1;
    private long deadline;
    private long last;
    private boolean first = true;

    ClosedLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Lane lane, long think) {
        super(workerId, recorder, stageContext);
        this.lane = lane;
        this.think = think;
    }

    @Override
    void loop() throws Exception {
        deadline = state.deadline();
        last = state.startAt();
        while (lane.claim(positionRange, wanted)) {
            long before = last;
            while (!positionRange.isEmpty()) {
                if (!issue(positionRange.lane(), positionRange.next())) {
                    return;
                }
            }
            adapt(last - before);
        }
        over();
    }

    /** Small operations in large blocks, because claiming costs; large ones one by one. */
    private void adapt(long nanos) {
        if (nanos > BLOCK_NANOS) {
            wanted = Math.max(1, wanted / 2);
        } else if (nanos < BLOCK_NANOS / 2) {
            wanted = Math.min(SharedLane.LARGEST_BLOCK, wanted * 2);
        }
    }

    /** @return whether to go on */
    private boolean issue(int ofLane, long n) throws Exception {
        if (leaving()) {
            return false;
        }
        if (done()) {
            over();
            return false;
        }
        int kind = prepare(ofLane, n);
        if (think > 0 && !first && !think()) {
            return false;
        }
        first = false;
        long start = clock.nanoTime();
        if (start - deadline >= 0) {
            over();
            return false;
        }
        long end = perform(kind, start);
        if (lost()) {
            return false;
        }
        recorder.closed(kind, outcome(), end - start);
        count(kind, ofLane, n, start, start, end);
        last = end;
        return true;
    }

    private boolean think() {
        long due = last + think;
        return pacer.waitUntil(due - deadline < 0 ? due : deadline);
    }
}
