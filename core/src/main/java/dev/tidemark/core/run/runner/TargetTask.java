package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.time.Clock;

/** Something that is done with a target and measures nothing. It ends with one event, whatever goes wrong. */
abstract class TargetTask {

    private final Clock clock;
    private final RunnerFolders folders;
    private final Secrets secrets;
    private final long iteration;
    private final Consumer<RunEvent> events;
    private final long origin;
    private volatile boolean stopped;

    /** @param iteration that its events are told of; 0 for none */
    TargetTask(Clock clock, RunnerFolders folders, Secrets secrets, long iteration, Consumer<RunEvent> events) {
        this.clock = clock;
        this.folders = folders;
        this.secrets = secrets;
        this.iteration = iteration;
        this.events = events;
        this.origin = clock.nanoTime();
    }

    /** @return how it went, in a few words */
    abstract String carryOut() throws Exception;

    /** What is said when it was ended early. */
    String whenStopped() {
        return "stopped";
    }

    final void stop() {
        stopped = true;
    }

    final boolean isStopped() {
        return stopped;
    }

    final void execute() {
        try {
            String answer = carryOut();
            if (!stopped) {
                emit(new RunEvent.Answered(iteration, answer));
            }
            end(IterationState.DONE, "");
        } catch (Exception | LinkageError | StackOverflowError e) {
            end(IterationState.FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void end(IterationState state, String why) {
        emit(new RunEvent.Ended(iteration, stopped ? IterationState.STOPPED : state, stopped ? whenStopped() : why));
    }

    final Clock clock() {
        return clock;
    }

    final Path resolve(RunnerPath name) {
        return folders.resolve(name);
    }

    /** Nanoseconds since it began. */
    final long now() {
        return clock.nanoTime() - origin;
    }

    final Context context(Path folder) {
        return new Context(clock, folder, secrets, text -> note("note", text), this::isStopped);
    }

    final void emit(RunEvent event) {
        events.accept(event);
    }

    final void note(String kind, String text) {
        emit(new RunEvent.EventLogged(iteration, new Event(now(), kind, text)));
    }
}
