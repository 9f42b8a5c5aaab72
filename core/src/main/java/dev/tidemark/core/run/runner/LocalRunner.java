package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.DoctorRequest;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.iteration.FailureReason;
import dev.tidemark.core.run.iteration.IterationExecution;
import dev.tidemark.core.run.iteration.MachineObservations;
import dev.tidemark.core.run.iteration.TargetCache;
import dev.tidemark.core.run.iteration.WarmUp;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.script.ScriptRights;

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
    private final MachineObservations observations;
    /** What is between opening and releasing; null for none. */
    private volatile IterationExecution iteration;
    /** Ends what is running; null while nothing is. */
    private volatile Runnable ending;

    /**
     * @param warmsUp    whether it warms up before its first iteration, as a fresh process does: see {@code warm-up}
     * @param lastResort receives why the process must end, when a target hangs where nobody can end it
     */
    LocalRunner(Clock clock, RunnerFolders folders, boolean warmsUp, Consumer<String> lastResort) {
        this.clock = clock;
        this.observations = new MachineObservations(clock);
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
                case RunnerOrder.ReadClock read -> {
                    long now = clock.nanoTime();
                    yield new RunnerReply.ClockRead(now, now);
                }
                case ExportRequest export -> carryOut(new ContentExportRun(clock, folders, secrets, export, events));
                case DatasetRequest dataset -> carryOut(new DatasetRun(clock, folders, secrets, dataset, events));
                case ProbeRequest probe -> carryOut(new ProbeRun(clock, folders, secrets, probe, events));
                case DoctorRequest doctor -> carryOut(new DoctorRun(clock, folders, secrets, doctor, events));
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
        iteration = new IterationExecution(clock, order, folders, secrets, targets, observations, holds && warmsUp,
                lastResort,
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

    @Override
    public void conclude() {
        IterationExecution open = iteration;
        if (open != null) {
            open.conclude();
        }
    }

    /** Ends what is running and lets every target go. By the thread that carries out orders, or when none does. */
    @Override
    public void close() {
        stop();
        targets.close();
    }

    /** Releases what is open when nobody is there to say so. By the thread that carries out orders. */
    void releaseOpen() {
        stop();
        if (iteration != null) {
            carryOut(new RunnerOrder.Release(false, false), event -> { });
        }
    }

    /** The same, and keeps nothing open. */
    void abandon() {
        releaseOpen();
        targets.close();
    }

    /** Tries what a target can do, and tells each trial. */
    private static final class DoctorRun extends TargetTask {

        private final DoctorRequest request;

        DoctorRun(Clock clock, RunnerFolders folders, Secrets secrets, DoctorRequest request,
                Consumer<RunEvent> events) {
            super(clock, folders, secrets, 0, events);
            this.request = request;
        }

        @Override
        String carryOut() throws IOException {
            Driver driver = Drivers.named(request.driver());
            Values values = driver.params().defaults().with(request.settings());
            Path scratch = Files.createDirectories(resolve(request.scratch()));
            try {
                Trials trials = new Trials(driver, values, context(scratch), new TrialListener());
                if (request.scripts().isEmpty()) {
                    trials.run();
                } else {
                    trials.run(new ScriptRights(driver, request.settings(), request.scripts()));
                }
                return "";
            } finally {
                Directories.delete(scratch);
            }
        }

        private final class TrialListener implements Trials.Listener {

            @Override
            public void found(List<Setting> facts) {
                emit(new RunEvent.Detected(0, facts));
            }

            @Override
            public void completed(Trial trial) {
                emit(new RunEvent.TrialEnded(0, trial));
            }
        }
    }

    /**
     * Connects to a target, asks its engine's version and settings, or whether it has what a point names in it, and
     * leaves
     * it as it was.
     */
    private static final class ProbeRun extends TargetTask {

        private final ProbeRequest request;

        ProbeRun(Clock clock, RunnerFolders folders, Secrets secrets, ProbeRequest request, Consumer<RunEvent> events) {
            super(clock, folders, secrets, 0, events);
            this.request = request;
        }

        /** @return the engine with its version, empty where there is none to ask; of a point what the target has not */
        @Override
        String carryOut() throws DriverException, IOException {
            Driver driver = Drivers.named(request.driver());
            boolean ofPoint = !request.workload().isEmpty();
            Values values = ofPoint ? Planner.values(Workloads.named(request.workload()), driver, request.settings())
                    : driver.params().defaults().with(request.settings());
            Path scratch = Files.createDirectories(resolve(request.scratch()));
            try (OpenTarget target = driver.open(values.only(driver.params()), context(scratch))) {
                emit(new RunEvent.Detected(0, target.effective().settings()));
                return ofPoint ? missing(values, target) : target.version();
            } finally {
                Directories.delete(scratch);
            }
        }

        private String missing(Values values, OpenTarget target) throws DriverException {
            try {
                target.visit();
                target.version(); // one that cannot be reached says so here, and not as though it had not what is named
                Workloads.named(request.workload()).requireNamed(values, target);
                return "";
            } catch (InvalidInputException e) {
                return e.getMessage();
            }
        }
    }

    /** Walks a kept store and writes each of its documents to a file. */
    private static final class ContentExportRun extends TargetTask {

        private static final long TELL_EVERY = TimeUnit.MILLISECONDS.toNanos(250);

        private final ExportRequest request;

        ContentExportRun(Clock clock, RunnerFolders folders, Secrets secrets, ExportRequest request,
                Consumer<RunEvent> events) {
            super(clock, folders, secrets, request.iteration(), events);
            this.request = request;
        }

        @Override
        String whenStopped() {
            return "stopped at the user's wish";
        }

        @Override
        String carryOut() throws Exception {
            Driver driver = Drivers.named(request.driver());
            if (!driver.capabilities().contains(Capability.DOCUMENT_READER)) {
                throw new DriverException("driver " + driver.name() + " cannot read documents back");
            }
            Values values = driver.params().defaults().with(request.settings());
            try (OpenTarget target = driver.open(values, context(resolve(request.scratch())));
                    DocumentSession session = target.session(0, DocumentSession.class)) {
                return copy(session, new ContentExport(resolve(request.to()), request.layout())) + " documents";
            }
        }

        private long copy(DocumentSession session, ContentExport export) throws Exception {
            long[] next = {now() + TELL_EVERY};
            session.forEach((uri, content) -> {
                boolean goOn = export.write(uri, content) && !isStopped();
                if (now() >= next[0]) {
                    next[0] = now() + TELL_EVERY;
                    emit(new RunEvent.Progressed(request.iteration(), new RunStatus(now(), Phase.MEASURE, 0,
                            0, export.documents(), 0, export.bytes(), 0, 0, 0)));
                }
                return goOn;
            });
            return export.documents();
        }
    }
}
