package dev.tidemark.core.load;

import java.time.Duration;

/** How operations are offered to the target. */
public sealed interface Load {

    int workers();

    /**
     * Each worker issues its next operation when the last one was answered, after a pause.
     *
     * @param think pause before each operation but the first; zero for none
     */
    record Closed(int workers, Duration think) implements Load {}

    /** Slots are due by a schedule, whatever the target does; the next free worker takes the next slot. */
    record Open(int workers, Schedule schedule) implements Load {}

    /**
     * A closed loop in which each worker keeps several operations in flight: whenever one was answered, the next is
     * issued in its place. The actors are {@link AsyncActor}s.
     *
     * @param depth operations that each worker keeps in flight, at least 1
     */
    record Pipelined(int workers, int depth) implements Load {}
}
