package dev.tidemark.core.load;

import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.RunStatus;
import java.util.List;

/** Receives what a running stage reports. Called from the collector's thread only, never by a worker. */
public interface StageListener {

    /**
     * All workers are ready.
     *
     * @param nanoTime the clock's reading at which they begin, a moment ahead
     */
    default void begins(long nanoTime) {}

    /**
     * The last operation of the load has ended, this moment, or was given up; not told of a stage that could not go on.
     * Background groups may still have some in progress.
     */
    default void ended() {}

    void interval(Interval interval);

    /** The operations that are remembered by themselves, when all workers have ended. */
    default void logged(List<LoggedOperation> operations) {}

    /** Operations that are logged one by one, when an interval is published, or before where there are many. */
    default void log(LogBlock block) {}

    void live(RunStatus runStatus);

    void event(Event event);
}
