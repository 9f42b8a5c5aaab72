package dev.tidemark.core.load.stage;

import dev.tidemark.core.measure.Recorder;

/** Issues the next operation when the last one was answered, after the think time. */
final class ClosedLoop extends Worker {

    /** A block should be done within a millisecond, so that little is left unfinished when time is up. */
    private static final long BLOCK_NANOS = 1_000_000;

    private final Lane lane;
    private final long think;
    private final PositionRange positionRange = new PositionRange();
    private int blockSize = 1;
    private long deadline;
    private long last;
    /** Before the next operation; none before the first. */
    private long pause;

    ClosedLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Lane lane, long think) {
        super(workerId, recorder, stageContext);
        this.lane = lane;
        this.think = think;
    }

    @Override
    void loop() throws Exception {
        deadline = state.deadline();
        last = state.startAt();
        while (lane.claim(positionRange, blockSize)) {
            long before = last;
            while (!positionRange.isEmpty()) {
                if (!issue(positionRange.lane(), positionRange.next())) {
                    return;
                }
            }
            adapt(last - before);
        }
        finish();
    }

    /** Small operations in large blocks, because claiming costs; large ones one by one. */
    private void adapt(long nanos) {
        if (nanos > BLOCK_NANOS) {
            blockSize = Math.max(1, blockSize / 2);
        } else if (nanos < BLOCK_NANOS / 2) {
            blockSize = Math.min(SharedLane.LARGEST_BLOCK, blockSize * 2);
        }
    }

    /** @return whether to go on */
    private boolean issue(int ofLane, long n) throws Exception {
        if (leaving()) {
            return false;
        }
        if (done()) {
            finish();
            return false;
        }
        int kind = prepare(ofLane, n);
        if (pause > 0 && !pause()) {
            return false;
        }
        long start = clock.nanoTime();
        if (start - deadline >= 0) {
            finish();
            return false;
        }
        recorder.due(start);
        long end = perform(kind, start);
        if (lost() || cutOff(outcome())) {
            return false;
        }
        if (pause > think) {
            recorder.delayed(start - last - think);
        }
        if (refused()) {
            recorder.delayed(end - start);
        } else {
            recorder.closed(kind, outcome(), end - start);
        }
        count(kind, ofLane, n, start, start, end);
        noteRefusal(refused(), why(), end);
        pause = refused() ? Math.max(think, REST) : think;
        last = end;
        return true;
    }

    /** @return whether to go on */
    private boolean pause() {
        long due = last + pause;
        return pacer.waitUntil(due - deadline < 0 ? due : deadline);
    }
}
