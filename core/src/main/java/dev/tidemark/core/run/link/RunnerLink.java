package dev.tidemark.core.run.link;

import module java.base;

/**
 * One end of a way between a coordinator and a runner: frames arrive whole and in the order in which they were sent.
 *
 * @param <S> what this end sends
 * @param <R> what it receives
 */
public interface RunnerLink<S extends Frame, R extends Frame> extends AutoCloseable {

    /** From any thread. @throws IOException when the other end is gone */
    void send(S frame) throws IOException;

    /**
     * The next frame; waits for one. By one thread at a time.
     *
     * @return empty when the other end is gone
     * @throws IOException when what came cannot be understood
     */
    Optional<R> receive() throws IOException, InterruptedException;

    /** The other end then receives what was sent before, and the end. */
    @Override
    void close();
}
