package dev.tidemark.core.load;

/** What lets several operations of an open loop be in progress at once, and how many at most. */
public sealed interface Concurrency {

    /** Threads that take the slots of the schedule. */
    int workers();

    /** A platform thread for each; as it must be for engines in this process, whose calls keep their thread. */
    record Threads(int workers) implements Concurrency {}

    /**
     * A virtual thread for each, with a session of its own, for clients that wait for a network. One thread takes the
     * slots and records.
     *
     * @param limit operations in progress at most: slots that are due beyond it wait
     */
    record VirtualThreads(int limit) implements Concurrency {
        @Override
        public int workers() {
            return 1;
        }
    }

    /**
     * Each worker keeps several in progress itself. The actors are {@link AsyncActor}s.
     *
     * @param depth operations that each worker has in progress at most
     */
    record Async(int workers, int depth) implements Concurrency {}
}
