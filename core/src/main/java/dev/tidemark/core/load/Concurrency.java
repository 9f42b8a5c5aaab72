package dev.tidemark.core.load;

import dev.tidemark.core.load.schedule.Share;

/** What lets several operations of an open loop be in progress at once, and how many at most. */
public sealed interface Concurrency {

    /** Threads that take the slots of the schedule. */
    int workers();

    /** Operations that can be in progress at once as far as they can be shared out among generators. */
    int parts();

    /** What one of several generators has of it. */
    Concurrency part(Share share);

    /** A platform thread for each; as it must be for engines in this process, whose calls keep their thread. */
    record Threads(int workers) implements Concurrency {
        @Override
        public int parts() {
            return workers;
        }

        @Override
        public Threads part(Share share) {
            return new Threads(share.workers(workers));
        }
    }

    /**
     * A virtual thread for each, with a session of its own, for clients that wait for a network. One thread takes the
     * slots and records.
     *
     * @param limit operations in progress at most: slots that are due beyond it wait
     */
    record VirtualThreads(int limit) implements Concurrency {
        @Override
        public int workers() {
            return Math.min(1, limit);
        }

        @Override
        public int parts() {
            return limit;
        }

        @Override
        public VirtualThreads part(Share share) {
            return new VirtualThreads(share.workers(limit));
        }
    }

    /**
     * Each worker keeps several in progress itself. The actors are {@link AsyncActor}s.
     *
     * @param depth operations that each worker has in progress at most
     */
    record Async(int workers, int depth) implements Concurrency {
        @Override
        public int parts() {
            return workers;
        }

        @Override
        public Async part(Share share) {
            return new Async(share.workers(workers), depth);
        }
    }
}
