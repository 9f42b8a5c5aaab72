package dev.tidemark.core.load;

import dev.tidemark.core.result.Outcome;

/**
 * A worker's side of a workload that has several operations in progress at once, each in a slot of its own. Not
 * thread-safe. The loop calls {@code prepare}, reads the clock, calls {@code submit}, does so perhaps for further
 * slots, and then calls {@code await}; the service time of an operation runs from that reading to the one at the first
 * completion that an {@code await} tells, or between those that {@link Completions#times} tells.
 */
public interface AsyncActor extends AutoCloseable {

    /**
     * Builds operation {@code n} of a lane in a free slot, outside the clock. What the operation is depends on seed,
     * lane and {@code n} alone.
     *
     * @param slot from 0 to the depth less 1
     * @return the kind of operation, an index into {@link OperationKinds#operations()}
     */
    int prepare(int slot, int lane, long n) throws Exception;

    /** Begins the operation that was prepared. An exception ends it like that of {@link Actor#step}. */
    void submit(int slot) throws Exception;

    /**
     * Waits for operations to end.
     *
     * @param min          returns when so many have ended; 0 looks and does not wait
     * @param timeoutNanos returns after about so long at the latest
     * @param completions  told of each, on this thread
     */
    void await(int min, long timeoutNanos, Completions completions) throws Exception;

    /** As {@link Actor#name}. */
    default String name(int lane, long n) {
        return "";
    }

    @Override
    void close() throws Exception;

    /** The loop's side. */
    interface Completions {

        /**
         * What the operation in a slot did, cleared when it was prepared; to be filled before it is told to be done.
         */
        Tally tally(int slot);

        /**
         * The operation that is told of next ran from one reading of the clock to another, which its own thread took;
         * not told where it began when it was submitted and ends when it is told of.
         */
        void times(int slot, long start, long end);

        /** The same where only its end was read elsewhere. */
        void ended(int slot, long end);

        /** A step of the operation that is told of next was answered after so long, by an index of its kind. */
        void step(int slot, int stepKind, long nanos);

        void done(int slot, Outcome outcome);

        /** Ends an operation like an exception of {@link Actor#step}. */
        void failed(int slot, Exception why);
    }
}
