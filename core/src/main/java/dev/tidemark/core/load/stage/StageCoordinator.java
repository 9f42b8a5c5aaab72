package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.ScheduledOperations;
import dev.tidemark.core.measure.IntervalCollector;
import dev.tidemark.core.measure.LogSample;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.measure.RecorderSource;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.time.Clock;

/**
 * The thread that watches over a stage: lets the workers begin, publishes what they hand over, tells how far they are,
 * notices when the stage is cancelled or a worker is stuck, and sums up.
 */
final class StageCoordinator {

    private static final long LIVE_EVERY = 250_000_000L;
    private static final long LONGEST_NAP = 250_000_000L;
    /** How often it looks for stragglers between an interval's end and its publication. */
    private static final long STRAGGLER_POLL = 5_000_000L;
    /** An interval is published this much late at most. */
    private static final long LONGEST_GRACE = 250_000_000L;
    /** A worker that was given up may still be writing down an operation that ended at that moment. */
    private static final long LOST_GRACE = 100_000_000L;

    /** Of an interval that is over, latencies are kept together while operations of no more than so many end. */
    private static final int LATE_INTERVALS = 8;

    private final Clock clock;
    private final StageSettings settings;
    private final int phase;
    private final Stage stage;
    private final StageListener listener;
    private final InterruptibleWait interruptibleWait;
    private final StageState state;
    private final List<RunningGroup> runningGroups;
    private final List<Worker> workers;
    private final List<RecorderSource> sources;
    /** Which operations are logged one by one; null for none. */
    private final LogSample logged;
    private final long startPoll;
    private final DemandWatch demand = new DemandWatch();
    private final List<Thread> threads = new ArrayList<>();
    private IntervalCollector intervals;
    private StalledWorkers stuck;
    private long startAt;
    private StageResult result;
    private RuntimeException failure;

    StageCoordinator(Clock clock, StageSettings settings, BooleanSupplier cancelled, int phase, Stage stage,
            StageListener listener) {
        this.clock = clock;
        this.settings = settings;
        this.phase = phase;
        this.stage = stage;
        this.listener = listener;
        int count = stage.workers();
        logged = stage.logged() == 0 ? null : new LogSample(stage.logged());
        runningGroups = RunningGroup.of(stage.workerGroups());
        interruptibleWait = new InterruptibleWait(clock);
        state = new StageState(clock, cancelled, interruptibleWait, stage.time(), settings.backlogLimit(),
                Math.toIntExact(loading().count()));
        startPoll = Math.max(1_000_000L, count * 50_000L);
        workers = Arrays.asList(new Worker[count]);
        sources = Arrays.asList(new RecorderSource[count]);
    }

    /** The stage's result, or the exception that the listener threw. */
    StageResult result() {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    /** Makes the workers; returns when each has its actor, or has failed to get one. */
    void prepare() {
        guarded(() -> {
            startWorkers();
            while (state.arrived() < workers.size() && !state.cancelled()) {
                interruptibleWait.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            }
        });
    }

    /** Lets the workers begin, and returns when all have ended or were given up. @param at as of {@link ReadyStage} */
    void run(OptionalLong at) {
        guarded(() -> {
            announceStart(at);
            watch();
            result = sumUp();
        });
    }

    /** Ends the workers, which have not begun. */
    void abandon() {
        state.stop();
        waitForWorkers();
    }

    /** Nanoseconds ahead of the beginning by which the workers must know of it. */
    long notice() {
        return 2 * startPoll;
    }

    private void guarded(Runnable part) {
        if (failure != null) {
            return;
        }
        try {
            part.run();
        } catch (RuntimeException e) {
            failure = e;
            abandon();
        }
    }

    /**
     * Starts the workers. Each makes what it will write to on its own thread, so that the parts of different workers
     * lie in different places of the heap and do not share cache lines.
     */
    private void startWorkers() {
        double rate = stage.workerGroups().stream().mapToDouble(group -> group.load() instanceof Load.Open open
                ? open.schedule().meanRate() / group.share().of() : 0).sum();
        StageContext stageContext = new StageContext(clock, state, settings.pacing(), rate, startPoll,
                !stage.kinds().steps().isEmpty());
        for (RunningGroup runningGroup : runningGroups) {
            for (int member = 0; member < runningGroup.workers(); member++) {
                WorkerId workerId = new WorkerId(runningGroup.first() + member, runningGroup);
                threads.add(start("worker-" + workerId.number(), () -> makeWorker(workerId, stageContext).run()));
            }
        }
        while (state.createdWorkers() < workers.size()) {
            interruptibleWait.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            if (IntStream.range(0, threads.size()).anyMatch(i -> !threads.get(i).isAlive() && workers.get(i) == null)) {
                throw new IllegalStateException("a worker's thread could not be set up");
            }
        }
        stuck = new StalledWorkers(sources);
    }

    private Thread start(String name, Runnable worker) {
        return switch (settings.threads()) {
            case PLATFORM -> clock.start(name, worker);
            case VIRTUAL -> clock.startVirtual(name, worker);
        };
    }

    private Worker makeWorker(WorkerId workerId, StageContext stageContext) {
        RunningGroup runningGroup = workerId.runningGroup();
        Recorder recorder = recorder(runningGroup.workerGroup());
        Worker worker = switch (runningGroup.workerGroup().load()) {
            case Load.Closed closed -> new ClosedLoop(workerId, recorder, stageContext,
                    runningGroup.lane(workerId.member(), closed.lanes()), closed.think().toNanos());
            case Load.Open open -> openLoop(workerId, recorder, stageContext, open);
            case Load.Pipelined pipelined -> new PipelinedLoop(workerId, recorder, stageContext,
                    runningGroup.lane(workerId.member(), pipelined.lanes()), pipelined.depth());
        };
        sources.set(workerId.number(),
                new RecorderSource(recorder, runningGroup.workerGroup().name(),
                runningGroup.workerGroup().recorded(stage.kinds())));
        workers.set(workerId.number(), worker);
        state.workerCreated();
        return worker;
    }

    /** Operations of background groups are not logged one by one. */
    private Recorder recorder(WorkerGroup group) {
        boolean inAnyOrder = switch (group.load()) {
            case Load.Closed _ -> false;
            case Load.Open open -> !(open.concurrency() instanceof Concurrency.Threads);
            case Load.Pipelined _ -> true;
        };
        return new Recorder(stage.kinds().operations().size(), stage.kinds().steps().size(), settings.intervals(),
                inAnyOrder ? LATE_INTERVALS : 1, group.isBackground() ? null : logged, workers.size());
    }

    private Worker openLoop(WorkerId workerId, Recorder recorder, StageContext stageContext, Load.Open open) {
        SharedLane lane = workerId.runningGroup().shared();
        return switch (open.concurrency()) {
            case Concurrency.Threads _ -> new OpenLoop(workerId, recorder, stageContext, lane, open.schedule());
            case Concurrency.VirtualThreads(int limit) -> new AsyncOpenLoop(workerId, recorder, stageContext, lane,
                    open.schedule(), limit, (from, _, depth) -> VirtualThreadActor.open(clock, from, depth,
                    !stage.kinds().steps().isEmpty()));
            case Concurrency.Async(_, int depth) -> new AsyncOpenLoop(workerId, recorder, stageContext, lane,
                    open.schedule(), depth, ActorFactory::asyncActor);
        };
    }

    private void announceStart(OptionalLong at) {
        state.cancelled();
        long soonest = clock.nanoTime() + notice();
        startAt = at.isPresent() && at.getAsLong() - soonest > 0 ? at.getAsLong() : soonest;
        intervals = new IntervalCollector(phase, startAt - settings.originNanos(), settings.intervals(),
                sources, stage.kinds().steps(), listener::interval, logged, listener::log);
        state.startAt(startAt);
        listener.begins(startAt);
    }

    /** After a failure of the collector's own: nothing is reported any more, but no thread is left in the target. */
    private void waitForWorkers() {
        while (state.createdWorkers() == workers.size() && !allEndedOrLost()) {
            interruptibleWait.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            giveUpStuckWorkers(clock.nanoTime());
        }
    }

    private void watch() {
        long nextLive = startAt + LIVE_EVERY;
        boolean reported = false;
        while (!allEndedOrLost() || isIdle()) {
            if (!reported && loadFinishedOrLost()) {
                reported = true;
                reportEnded();
            }
            interruptibleWait.sleepUntil(Math.min(nextLive, nextCheck()));
            state.cancelled();
            long now = clock.nanoTime();
            if (!reported || isIdle()) {
                publish(now);
            } else { // what comes now was done beside the load, and after it
                intervals.collect();
            }
            passOnWarnings(now);
            giveUpStuckWorkers(now);
            if (now - nextLive >= 0) {
                listener.live(live(now));
                checkDemand(now);
                nextLive = now + LIVE_EVERY;
            }
        }
        if (!reported) {
            reportEnded();
        }
    }

    /** An open loop lasts as long as it is offered, also where the last slot is long over. */
    private boolean isIdle() {
        long now = clock.nanoTime();
        return now - startAt < offered(now);
    }

    /**
     * How long the load is offered, in nanoseconds since the phase's start: n slots are n gaps, the last of which is as
     * long as the others. 0 where there is no more to it than its operations.
     */
    private long offered(long now) {
        boolean judged = !state.stopping() && state.broken() == null
                && loading().allMatch(group -> group.due().isPresent());
        return !judged ? 0 : loading().map(group -> group.due().get()).mapToLong(due -> offered(due, now)).max()
                .orElse(0);
    }

    private long offered(ScheduledOperations due, long now) {
        long limit = state.deadline() - startAt;
        return !hasMore(due, now + 1) // what is due at this very moment is over, too
                ? Math.min(due.lasting(), limit) : stage.time() == null ? 0 : limit;
    }

    private void reportEnded() {
        if (state.broken() == null) {
            listener.ended();
        }
    }

    private boolean loadFinishedOrLost() {
        return loading().flatMap(this::workersOf).allMatch(w -> w.finished() || w.lost());
    }

    /** The groups that make the load, without background ones. */
    private Stream<RunningGroup> loading() {
        return runningGroups.stream().filter(group -> !group.workerGroup().isBackground() && group.hasWorkers());
    }

    private boolean allEndedOrLost() {
        return state.ended() == workers.size() || workers.stream().allMatch(w -> w.ended() || w.lost());
    }

    /** The interval's end, or soon after it while workers are missing. */
    private long nextCheck() {
        long end = startAt + settings.intervals().end(intervals.next());
        long now = clock.nanoTime();
        return end - now > 0 ? end : now + STRAGGLER_POLL;
    }

    private void publish(long now) {
        while (true) {
            int seq = intervals.next();
            long end = startAt + settings.intervals().end(seq);
            boolean complete = intervals.nextIsComplete();
            if (end - now > 0 || !complete && now - end < grace(seq)) {
                break;
            }
            intervals.collect();
            intervals.publishNext();
            intervals.publishLate(); // only now, so that a backlog does not cut them into many small parts
            stuck.name(now - startAt, length(seq)).forEach(sentence -> report(now, "stuck", sentence));
        }
        intervals.collect();
    }

    private long length(int seq) {
        return settings.intervals().end(seq) - settings.intervals().start(seq);
    }

    private long grace(int seq) {
        return Math.min(LONGEST_GRACE, length(seq) / 4);
    }

    private void passOnWarnings(long now) {
        for (String sentence; (sentence = state.warnings().poll()) != null;) {
            report(now, "warning", sentence);
        }
    }

    private void report(long now, String kind, String sentence) {
        listener.event(new Event(now - settings.originNanos(), kind, sentence));
    }

    /**
     * Gives up workers that have been inside one operation for longer than the drain limit after nothing more was to
     * be started, or, of open loops, nothing more was due. A worker that is not inside one is given up only when it was
     * told to stop: it may be waiting for a slot that is due much later.
     */
    private void giveUpStuckWorkers(long now) {
        if (now - state.deadline() < 0 && (state.isOver() ? slotsWillBeDue(now) : somethingWillBeDue(now))) {
            return;
        }
        state.finish();
        for (Worker worker : workers) {
            if (!worker.ended() && !worker.lost() && drained(worker.number, now) > settings.drainLimit().toNanos()) {
                worker.lose();
                threads.get(worker.number).interrupt();
            }
        }
    }

    /** Closed loops have no schedule that could end. */
    private boolean somethingWillBeDue(long now) {
        if (!state.started()) {
            return true;
        }
        return loading().anyMatch(group -> group.due().isEmpty() || hasMore(group.due().get(), now));
    }

    /** Workers have taken all slots that there are, some of which are due much later. */
    private boolean slotsWillBeDue(long now) {
        return !state.stopping() && loading().flatMap(group -> group.due().stream()).anyMatch(due -> hasMore(due, now));
    }

    private boolean hasMore(ScheduledOperations due, long now) {
        due.before(openUntil(now));
        return due.hasMore();
    }

    /** How long a worker has been waited for. */
    private long drained(int worker, long now) {
        long inside = sources.get(worker).recorder().insideSince();
        if (inside >= 0) {
            return now - Math.max(startAt + inside, overSince());
        }
        return state.stopping() ? now - state.stoppedAt() : 0;
    }

    /** Since when nothing more was there to start, nor due; where operations are stopped, since then. */
    private long overSince() {
        long lastDue = loading().flatMap(group -> group.due().stream()).mapToLong(ScheduledOperations::last).max()
                .orElse(0);
        return Math.max(state.overSince(), startAt + lastDue);
    }

    private RunStatus live(long now) {
        long done = sum(Recorder::units);
        long failures = sum(Recorder::failedUnits);
        long bytes = sum(Recorder::bytes);
        int inFlight = (int) sum(Recorder::insideCount);
        long backlog = loading().mapToLong(s -> backlog(s, now)).sum();
        return new RunStatus(now - settings.originNanos(), stage.phase(), startAt - settings.originNanos(),
                stage.time() == null ? 0 : stage.time().toNanos(), done, stage.expected(), bytes, backlog, inFlight,
                failures);
    }

    /** Slots of a group that are due and that no worker has taken. */
    private long backlog(RunningGroup runningGroup, long now) {
        return runningGroup.due().map(d -> Math.max(0, d.before(openUntil(now)) - runningGroup.shared().claimed()))
                .orElse(0L);
    }

    /** While slots become due. What is left of them then only shrinks. */
    private void checkDemand(long now) {
        List<RunningGroup> open = loading().filter(s -> s.due().isPresent()).toList();
        if (now - horizon() < 0 && open.stream().anyMatch(s -> s.due().get().hasMore())) {
            demand.sample(open.stream().mapToLong(s -> s.due().get().before(openUntil(now))).sum(),
                    open.stream().mapToLong(s -> backlog(s, now)).sum());
        }
    }

    /** Over the workers of the load. */
    private long sum(ToLongFunction<Recorder> number) {
        return loading().flatMap(this::sourcesOf).map(RecorderSource::recorder).mapToLong(number).sum();
    }

    /** How far into the schedule slots are due, in nanoseconds since the phase's start. */
    private long openUntil(long now) {
        long until = Math.min(now, state.deadline());
        return (state.stopping() ? Math.min(until, state.stoppedAt()) : until) - startAt;
    }

    private StageResult sumUp() {
        if (workers.stream().anyMatch(Worker::lost)) {
            clock.sleepUntil(clock.nanoTime() + LOST_GRACE);
            reportLostWorkers();
        }
        long end = end();
        for (Worker worker : workers) {
            if (worker.lost()) {
                intervals.takeFromLost(worker.number);
            }
        }
        intervals.finish(end);
        listener.logged(intervals.logged(settings.originNanos(), stage.headline()));
        long now = clock.nanoTime();
        passOnWarnings(now);
        listener.live(live(now));
        List<OutcomeCount> unread = unread();
        return new StageResult(span(end), Stream.concat(intervals.outcomes().stream(), unread.stream()).toList(),
                intervals.workers().stream().map(this::numberedOfAll).toList(),
                Optional.ofNullable(state.broken()).filter(_ -> unread.isEmpty()), sum(Recorder::keptWaiting),
                demand.demand(), runningGroups.stream().filter(RunningGroup::hasWorkers)
                .filter(s -> workersOf(s).allMatch(Worker::lost)).findFirst().map(this::describeHung));
    }

    /**
     * What a verification did not get to, since the target is gone: what it was about is not known, and the iteration
     * goes on to say so.
     */
    private List<OutcomeCount> unread() {
        long done = intervals.outcomes().stream().mapToLong(OutcomeCount::operations).sum();
        return state.unreached().filter(_ -> stage.phase() == Phase.VERIFY && stage.expected() > done)
                .map(reason -> new OutcomeCount(phase, stage.kinds().operations().getFirst(), Outcome.NO_CONNECTION, reason,
                        stage.expected() - done, stage.expected() - done)).stream().toList();
    }

    private WorkerCount numberedOfAll(WorkerCount count) {
        return runningGroups.stream().filter(s -> s.has(count.worker())).findFirst()
                .map(s -> count.numbered(s.numberOfAll(count.worker()))).orElseThrow();
    }

    /**
     * The load's last acknowledgement, since the phase's start, or the end of what was offered, if that is later. Workers
     * that were given up would have gone on until the time limit, the stop or the last slot: that time, in which they did
     * nothing, is part of the phase.
     */
    private long end() {
        long lastEnd = loading().flatMap(this::sourcesOf).map(RecorderSource::recorder).mapToLong(Recorder::lastEnd).max()
                .orElse(0);
        if (loading().flatMap(this::workersOf).noneMatch(Worker::lost)) {
            return Math.max(lastEnd, offered(clock.nanoTime()));
        }
        boolean bounded = stage.time() != null || state.stopping();
        boolean scheduled = loading().allMatch(s -> s.due().isPresent());
        return bounded ? Math.max(lastEnd, horizon() - startAt)
                : scheduled ? Math.max(lastEnd, overSince() - startAt) : lastEnd;
    }

    /** The clock reading from which on no slot was due. */
    private long horizon() {
        return state.stopping() ? Math.min(state.stoppedAt(), state.deadline()) : state.deadline();
    }

    private Stream<Worker> workersOf(RunningGroup runningGroup) {
        return workers.subList(runningGroup.first(), runningGroup.first() + runningGroup.workers()).stream();
    }

    private Stream<RecorderSource> sourcesOf(RunningGroup runningGroup) {
        return sources.subList(runningGroup.first(), runningGroup.first() + runningGroup.workers()).stream();
    }

    private String describeHung(RunningGroup runningGroup) {
        String name = runningGroup.workerGroup().name().isEmpty() ? "" : " of " + runningGroup.workerGroup().name();
        return (runningGroup.workers() == 1 ? "The only worker" + name + " was" : "All " + runningGroup.workers()
                + " workers" + name + " were") + " given up: no answer came within drain-limit ("
                + Types.DURATION.format(settings.drainLimit()) + ").";
    }

    private void reportLostWorkers() {
        long lost = workers.stream().filter(Worker::lost).count();
        report(clock.nanoTime(), "warning", (lost == 1 ? "1 worker was" : lost + " workers were")
                + " given up: an operation was still in progress when the drain limit had passed");
    }

    private PhaseSpan span(long end) {
        long origin = startAt - settings.originNanos();
        boolean open = loading().anyMatch(s -> s.due().isPresent());
        return new PhaseSpan(phase, stage.phase(), stage.headline(), origin, origin + end,
                loading().mapToLong(this::censored).sum(), stage.loadWorkers(), open, sum(Recorder::lateFreeSlots),
                loading().mapToLong(this::outside).sum());
    }

    /** Operations of a group that were due and have not been answered. */
    private long censored(RunningGroup runningGroup) {
        if (runningGroup.due().isEmpty()) {
            return sourcesOf(runningGroup).map(RecorderSource::recorder)
                    .mapToLong(r -> r.insideCount() + r.cutOffOperations()).sum();
        }
        long finished = counts(runningGroup).mapToLong(WorkerCount::operations).sum();
        // One more may have been begun between the moment of a stop and when its worker heard of it.
        return Math.max(0, runningGroup.due().get().before(horizon() - startAt) - finished);
    }

    private Stream<WorkerCount> counts(RunningGroup runningGroup) {
        return intervals.workers().stream().filter(w -> runningGroup.has(w.worker()));
    }

    /**
     * Worker time of a group that was neither spent inside the target, nor thinking, nor on refused connections, up to
     * each worker's last acknowledgement; none in an open loop. Of a worker with several operations in flight, the time
     * for which one of its slots was empty on average.
     */
    private long outside(RunningGroup runningGroup) {
        Load load = runningGroup.workerGroup().load();
        long think = load instanceof Load.Closed closed ? closed.think().toNanos() : 0;
        int depth = load instanceof Load.Pipelined pipelined ? pipelined.depth() : 1;
        return runningGroup.due().isPresent() ? 0
                : counts(runningGroup).mapToLong(w -> {
                    Recorder recorder = sources.get(w.worker()).recorder();
                    return Math.max(0, recorder.lastEnd() - recorder.keptWaiting() - w.busy() / depth
                            - think * Math.max(0, w.operations() - 1));
                }).sum();
    }
}
