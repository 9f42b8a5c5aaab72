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

    /**
     * Writes the documents of a kept store to files and returns when that has ended; the last event is
     * {@link RunEvent.Ended}.
     */
    void export(ExportRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /** Makes, changes or looks at a dataset; the last event is {@link RunEvent.Ended}. */
    void dataset(DatasetRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /**
     * Sees whether a target can be reached, and leaves it as it was. Tells its settings as {@link RunEvent.Detected},
     * and as {@link RunEvent.Answered} the engine with its version, or of a workload's point what the target has not
     * that is named there; the last event is {@link RunEvent.Ended}.
     */
    void probe(ProbeRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /**
     * Tries what a target can do, in a place of its own there. Tells its facts as {@link RunEvent.Detected} and each
     * trial as {@link RunEvent.Tried}; the last event is {@link RunEvent.Ended}.
     */
    void doctor(DoctorRequest request, Consumer<RunEvent> events) throws InterruptedException;

    /** Makes the running iteration end early as STOPPED; its rows are kept. Called from another thread. */
    void stop();

    @Override
    void close();
}
