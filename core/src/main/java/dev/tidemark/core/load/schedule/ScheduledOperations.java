package dev.tidemark.core.load.schedule;

/** Counts the slots that are due, of those that one of several generators offers. */
public final class ScheduledOperations {

    private final Schedule schedule;
    private final Schedule.Cursor cursor;
    private final long limit;
    private final Share share;
    private final int workers;
    /** The number among all of the first of its slots that was not counted yet. */
    private long next;
    private long due;
    private long last;

    /** Of a single generator. */
    public ScheduledOperations(Schedule schedule, long limit) {
        this(schedule, limit, Share.WHOLE, 1);
    }

    /**
     * @param limit   slots from this one on do not count, whoever's they are
     * @param workers of all generators
     */
    public ScheduledOperations(Schedule schedule, long limit, Share share, int workers) {
        this.schedule = schedule;
        this.cursor = schedule.cursor();
        this.limit = limit;
        this.share = share;
        this.workers = workers;
        this.next = share.workers(workers) == 0 ? Long.MAX_VALUE : share.position(0, 1, workers);
    }

    /** Whether slots will be due that were not counted yet. */
    public boolean hasMore() {
        return next < limit && cursor.due(next) != Schedule.Cursor.NEVER;
    }

    /**
     * How many slots are due before a moment.
     *
     * @param nanos since the phase's start; not less than in the call before
     */
    public long before(long nanos) {
        while (next < limit && cursor.due(next) < nanos) {
            last = cursor.due(next);
            due++;
            next = share.position(due, 1, workers);
        }
        return due;
    }

    /** When the last slot that was counted became due, in nanoseconds since the phase's start; 0 before any was. */
    public long last() {
        return last;
    }

    /**
     * How long the slots that were counted are offered, and what others offer between them, in nanoseconds since the
     * phase's start, if no more come.
     */
    public long lasting() {
        return schedule.lasting(Math.min(next, limit));
    }
}
