package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.measure.Recorder;

/**
 * Takes the next slot of a schedule, and serves it when it is due, or at once when it is late. Slots that were due
 * before the time limit are served after it, too, as far as the limit for the backlog allows.
 */
public final class OpenLoop extends Worker {

    /** Later than this counts as late, in nanoseconds. */
    public static final long LATE = 1_000_000;

    private final SharedLane lane;
    private final Schedule.Cursor schedule;
    private final PositionRange positionRange = new PositionRange();
    private final GeneratorDelay ownDelay = new GeneratorDelay();
    private long begin;
    private long deadline;
    private long lastStart;
    private long taken;

    OpenLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, SharedLane lane, Schedule schedule) {
        super(workerId, recorder, stageContext);
        this.lane = lane;
        this.schedule = schedule.cursor();
    }

    /** Whether a slot that was started so long after it was due is late, at least half of it by the generator's doing. */
    static boolean isLate(long own, long delay) {
        return own > LATE && own >= delay - own;
    }

    @Override
    void loop() throws Exception {
        begin = state.startAt();
        deadline = state.deadline();
        lastStart = state.lastStart();
        taken = begin;
        while (!leaving()) {
            if (!lane.claim(positionRange, 1) || !serve(positionRange.lane(), positionRange.next())) {
                finish();
                return;
            }
        }
    }

    /** @return whether there may be more slots to serve */
    private boolean serve(int ofLane, long slot) throws Exception {
        long sinceBegin = schedule.due(slot);
        if (sinceBegin == Schedule.Cursor.NEVER || sinceBegin >= deadline - begin) {
            return false;
        }
        long due = begin + sinceBegin;
        int kind = prepare(ofLane, slot);
        if (!pacer.waitUntil(due)) {
            return false;
        }
        long start = clock.nanoTime();
        if (start - lastStart >= 0) {
            return false;
        }
        long own = ownDelay.of(due, taken, start);
        if (isLate(own, start - due)) {
            recorder.lateFree();
        }
        recorder.due(due);
        long end = perform(kind, start);
        if (lost() || cutOff(outcome())) {
            return false;
        }
        ownDelay.served(end - start);
        recorder.reach(end);
        if (refused()) {
            recorder.refused(kind);
        } else {
            recorder.open(kind, outcome(), own, start, end);
        }
        count(kind, ofLane, slot, due, start, end);
        taken = end;
        return true;
    }
}
