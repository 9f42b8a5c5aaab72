package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.iteration.FailureReason;
import dev.tidemark.core.run.iteration.IterationExecution;
import dev.tidemark.core.run.iteration.MachineLooks;
import dev.tidemark.core.run.iteration.TargetCache;
import dev.tidemark.core.run.iteration.WarmUp;
import dev.tidemark.core.time.Clock;

/** Carries out orders in this process. What goes wrong is its answer. */
final class LocalRunner implements RunnerPort, AutoCloseable {

    private final Clock clock;
    private final RunnerFolders folders;
    private final boolean warmsUp;
    private final Consumer<String> lastResort;
    /** Drivers whose code has been warmed up in this process. */
    private final Set<String> warm = new HashSet<>();
    private SecretAnswers secrets = SecretAnswers.NONE;
    private final TargetCache targets = new TargetCache();
    private final MachineLooks looks;
    /** What is between opening and releasing; null for none. */
    private IterationExecution iteration;
    /** Ends what is running; null while nothing is. */
    private volatile Runnable ending;

    /**
     * @param warmsUp    whether it warms up before its first iteration, as a fresh process does: see {@code warm-up}
     * @param lastResort receives why the process must end, when a target hangs where nobody can end it
     */
    LocalRunner(Clock clock, RunnerFolders folders, boolean warmsUp, Consumer<String> lastResort) {
        this.clock = clock;
        this.looks = new MachineLooks(clock);
        this.folders = folders;
        this.warmsUp = warmsUp;
        this.lastResort = lastResort;
    }

    @Override
    public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) {
        try {
            return switch (order) {
                case RunnerOrder.WarmUp warmUp -> {
                    warmUp(warmUp.request());
                    yield new RunnerReply.Done();
                }
                case RunnerOrder.Open open -> open(open, events);
                case RunnerOrder.Release release -> release(release);
                case RunnerOrder.Step step -> iteration().carryOut(step);
                case RunnerOrder.ReadClock read -> new RunnerReply.ClockRead(clock.nanoTime());
                case RunnerOrder.Export export -> carryOut(new ContentExportRun(clock, folders, secrets,
                        export.request(), events));
                case RunnerOrder.Dataset dataset -> carryOut(new DatasetRun(clock, folders, secrets,
                        dataset.request(), events));
                case RunnerOrder.Probe probe -> carryOut(new ProbeRun(clock, folders, secrets, probe.request(),
                        events));
                case RunnerOrder.Doctor doctor -> carryOut(new DoctorRun(clock, folders, secrets, doctor.request(),
                        events));
                case RunnerOrder.Remember remember -> {
                    secrets = remember.secrets();
                    yield new RunnerReply.Done();
                }
            };
        } catch (Exception | Error e) {
            return new RunnerReply.Failed(FailureReason.of(e));
        }
    }

    private RunnerReply open(RunnerOrder.Open order, Consumer<RunEvent> events) throws Exception {
        if (iteration != null) {
            throw new IllegalStateException("an iteration is open already");
        }
        boolean holds = IterationExecution.holds(order.request());
        if (order.share().leads()) { // the others have, while there was no target yet
            warmUp(order.request());
        }
        iteration = new IterationExecution(clock, order, folders, secrets, targets, looks, holds && warmsUp, lastResort,
                events);
        ending = iteration::stop;
        return iteration.open();
    }

    /** Where nothing stays open, on which it is warmed up otherwise. */
    private void warmUp(RunRequest request) {
        if (warmsUp && warm.add(request.driver()) && !IterationExecution.holds(request)) {
            WarmUp warmUp = new WarmUp(clock, request, folders, secrets);
            ending = warmUp::stop;
            warmUp.run();
            ending = null;
        }
    }

    private IterationExecution iteration() {
        if (iteration == null) {
            throw new IllegalStateException("no iteration is open");
        }
        return iteration;
    }

    private RunnerReply release(RunnerOrder.Release release) throws Exception {
        try {
            return iteration().carryOut(release);
        } finally {
            iteration = null;
            ending = null;
        }
    }

    private RunnerReply carryOut(TargetTask task) {
        ending = task::stop;
        try {
            task.execute();
            return new RunnerReply.Done();
        } finally {
            ending = null;
        }
    }

    @Override
    public void stop() {
        Runnable stop = ending;
        if (stop != null) {
            stop.run();
        }
    }

    /** Ends what is running and lets every target go. By the thread that carries out orders, or when none does. */
    @Override
    public void close() {
        stop();
        targets.close();
    }

    /** Releases what is open when nobody is there to say so. By the thread that carries out orders. */
    void letGo() {
        stop();
        if (iteration != null) {
            carryOut(new RunnerOrder.Release(false, false), event -> { });
        }
    }

    /** The same, and keeps nothing open. */
    void abandon() {
        letGo();
        targets.close();
    }
}
