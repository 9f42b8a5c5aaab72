package dev.tidemark.core.run;

import module java.base;

/** A runner as its coordinator sees it: in this process, or at the other end of a link. */
public interface RunnerPort {

    /**
     * Has an order carried out, one at a time, and returns when that is over.
     *
     * @param events receives what happens meanwhile
     * @throws IOException when the runner cannot be reached any more, or cannot be understood
     */
    RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) throws IOException, InterruptedException;

    /** Makes what is in progress end early. From any thread. @throws IOException when it cannot be reached */
    void stop() throws IOException;

    /**
     * Tells the leading one of several that the others have ended the stage that it runs: it goes on reading the
     * target, and working in its background, until then. From any thread. A single one is never told.
     *
     * @throws IOException when it cannot be reached
     */
    default void conclude() throws IOException {}
}
