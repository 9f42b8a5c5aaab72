package dev.tidemark.core.load.schedule;

/** When slots are due: a pure function of the slot's number, and of a seed where it is random. */
public interface Schedule {

    /** A reader of the schedule, one per worker. */
    Cursor cursor();

    /** Slots per second on average, for the estimate of a plan's duration. */
    double meanRate();

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
