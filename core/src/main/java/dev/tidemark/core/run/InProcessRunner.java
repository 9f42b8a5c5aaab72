package dev.tidemark.core.run;

import dev.tidemark.core.time.Clock;
import java.util.function.Consumer;

/** Carries out iterations in this process: for tests, the null driver, and as the inside of the child process. */
public final class InProcessRunner implements Runner {

    private final Clock clock;
    private volatile IterationRun running;

    public InProcessRunner(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) {
        IterationRun run = new IterationRun(clock, request, events);
        running = run;
        try {
            run.execute();
        } finally {
            running = null;
        }
    }

    @Override
    public void stop() {
        IterationRun run = running;
        if (run != null) {
            run.stop();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
