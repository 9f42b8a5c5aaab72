package dev.tidemark.core.load.schedule;

/** When slots are due: a pure function of the slot's number, and of a seed where it is random. */
public interface Schedule {

    /** A reader of the schedule, one per worker. */
    Cursor cursor();

    /** Slots per second on average, for the estimate of a plan's duration. */
    double meanRate();

    /**
     * How long so many slots are offered, in nanoseconds since the phase's start: at a rate n slots last n gaps, the
     * last of them as long as the others. 0 where it ends with the last slot, as where each has a moment of its own.
     *
     * @param count of slots; no more than there are
     */
    default long lasting(long count) {
        return 0;
    }

    /** Reads due times in order. Not thread-safe. */
    interface Cursor {

        /** No further slots. */
        long NEVER = Long.MAX_VALUE;

        /**
         * When a slot is due, in nanoseconds since the phase's start.
         *
         * @param slot not smaller than in the call before
         * @return the due time, or {@link #NEVER} past the schedule's end
         */
        long due(long slot);
    }
}
