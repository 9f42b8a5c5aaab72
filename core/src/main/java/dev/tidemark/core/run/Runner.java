package dev.tidemark.core.run;

import java.util.function.Consumer;

/** Carries out iterations, one at a time: in this process, or in another one. */
public interface Runner extends AutoCloseable {

    /**
     * Carries out one iteration and returns when it has ended. The last event is always {@link RunEvent.Ended}, also
     * when the process that ran it died.
     *
     * @param events receives what happens, on one thread at a time
     */
    void run(RunRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /** Does something else and returns when it has ended; the last event is {@link RunEvent.Ended}. */
    void carryOut(TaskRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /** Makes the running iteration end early as STOPPED; its rows are kept. Called from another thread. */
    void stop();

    @Override
    void close();
}
