package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.load.stage.ReadyStage;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.background.BackgroundRun;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.Mailbox;
import dev.tidemark.core.workload.BackgroundTarget;
import dev.tidemark.core.workload.measures.BacklogGrowth;

/** One stage, made ready and then run, and what goes on beside it: background tasks, readings, failures. */
final class StageExecution implements StageListener {

    /** How long it may take to read the machine and the target, of which several generators wait for the slowest. */
    private static final long READING = 100_000_000L;
    /** How often the target is read while the others' part of the load lasts. */
    private static final long READ_EVERY = 1_000_000_000L;
    /**
     * The target is read within intervals that are longer, too: what is sampled of it, as its waits, says nothing of the
     * time between. More than the intervals of a long run, whose ends are enough.
     */
    private static final long READ_WITHIN = 12_000_000_000L;

    private final Clock clock;
    private final IterationTarget iterationTarget;
    private final IterationEvents events;
    private final TargetReadings readings;
    private final HostMonitor monitor;
    private final int phase;
    private final Stage stage;
    /** Whether it does what only one of several runners does: reads the target, and works in its background. */
    private final boolean leads;
    /** Whether the measured phase is over only when others have ended it, too: for the one that leads several. */
    private final boolean waits;
    /** Receives something when they have. */
    private final Mailbox<Boolean> others;
    private final SeriesSet series = new SeriesSet();
    private final BacklogGrowth.Gathered backlog = new BacklogGrowth.Gathered();
    private final ReadyStage ready;
    /** What begins with the stage; null for nothing. */
    private final BackgroundRun background;
    /** Whether what comes now lies behind the measured phase; of the collector's thread, and of nobody's after it. */
    private boolean over;
    /** When the target was read last, by the clock; of the same threads. */
    private long lastRead;
    /** What stopped the target's work in the background; null while nothing did. */
    private volatile String failure;

    /**
     * Makes the stage ready.
     *
     * @param parts what background tasks work on
     * @param share of this runner in it
     */
    StageExecution(Clock clock, IterationTarget iterationTarget, IterationEvents events, TargetReadings readings,
            HostMonitor monitor, int phase, Stage stage, StageSettings settings, List<BackgroundTarget> parts,
            Share share) {
        this.clock = clock;
        this.iterationTarget = iterationTarget;
        this.events = events;
        this.readings = readings;
        this.monitor = monitor;
        this.phase = phase;
        this.stage = stage;
        this.leads = share.leads();
        this.waits = leads && share.of() > 1 && stage.headline();
        this.others = new Mailbox<>(clock);
        background = iterationTarget.values().find(LoadParams.BACKGROUND).filter(t -> stage.headline() && leads)
                .map(t -> new BackgroundRun(clock, events.origin(), t, parts, stage.workers(),
                        iterationTarget::stopped, events::note, FailureReason::of, iterationTarget.faults()))
                .orElse(null);
        ready = new StageRunner(clock, settings, () -> iterationTarget.stopped() || failure != null)
                .prepare(phase, stage, this);
    }

    Stage stage() {
        return stage;
    }

    /** Everything recorded in it. */
    SeriesSet series() {
        return series;
    }

    /**
     * How its backlog grew, by the test whose figures are stored; empty of a closed loop or where that is unknown.
     */
    Optional<BacklogGrowth> growth(StageResult result) {
        return backlog.growth(result.span());
    }

    long notice() {
        return ready.notice() + (stage.headline() ? READING : 0);
    }

    /** Why it could not go on; after it has run. */
    Optional<String> broken(StageResult result) {
        return Optional.ofNullable(failure).or(result::broken);
    }

    /**
     * Runs it. What the measured phase is judged by is read when nothing is left to do but to begin, and when the last
     * operation of all runners has ended, so that what lies around it is in no figure.
     */
    StageResult run(OptionalLong at) throws InterruptedException {
        try (BackgroundRun _ = background) {
            readBeforehand();
            StageResult result = ready.begin(at);
            if (waits && result.broken().isEmpty()) {
                awaitOthers();
                monitor.takeOthers(TimedSnapshot.END);
                conclude();
            }
            events.emit(new RunEvent.PhaseEnded(events.iteration(), result.span(), result.outcomes(),
                    result.workers()));
            lookForFailure();
            return result;
        }
    }

    /** The other runners have ended the stage, or will not. From any thread. */
    void othersEnded() {
        others.put(true);
    }

    private void awaitOthers() throws InterruptedException {
        while (failure == null && others.take(clock.nanoTime() + READ_EVERY).isEmpty()) {
            read(TimedSnapshot.DURING);
            lookForFailure();
        }
    }

    /** Where that fails, the workers, which wait for the beginning, would wait through the iterations that follow. */
    private void readBeforehand() {
        try {
            if (stage.headline()) {
                read(TimedSnapshot.START);
                monitor.start();
            }
        } catch (RuntimeException | Error e) {
            abandon();
            throw e;
        }
    }

    /** {@inheritDoc} What this process did is that of its own part, whatever the others do yet. */
    @Override
    public void ended() {
        if (waits) {
            monitor.takeOwn(TimedSnapshot.END);
            return;
        }
        if (stage.headline()) {
            monitor.take(TimedSnapshot.END);
        }
        conclude();
    }

    /** The machines have been read, which would show what is done here, too. */
    private void conclude() {
        over = stage.headline();
        if (background != null) {
            background.cancel();
        }
        lookForFailure();
        if (stage.headline() && failure == null) {
            read(TimedSnapshot.END);
        }
    }

    private void read(String moment) {
        lastRead = clock.nanoTime();
        if (leads) {
            readings.read(moment);
        }
    }

    /** Ends its workers, which have not begun. */
    void abandon() {
        ready.abandon();
    }

    /**
     * A load is not gone on with when the target's work in the background has ended: writers would wait for it for
     * good.
     */
    private void lookForFailure() {
        if (failure == null) {
            iterationTarget.target().backgroundFailure().ifPresent(e -> {
                failure = e.getMessage();
                iterationTarget.abort();
            });
        }
    }

    @Override
    public void begins(long nanoTime) {
        events.emit(new RunEvent.PhaseBegan(events.iteration(), PhaseSpan.begun(phase, stage.phase(), stage.headline(),
                nanoTime - events.origin(), stage.loadWorkers(), stage.open())));
        if (background != null) {
            background.begin(nanoTime);
        }
    }

    @Override
    public void interval(Interval interval) {
        events.emit(new RunEvent.Measured(events.iteration(), interval));
        if (interval.part() == 0) {
            lookForFailure();
        }
        if (stage.headline()) {
            SeriesSet more = Timeline.sum(List.of(interval));
            series.add(more);
            if (stage.open()) {
                backlog.add(interval, more);
            }
            if (interval.part() == 0 && !over && failure == null) {
                read(TimedSnapshot.DURING);
            }
        }
    }

    @Override
    public void logged(List<LoggedOperation> operations) {
        if (!operations.isEmpty()) {
            events.emit(new RunEvent.OperationsLogged(events.iteration(), operations));
        }
    }

    @Override
    public void log(LogBlock block) {
        events.emit(new RunEvent.LogWritten(events.iteration(), block));
    }

    @Override
    public void live(RunStatus runStatus) {
        events.emit(new RunEvent.Progressed(events.iteration(), runStatus));
        if (stage.headline() && !over && failure == null && clock.nanoTime() - lastRead >= READ_WITHIN) {
            read(TimedSnapshot.DURING);
        }
    }

    @Override
    public void event(Event event) {
        events.note(event);
    }
}
