package dev.tidemark.core.load;

/** Counts the slots that are due. */
final class DueCounter {

    private final Schedule.Cursor schedule;
    private final long limit;
    private long due;

    /** @param limit slots from this one on do not count */
    DueCounter(Schedule schedule, long limit) {
        this.schedule = schedule.cursor();
        this.limit = limit;
    }

    /** Whether slots will be due that were not counted yet. */
    boolean goesOn() {
        return due < limit && schedule.due(due) != Schedule.Cursor.NEVER;
    }

    /**
     * How many slots are due before a moment.
     *
     * @param nanos since the phase's start; not less than in the call before
     */
    long before(long nanos) {
        while (due < limit && schedule.due(due) < nanos) {
            due++;
        }
        return due;
    }
}
