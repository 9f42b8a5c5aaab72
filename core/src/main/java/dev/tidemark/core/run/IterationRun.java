package dev.tidemark.core.run;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.support.InstanceGroup;
import dev.tidemark.core.driver.support.TargetsByDataset;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.EnvironmentFacts;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One iteration from start to end: open and create the target, run the stages, judge, drop. */
final class IterationRun {

    private final Clock clock;
    private final RunRequest request;
    private final Consumer<RunEvent> events;
    private final boolean warmUp;
    private final TargetCache targets;
    private final boolean warmsTarget;
    private final long origin;
    private final List<StageResult> results = new ArrayList<>();
    private final SeriesSet headline = new SeriesSet();
    private final Consumer<String> lastResort;
    private volatile boolean stopped;
    /** What stopped the target's work in the background; null while nothing did. */
    private volatile String failure;
    private boolean over;
    private volatile OpenTarget target;
    private HostMonitor watch;
    private List<BackgroundTarget> instances = List.of();
    private Optional<Bottleneck> limit = Optional.empty();

    /**
     * @param targets     keeps the target open where the request asks for it
     * @param warmsTarget whether a target that will stay open is warmed up before its first iteration
     * @param lastResort  receives why, when the target does not return from what nobody can end
     */
    IterationRun(Clock clock, RunRequest request, Consumer<RunEvent> events, TargetCache targets,
            boolean warmsTarget, Consumer<String> lastResort) {
        this(clock, request, events, targets, warmsTarget, lastResort, false);
    }

    private IterationRun(Clock clock, RunRequest request, Consumer<RunEvent> events, TargetCache targets,
            boolean warmsTarget, Consumer<String> lastResort, boolean warmUp) {
        this.lastResort = lastResort;
        this.clock = clock;
        this.request = request;
        this.events = events;
        this.targets = targets;
        this.warmsTarget = warmsTarget;
        this.warmUp = warmUp;
        this.origin = clock.nanoTime();
    }

    /** Whether an iteration leaves its target open for the next one: content of its own must be made each time. */
    static boolean holds(RunRequest request) {
        try {
            return !request.hold().isEmpty()
                    && !Workloads.named(request.workload()).datasets(values(request)).isEmpty();
        } catch (InvalidInputException e) {
            return false; // the iteration itself will say so
        }
    }

    private static Values values(RunRequest request) {
        return Planner.values(Workloads.named(request.workload()), Drivers.named(request.driver()), request.settings());
    }

    /**
     * The same iteration, on a database of its own where it does not work on a dataset, and only for the time that the
     * point's {@code warm-up} says. Nothing of it is told: what is wrong with the point, the iteration itself will
     * find.
     */
    static IterationRun warmUp(Clock clock, RunRequest request) {
        return new IterationRun(clock, request, event -> { }, new TargetCache(), false, hung -> { }, true);
    }

    /** Ends the iteration early: no further operation is started, and blocked ones are made to return. */
    void stop() {
        stopped = true;
        OpenTarget running = target;
        if (running != null) {
            running.abort();
        }
    }

    void execute() {
        emit(new RunEvent.Started(request.iteration(), clock.wallTime(), origin));
        RunEvent.Ended ended;
        try {
            ended = iteration();
        } catch (Exception | Error e) {
            ended = ended(IterationState.FAILED, reason(e));
        }
        // What a stop makes fail is no failure.
        emit(stopped && ended.state() == IterationState.FAILED ? stopped() : ended);
    }

    private RunEvent.Ended stopped() {
        return ended(IterationState.STOPPED, "stopped at the user's wish");
    }

    /** What went wrong, in one line. What is meant for the user is a whole sentence already. */
    private static String reason(Throwable e) {
        String message = switch (e) {
            case InvalidInputException told -> told.getMessage();
            case DriverException told -> told.getMessage();
            case IOException told -> told.getMessage();
            case OutOfMemoryError memory -> "the runner ran out of memory: " + memory.getMessage();
            default -> e.toString();
        };
        return Optional.ofNullable(message).flatMap(m -> m.lines().filter(line -> !line.isBlank()).findFirst())
                .orElse(e.getClass().getSimpleName());
    }

    private RunEvent.Ended iteration() throws Exception {
        Workload workload = Workloads.named(request.workload());
        Driver driver = Drivers.named(request.driver());
        Values values = values(request);
        if (warmUp && values.find(RunParams.WARM_UP).isEmpty()) {
            return ended(IterationState.DONE, "");
        }
        boolean ownContent = workload.datasets(values).isEmpty();
        boolean discards = ownContent && (warmUp || !request.keep());
        Path scratch = Files.createDirectories(scratch(ownContent));
        Context context = context(scratch);
        try (TargetCache.InUse use = targets.open(request, values.only(driver.params()), context,
                user -> open(driver, values.only(driver.params()), workload.instances(values), user))) {
            OpenTarget opened = use.target();
            target = opened;
            if (ownContent) {
                opened.create();
            }
            WorkloadContext workloadContext = new WorkloadContext(values, request.seed(), opened, context);
            if (warmsTarget && use.fresh() && values.find(RunParams.WARM_UP).isPresent()) {
                warmUp(workload.recipe(workloadContext), values, SILENT);
            }
            ExecutionPlan executionPlan = workload.recipe(workloadContext);
            RunEvent.Ended ended;
            if (warmUp) {
                warmUp(executionPlan, values, SILENT);
                ended = ended(IterationState.DONE, "");
            } else {
                tellFacts(opened);
                executionPlan.warnings().forEach(text -> note("warning", text));
                ended = watched(executionPlan, values);
            }
            if (discards) {
                opened.drop();
            }
            if (!ownContent && !request.hold().isEmpty() && ended.state() == IterationState.DONE) {
                use.keep();
            }
            return ended;
        } finally {
            target = null;
            if (discards) {
                discard(scratch);
            }
        }
    }

    private Context context(Path scratch) {
        return new Context(clock, scratch, Secrets.ofThisProcess(), text -> note("note", text), () -> stopped);
    }

    /** The target, or one for each of several datasets, or several instances. */
    private OpenTarget open(Driver driver, Values values, int instances, Context context) throws DriverException {
        if (instances > 1) {
            return InstanceGroup.open(driver, values, context, instances);
        }
        if (request.datasets().isEmpty()) {
            return driver.open(values, context);
        }
        SequencedMap<String, TargetsByDataset.Opening> openings = new LinkedHashMap<>();
        for (RunRequest.Place place : request.datasets()) {
            Values own = values;
            for (Setting setting : place.settings()) {
                own = own.with(setting.name(), setting.text(), setting.origin());
            }
            Values settings = own;
            openings.put(place.dataset(), () -> driver.open(settings, context.in(Path.of(place.folder()))));
        }
        return TargetsByDataset.open(openings);
    }

    private Path scratch(boolean ownContent) {
        Path scratch = Path.of(request.scratch());
        return warmUp && ownContent ? RunRequest.warmUpScratch(scratch) : scratch;
    }

    /** A folder that stays behind spoils no number. */
    private void discard(Path scratch) {
        try {
            Directories.delete(scratch);
        } catch (IOException e) {
            note("warning", "The folder " + scratch + " could not be removed: " + reason(e));
        }
    }

    private void tellFacts(OpenTarget opened) throws DriverException {
        EnvironmentFacts found = Environment.detect(LocalStorage.directories(opened));
        found.warnings().forEach(text -> note("warning", text));
        CpuContention.warning(clock).ifPresent(text -> note("warning", text));
        List<Setting> facts = new ArrayList<>(found.settings());
        if (!opened.version().isEmpty()) {
            facts.add(new Setting("engine", opened.version(), null, "", SettingOrigin.DETECTED));
        }
        List<Setting> readBack = new ArrayList<>(opened.effective().settings());
        if (opened instanceof TargetsByDataset several) {
            readBack.addAll(several.differences());
        }
        for (Setting setting : readBack) {
            facts.add(new Setting(setting.name(), setting.text(), setting.number(), setting.unit(),
                    SettingOrigin.EFFECTIVE));
        }
        emit(new RunEvent.Detected(request.iteration(), facts));
    }

    private void warmUp(ExecutionPlan executionPlan, Values values, StageListener listener) {
        Stage whole = executionPlan.stages().stream().map(Supplier::get).filter(Stage::headline).findFirst()
                .orElseThrow();
        Stage part = whole.atMost(values.get(RunParams.WARM_UP));
        new StageRunner(clock, settings(values).withoutBacklog(), () -> stopped).run(0, part, listener);
    }

    private StageRunner stageRunner(Values values) {
        return new StageRunner(clock, settings(values), () -> stopped || failure != null);
    }

    private StageSettings settings(Values values) {
        return StageSettings.of(values.only(RunParams.ALL), origin);
    }

    private RunEvent.Ended watched(ExecutionPlan executionPlan, Values values) throws Exception {
        try (HostMonitor opened = new HostMonitor(clock, origin, values, LocalStorage.directories(target), this::tell,
                this::note)) {
            watch = opened;
            return stages(executionPlan, values);
        }
    }

    private RunEvent.Ended stages(ExecutionPlan executionPlan, Values values) throws Exception {
        instances = executionPlan.instances();
        StageRunner runner = stageRunner(values);
        int index = 0;
        if (executionPlan.preparation().isPresent()) {
            prepare(executionPlan.preparation().get(), index++);
        }
        for (Supplier<Stage> stages : executionPlan.stages()) {
            Stage stage = stages.get();
            if (stopped) {
                break;
            }
            if (stage.headline()) {
                watch.measureFloor(Drivers.named(request.driver()).sync(), target.effective(), LocalStorage.directories(target));
                read(TimedSnapshot.START);
                tellMemory(Drivers.named(request.driver()), Workloads.named(request.workload()).instances(values));
                watch.start();
            }
            StageResult result = run(runner, index++, stage, executionPlan, values);
            Optional<String> broken = Optional.ofNullable(failure).or(result::broken);
            if (broken.isPresent()) {
                return stopped ? stopped() : ended(IterationState.FAILED, broken.get());
            }
            if (stage.headline()) {
                limit = watch.limitedBy(stage, result, headline);
                if (executionPlan.settle() && !stopped) {
                    settle(index++, values);
                }
                watch.close();
            }
        }
        return stopped ? stopped() : verdict(executionPlan, values);
    }

    /** Runs a stage and, beside the headline stage, the background tasks; readings are taken before they have ended. */
    private StageResult run(StageRunner runner, int phase, Stage stage, ExecutionPlan executionPlan, Values values) {
        Optional<BackgroundSchedule> timetable = values.find(LoadParams.BACKGROUND).filter(t -> stage.headline());
        List<BackgroundTarget> parts = executionPlan.instances().isEmpty()
                ? List.of(new BackgroundTarget("", target, List.of()))
                : executionPlan.instances();
        try (BackgroundRun background = timetable.map(t -> new BackgroundRun(clock, origin, t, parts,
                stage.workers(), this::note, IterationRun::reason)).orElse(null)) {
            StageResult result = runner.run(phase, stage, new Listener(phase, stage, background));
            if (background != null) {
                background.cancel();
            }
            results.add(result);
            emit(new RunEvent.PhaseEnded(request.iteration(), result.span(), result.outcomes(), result.workers()));
            lookForFailure();
            if (stage.headline() && result.broken().isEmpty() && failure == null) {
                watch.take(TimedSnapshot.END);
                read(TimedSnapshot.END);
            }
            return result;
        }
    }

    /** Begins a phase without load. @return when */
    private long begin(int index, Phase phase) {
        long start = clock.nanoTime() - origin;
        emit(new RunEvent.PhaseBegan(request.iteration(), PhaseSpan.begun(index, phase, false, start, 0, false)));
        return start;
    }

    private void end(int index, Phase phase, long start) {
        emit(new RunEvent.PhaseEnded(request.iteration(), PhaseSpan.idle(index, phase, start,
                clock.nanoTime() - origin), List.of(), List.of()));
    }

    private void prepare(ExecutionPlan.Preparation preparation, int index) throws Exception {
        long start = begin(index, Phase.PRELOAD);
        preparation.prepare((done, total) -> emit(new RunEvent.Progressed(request.iteration(),
                RunStatus.of(clock.nanoTime() - origin, Phase.PRELOAD, start, done, total))));
        end(index, Phase.PRELOAD, start);
    }

    private void settle(int index, Values values) throws DriverException {
        long start = begin(index, Phase.SETTLE);
        WorkloadContext.settleLimit(values, clock, lastResort).settle(target,
                (done, total) -> emit(new RunEvent.Progressed(
                request.iteration(), RunStatus.of(clock.nanoTime() - origin, Phase.SETTLE, start, done, total))));
        end(index, Phase.SETTLE, start);
        read(TimedSnapshot.SETTLED);
        watch.take(TimedSnapshot.SETTLED);
    }

    /** The numbers hold unless the generator was the bottleneck, too much failed, or the workload objects. */
    private RunEvent.Ended verdict(ExecutionPlan executionPlan, Values values) {
        StageResult measured = results.stream().filter(r -> r.span().headline()).findFirst().orElseThrow();
        GeneratorCheck check = GeneratorCheck.of(measured.span(), headline);
        Optional<String> hung = results.stream().map(StageResult::hung).flatMap(Optional::stream).findFirst();
        if (!check.message().isEmpty() && !(check.limited() && hung.isPresent())) {
            note("finding", check.message());
        }
        limit.filter(held -> !check.limited() && hung.isEmpty()).ifPresent(held -> note("finding", held.sentence()));
        Optional<String> objection = hung
                .or(() -> watch.standstill(measured.span().start(), settings(values).intervals()))
                .or(() -> Optional.of(check.message()).filter(m -> check.limited()))
                .or(() -> failures(measured, values)).or(() -> executionPlan.verdict().judge(results));
        return objection.map(why -> ended(IterationState.INVALID, why)).orElseGet(() -> ended(IterationState.DONE, ""));
    }

    private static Optional<String> failures(StageResult measured, Values values) {
        List<OutcomeCount> failed = measured.outcomes().stream().filter(o -> !o.outcome().answered()).toList();
        long lost = failed.stream().mapToLong(OutcomeCount::units).sum();
        long all = measured.workers().stream().mapToLong(w -> w.units()).sum() + lost;
        double limit = values.get(LoadParams.FAILURE_LIMIT);
        if (failed.isEmpty() || (double) lost / all <= limit) {
            return Optional.empty();
        }
        OutcomeCount worst = failed.stream().max(Comparator.comparingLong(OutcomeCount::units)).orElseThrow();
        return Optional.of(lost + " of " + all + " failed, more than the failure-limit of "
                + LoadParams.FAILURE_LIMIT.format(limit) + ": " + worst.reason());
    }

    /**
     * A load is not gone on with when the target's work in the background has ended: writers would wait for it for
     * good.
     */
    private void lookForFailure() {
        if (failure == null) {
            target.backgroundFailure().ifPresent(e -> {
                failure = e.getMessage();
                target.abort();
            });
        }
    }

    private void read(String moment) {
        for (MetricSnapshot metricSnapshot : target.read()) {
            tell(new TimedSnapshot(clock.nanoTime() - origin, moment, metricSnapshot));
        }
        for (BackgroundTarget backgroundTarget : instances) {
            backgroundTarget.units().ifPresent(units -> {
                Map<String, Double> counted = Map.of(MetricSnapshot.UNITS, (double) units.getAsLong());
                tell(new TimedSnapshot(clock.nanoTime() - origin, moment,
                        new MetricSnapshot(MetricSnapshot.INSTANCE + backgroundTarget.name(), counted, Map.of())));
            });
        }
    }

    /** What the target's data may outgrow; each of several instances has a cache of its own. */
    private void tellMemory(Driver driver, int caches) {
        Map<String, Double> gauges = new LinkedHashMap<>();
        driver.cache().flatMap(this::inForce)
                .ifPresent(bytes -> gauges.put(MetricSnapshot.ENGINE_CACHE, (double) bytes * caches));
        Environment.memoryLimit().ifPresent(bytes -> gauges.put(MetricSnapshot.MEMORY_LIMIT, (double) bytes));
        if (!gauges.isEmpty()) {
            tell(new TimedSnapshot(clock.nanoTime() - origin, TimedSnapshot.START,
                    new MetricSnapshot(MetricSnapshot.MEMORY, Map.of(), gauges)));
        }
    }

    private Optional<Long> inForce(Param<Long> param) {
        Values effective = target.effective();
        return effective.params().contains(param) ? effective.find(param) : Optional.empty();
    }

    private void tell(TimedSnapshot reading) {
        emit(new RunEvent.Sampled(request.iteration(), reading));
    }

    private void note(String kind, String text) {
        note(new Event(clock.nanoTime() - origin, kind, text));
    }

    private void note(Event event) {
        emit(new RunEvent.EventLogged(request.iteration(), event));
    }

    private RunEvent.Ended ended(IterationState iterationState, String verdict) {
        return new RunEvent.Ended(request.iteration(), iterationState, verdict);
    }

    /** A driver's own threads may have something to say when all is over; nothing follows the end. */
    private synchronized void emit(RunEvent event) {
        if (!over) {
            over = event instanceof RunEvent.Ended;
            events.accept(event);
        }
    }

    /** For what is run and not told of. */
    private static final StageListener SILENT = new StageListener() {
        @Override
        public void interval(Interval interval) { }

        @Override
        public void live(RunStatus runStatus) { }

        @Override
        public void event(Event event) { }
    };

    /** Passes on what a stage reports, and reads the target's counters once an interval. */
    private final class Listener implements StageListener {
        private final int phase;
        private final Stage stage;
        private final BackgroundRun background;

        /** @param background what begins with the stage; null for nothing */
        Listener(int phase, Stage stage, BackgroundRun background) {
            this.phase = phase;
            this.stage = stage;
            this.background = background;
        }

        @Override
        public void begins(long nanoTime) {
            emit(new RunEvent.PhaseBegan(request.iteration(), PhaseSpan.begun(phase, stage.phase(), stage.headline(),
                    nanoTime - origin, stage.workers(), stage.open())));
            if (background != null) {
                background.begin(nanoTime);
            }
        }

        @Override
        public void interval(Interval interval) {
            emit(new RunEvent.Measured(request.iteration(), interval));
            if (interval.part() == 0) {
                lookForFailure();
            }
            if (stage.headline()) {
                headline.add(SeriesCodec.decode(interval.series()));
                if (interval.part() == 0 && failure == null) {
                    read(TimedSnapshot.DURING);
                }
            }
        }

        @Override
        public void logged(List<LoggedOperation> operations) {
            if (!operations.isEmpty()) {
                emit(new RunEvent.OperationsLogged(request.iteration(), operations));
            }
        }

        @Override
        public void live(RunStatus runStatus) {
            emit(new RunEvent.Progressed(request.iteration(), runStatus));
        }

        @Override
        public void event(Event event) {
            emit(new RunEvent.EventLogged(request.iteration(), event));
        }
    }
}
