package dev.tidemark.core.load.schedule;

/** Counts the slots that are due. */
public final class ScheduledOperations {

    private final Schedule schedule;
    private final Schedule.Cursor cursor;
    private final long limit;
    private long due;
    private long last;

    /** @param limit slots from this one on do not count */
    public ScheduledOperations(Schedule schedule, long limit) {
        this.schedule = schedule;
        this.cursor = schedule.cursor();
        this.limit = limit;
    }

    /** Whether slots will be due that were not counted yet. */
    public boolean goesOn() {
        return due < limit && cursor.due(due) != Schedule.Cursor.NEVER;
    }

    /**
     * How many slots are due before a moment.
     *
     * @param nanos since the phase's start; not less than in the call before
     */
    public long before(long nanos) {
        while (due < limit && cursor.due(due) < nanos) {
            last = cursor.due(due);
            due++;
        }
        return due;
    }

    /** When the last slot that was counted became due, in nanoseconds since the phase's start; 0 before any was. */
    public long last() {
        return last;
    }

    /** How long the slots that were counted are offered, in nanoseconds since the phase's start, if no more come. */
    public long lasting() {
        return schedule.lasting(due);
    }
}
