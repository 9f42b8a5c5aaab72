package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.LoadSharing;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;

/** One iteration as a runner carries it out: does each step when it is told to, and decides nothing about the next. */
public final class IterationExecution {

    private final Clock clock;
    private final RunnerOrder.Open order;
    private final RunnerFolders folders;
    private final Secrets secrets;
    private final TargetCache targets;
    private final MachineObservations observations;
    private final boolean warmsTarget;
    private final Consumer<String> lastResort;
    private final IterationEvents events;
    private final List<StageResult> results = new ArrayList<>();
    private volatile IterationTarget target;
    private volatile boolean stopped;
    private ExecutionPlan plan;
    private TargetReadings readings;
    private HostMonitor monitor;
    private StageExecution ready;
    /** The last that was made ready; null before. */
    private volatile StageExecution latest;
    private int readyStage;

    /**
     * The iteration begins now.
     *
     * @param targets     keeps the target open where the request asks for it
     * @param observations       what was seen of the machine by the iterations before
     * @param warmsTarget whether a target that will stay open is warmed up before its first iteration
     * @param lastResort  receives why, when the target does not return from what nobody can end
     */
    public IterationExecution(Clock clock, RunnerOrder.Open order, RunnerFolders folders, Secrets secrets,
            TargetCache targets, MachineObservations observations, boolean warmsTarget, Consumer<String> lastResort,
            Consumer<RunEvent> sink) {
        this.clock = clock;
        this.order = order;
        this.folders = folders;
        this.secrets = secrets;
        this.targets = targets;
        this.observations = observations;
        this.warmsTarget = warmsTarget;
        this.lastResort = lastResort;
        this.events = new IterationEvents(clock, order.request().iteration(),
                order.origin().orElseGet(clock::nanoTime), sink);
    }

    /** Whether an iteration leaves its target open for the next one: content of its own must be made each time. */
    public static boolean holds(RunRequest request) {
        try {
            return !request.hold().isEmpty() && !Workloads.named(request.workload())
                    .datasets(IterationTarget.values(request)).isEmpty();
        } catch (InvalidInputException e) {
            return false; // the iteration itself will say so
        }
    }

    /** Ends the iteration early: no further operation is started, and blocked ones are made to return. */
    public void stop() {
        stopped = true;
        conclude();
        IterationTarget running = target;
        if (running != null) {
            running.stop();
        }
    }

    /** The other runners have ended the stage, or will not. From any thread. */
    public void conclude() {
        StageExecution running = latest;
        if (running != null) {
            running.othersEnded();
        }
    }

    /** Opens the target and makes the plan. */
    public RunnerReply.Opened open() throws Exception {
        events.started();
        target = new IterationTarget(clock, order.request(), folders, secrets, order.share().leads(), false, events);
        if (stopped) {
            target.stop();
        }
        refuseParts();
        target.open(targets);
        if (warmsTarget && target.fresh() && WarmUp.isWanted(target)) {
            WarmUp.of(target, clock, events.origin());
        }
        plan = target.workload().executionPlan(target.context());
        List<ServerProcess> servers = LocalServers.of(target.target(), target.values());
        readings = new TargetReadings(target, events, plan.instances(), servers);
        if (leads()) {
            readings.facts(observations, plan.facts());
            plan.warnings().forEach(text -> events.note("warning", text));
        }
        monitor = new HostMonitor(clock, events.origin(), leads() ? target.values().find(RunParams.HOST_METRICS)
                : Optional.empty(), leads() && target.mayBeElsewhere(),
                LocalStorage.directories(target.target()), servers, events::sample, events::note);
        return new RunnerReply.Opened(plan.preparation().isPresent(), plan.stages().size(), plan.settle());
    }

    /** Whether it does what only one of several runners does. */
    private boolean leads() {
        return order.share().leads();
    }

    private void refuseParts() {
        LoadSharing.refusal(target.workload(), target.driver(), target.values(), order.share().of()).ifPresent(why -> {
            throw new InvalidInputException(why);
        });
    }

    /** One of the steps between opening and releasing. @throws IllegalStateException when it is not its turn */
    public RunnerReply carryOut(RunnerOrder.Step step) throws Exception {
        return switch (step) {
            case RunnerOrder.Preload preload -> preload(preload.phase());
            case RunnerOrder.MakeReady make -> makeReady(make.stage(), make.phase());
            case RunnerOrder.Begin begin -> begin(begin);
            case RunnerOrder.Settle settle -> settle(settle.phase());
            case RunnerOrder.Judge judge -> judge(judge.results());
            case RunnerOrder.Release release -> release(release);
        };
    }

    private RunnerReply preload(int phase) throws Exception {
        long start = events.begin(phase, Phase.PRELOAD);
        ExecutionPlan.Preparation work = opened().preparation().orElseThrow();
        work.prepare((done, total) -> events.progress(Phase.PRELOAD, start, done, total));
        events.prepared(phase, start, stopped ? 0 : target.workload().estimate(target.values()).data().units());
        return new RunnerReply.Done();
    }

    private RunnerReply makeReady(int number, int phase) {
        Stage whole = opened().stages().get(number).get();
        if (whole.headline() && whole.parts() < order.share().of()) {
            throw new InvalidInputException(LoadSharing.tooFew(target.values(), whole.parts(), order.share().of()));
        }
        Stage stage = whole.part(order.share());
        if (stage.headline() && leads()) {
            if (!OwnDatabase.isReadOnly(target.values())) { // which is done by writing beside the data
                monitor.measureFloor(target.driver().sync(), target.target().effective(),
                        LocalStorage.directories(target.target()), observations);
            }
            readings.memory();
        }
        ready = new StageExecution(clock, target, events, readings, monitor, phase, stage, settings(), parts(),
                order.share());
        latest = ready;
        if (stopped) { // whoever stopped it may not have seen this stage
            ready.othersEnded();
        }
        readyStage = number;
        return new RunnerReply.Ready(number, stage.phase(), stage.headline(), stage.loadWorkers(), ready.notice());
    }

    private List<BackgroundTarget> parts() {
        return plan.instances().isEmpty() ? List.of(new BackgroundTarget("", target.context().targetOf(""), List.of()))
                : plan.instances();
    }

    private StageSettings settings() {
        return StageSettings.of(target.values().only(RunParams.ALL), events.origin());
    }

    private RunnerReply begin(RunnerOrder.Begin begin) throws InterruptedException {
        if (ready == null || readyStage != begin.stage()) {
            throw new IllegalStateException("stage " + begin.stage() + " is to begin and is not ready");
        }
        StageExecution stage = ready;
        ready = null;
        StageResult result = stage.run(begin.at());
        results.add(result);
        Optional<String> broken = stage.broken(result);
        Optional<RunnerReply.Watched> watched = Optional.empty();
        if (stage.stage().headline() && broken.isEmpty()) {
            watched = Optional.of(monitor.watched(stage, result));
            if (!plan.settle() || stopped) {
                monitor.close();
            }
        }
        return new RunnerReply.StageEnded(result, broken, watched);
    }

    private RunnerReply settle(int phase) throws Exception {
        opened();
        long start = events.begin(phase, Phase.SETTLE);
        try {
            WorkloadContext.settleLimit(target.values(), clock, lastResort).settle(target.target(),
                    (done, total) -> events.progress(Phase.SETTLE, start, done, total));
            events.end(phase, Phase.SETTLE, start);
            readings.read(TimedSnapshot.SETTLED);
            monitor.take(TimedSnapshot.SETTLED);
        } catch (DriverException e) {
            if (!e.losesConnection()
                    || target.values().find(LoadParams.BACKGROUND).filter(BackgroundSchedule::hasFaults).isEmpty()) {
                throw e;
            }
            events.note("warning", "After the faults of its timetable the target could not settle: " + e.getMessage()
                    + ". What settling would have told is missing.");
        }
        monitor.close();
        return new RunnerReply.Done();
    }

    /** @param all results of all runners; what is to be told of them, the leading one tells */
    private RunnerReply judge(List<StageResult> all) {
        opened();
        monitor.close();
        StageResult measured = results.stream().filter(r -> r.span().headline()).findFirst().orElseThrow(
                () -> new IllegalStateException("there is nothing to judge before the headline stage has run"));
        plan.evaluation().ownWarnings().forEach(text -> events.note("warning", text));
        if (leads()) {
            report(all);
        }
        plan.evaluation().found().ifPresent(reading -> events.sample(
                new TimedSnapshot(events.now(), TimedSnapshot.END, reading)));
        Optional<String> standstill = monitor.standstill(measured.span().start(), settings().intervals());
        Optional<String> left = leads() ? plan.evaluation().undo() : Optional.empty();
        return new RunnerReply.Judged(events.now(), standstill, plan.evaluation().judge(all).or(() -> left));
    }

    private void report(List<StageResult> all) {
        plan.evaluation().warnings(all).forEach(text -> events.note("warning", text));
        plan.evaluation().log(all).forEach(block -> events.emit(new RunEvent.LogWritten(events.iteration(), block)));
    }

    private RunnerReply release(RunnerOrder.Release release) throws Exception {
        try {
            close(release);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // what was measured stays as it is, and the next run removes what was left
            if (!results.isEmpty()) { // else it has failed, and for no other reason as a rule
                events.note("warning", "What the iteration made could not all be cleaned up: " + FailureReason.of(e));
            }
        } finally {
            events.close();
        }
        return new RunnerReply.Done();
    }

    private void close(RunnerOrder.Release release) throws Exception {
        if (ready != null) {
            ready.abandon();
        }
        if (monitor != null) {
            monitor.close();
        }
        if (target == null) {
            return;
        }
        try {
            if (release.drop()) {
                target.drop();
            }
        } catch (Exception | Error e) {
            closeAfter(e);
            throw e;
        }
        target.close(release.keep());
    }

    /** What follows a failure hides it no more than a failure to close does. */
    private void closeAfter(Throwable failure) {
        try {
            target.close(false);
        } catch (Exception | Error e) {
            failure.addSuppressed(e);
        }
    }

    private ExecutionPlan opened() {
        if (plan == null) {
            throw new IllegalStateException("the iteration's target is not open");
        }
        return plan;
    }
}
