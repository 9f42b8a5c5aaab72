package dev.tidemark.core.load;

import dev.tidemark.core.result.Outcome;

/**
 * One worker's side of a workload. Not thread-safe. The loop calls {@code prepare}, then every {@code step} in turn,
 * and reads the clock around each step; an operation's service time runs from the start of its first step to the end
 * of its last.
 */
public interface Actor extends AutoCloseable {

    /**
     * Builds operation {@code n} of a lane, outside the clock. What the operation is depends on seed, lane and
     * {@code n} alone.
     *
     * @return the kind of operation, an index into {@link OperationKinds#operations()}
     */
    int prepare(int lane, long n) throws Exception;

    /** How many steps the prepared operation has; at least 1, as most have. */
    default int steps() {
        return 1;
    }

    /** The kind of step {@code i} of the prepared operation, an index into {@link OperationKinds#steps()}. */
    default int stepKind(int i) {
        return 0;
    }

    /**
     * Does step {@code i}. The operation's outcome is the worst of its steps' (in the order in which {@link Outcome}
     * declares them); steps after a PUSH_BACK, TIMEOUT or FAILURE are left out. An exception is a FAILURE with its
     * message as the reason ({@code OverloadedException} a PUSH_BACK, {@code TimeoutException} a TIMEOUT).
     */
    Outcome step(int i, Tally tally) throws Exception;

    /**
     * What is recorded as the duration of step {@code i}, which was answered: what the clock says, unless the target
     * tells what it took itself.
     *
     * @param clocked nanoseconds around the step
     * @return below 0 where nothing is to be recorded
     */
    default long stepNanos(int i, long clocked) {
        return clocked;
    }

    /**
     * Whether its worker ends though its lane has more. Closed loops ask before each operation.
     */
    default boolean done() {
        return false;
    }

    /**
     * What operation {@code n} of a lane is about, for people: a document's URI, a key. Asked of few operations, when
     * there are no more to be done.
     *
     * @return empty where that cannot be said
     */
    default String name(int lane, long n) {
        return "";
    }

    @Override
    void close() throws Exception;
}
