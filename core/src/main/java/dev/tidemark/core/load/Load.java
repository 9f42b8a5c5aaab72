package dev.tidemark.core.load;

import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Share;
import java.time.Duration;

/** How operations are offered to the target. */
public sealed interface Load {

    /** Threads that issue operations. */
    int workers();

    /** How many generators it can be shared out among: each needs a worker, or room for an operation in progress. */
    default int parts() {
        return workers();
    }

    /** What one of several generators has of it: its share of the workers, on the same schedule. */
    Load part(Share share);

    /** Where closed and pipelined workers take their operations from. */
    enum Lanes {
        /** One stream for all: whoever is free takes the next positions. */
        SHARED,
        /** A stream per worker, numbered like it, for work that belongs to its worker. */
        OWNED
    }

    /**
     * Each worker issues its next operation when the last one was answered, after a pause.
     *
     * @param think pause before each operation but the first; zero for none
     * @param lanes where operations come from; a limit on operations is shared out evenly among owned lanes
     */
    record Closed(int workers, Duration think, Lanes lanes) implements Load {

        public Closed(int workers, Duration think) {
            this(workers, think, Lanes.SHARED);
        }

        @Override
        public Closed part(Share share) {
            return new Closed(share.workers(workers), think, lanes);
        }
    }

    /** Slots are due by a schedule, whatever the target does; whoever is free takes the next slot. */
    record Open(Schedule schedule, Concurrency concurrency) implements Load {

        /** With a thread for each operation in progress. */
        public Open(int workers, Schedule schedule) {
            this(schedule, new Concurrency.Threads(workers));
        }

        @Override
        public int workers() {
            return concurrency.workers();
        }

        @Override
        public int parts() {
            return concurrency.parts();
        }

        @Override
        public Open part(Share share) {
            return new Open(schedule, concurrency.part(share));
        }
    }

    /**
     * A closed loop in which each worker keeps several operations in flight: whenever one was answered, the next is
     * issued in its place. The actors are {@link AsyncActor}s.
     *
     * @param depth operations that each worker keeps in flight, at least 1
     * @param lanes where operations come from, as for {@link Closed}
     */
    record Pipelined(int workers, int depth, Lanes lanes) implements Load {

        public Pipelined(int workers, int depth) {
            this(workers, depth, Lanes.SHARED);
        }

        @Override
        public Pipelined part(Share share) {
            return new Pipelined(share.workers(workers), depth, lanes);
        }
    }
}
