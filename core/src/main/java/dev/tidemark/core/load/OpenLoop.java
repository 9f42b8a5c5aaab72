package dev.tidemark.core.load;

import dev.tidemark.core.measure.Recorder;

/** Takes the next slot of a schedule, and serves it when it is due, or at once when it is late. */
final class OpenLoop extends Worker {

    /** Later than this counts as late. */
    static final long LATE = 1_000_000;

    private final SharedLane lane;
    private final Schedule.Cursor schedule;
    private final Block block = new Block();
    private long begin;
    private long deadline;
    private long taken;

    OpenLoop(Post post, Recorder recorder, Crew crew, SharedLane lane, Schedule schedule) {
        super(post, recorder, crew);
        this.lane = lane;
        this.schedule = schedule.cursor();
    }

    @Override
    void loop() throws Exception {
        begin = state.startAt();
        deadline = state.deadline();
        taken = begin;
        while (!state.stopping()) {
            if (!lane.claim(block, 1) || !serve(block.lane(), block.next())) {
                over();
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
        if (start - deadline >= 0) {
            return false;
        }
        if (start - Math.max(taken, due) > LATE) {
            recorder.lateFree();
        }
        recorder.due(due);
        long end = perform(kind, start);
        if (lost()) {
            return false;
        }
        recorder.open(kind, outcome(), taken, start, end);
        count(kind, ofLane, slot, due, start, end);
        taken = end;
        return true;
    }
}
