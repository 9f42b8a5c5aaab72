package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.TaskRequest;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.time.Clock;

/** Carries out iterations in this process: for tests and the null driver. */
public final class InProcessRunner implements Runner {

    private final Clock clock;
    private final LocalRunner local;
    /** Who directs the iteration in progress; null while there is none. */
    private volatile IterationCoordinator coordinator;

    /** One that is told absolute paths only. */
    public InProcessRunner(Clock clock) {
        this(clock, RunnerFolders.NONE);
    }

    public InProcessRunner(Clock clock, RunnerFolders folders) {
        this(clock, folders, SecretAnswers.NONE);
    }

    /** @param secrets that somebody was asked for */
    public InProcessRunner(Clock clock, RunnerFolders folders, SecretAnswers secrets) {
        this(clock, new LocalRunner(clock, folders, false, hung -> { }));
        local.carryOut(new RunnerOrder.Remember(secrets), event -> { });
    }

    private InProcessRunner(Clock clock, LocalRunner local) {
        this.clock = clock;
        this.local = local;
    }

    /** One that warms up as that of a fresh process does. @param lastResort as {@link LocalRunner} has it */
    static InProcessRunner warmingUp(Clock clock, Consumer<String> lastResort) {
        return new InProcessRunner(clock, new LocalRunner(clock, RunnerFolders.NONE, true, lastResort));
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) {
        coordinator = new IterationCoordinator(clock, local, request, events);
        try {
            coordinator.run();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("a runner in this process has no connection that could break", e);
        } catch (RuntimeException e) {
            local.releaseOpen(); // whoever listens has left
            throw e;
        } finally {
            coordinator = null;
        }
    }

    @Override
    public void carryOut(TaskRequest request, Consumer<RunEvent> events) {
        local.carryOut(request, events);
    }

    @Override
    public void stop() {
        IterationCoordinator directing = coordinator;
        if (directing != null) {
            directing.stopped();
        }
        local.stop();
    }

    @Override
    public void close() {
        stop();
        local.close();
    }
}
