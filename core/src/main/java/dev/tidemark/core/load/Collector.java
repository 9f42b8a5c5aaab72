package dev.tidemark.core.load;

import dev.tidemark.core.measure.IntervalCollector;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * The thread that watches over a stage: lets the workers begin, publishes what they hand over, tells how far they are,
 * notices when the stage is cancelled or a worker is stuck, and sums up.
 */
final class Collector implements Runnable {

    private static final long LIVE_EVERY = 250_000_000L;
    private static final long LONGEST_NAP = 250_000_000L;
    /** How often it looks for stragglers between an interval's end and its publication. */
    private static final long STRAGGLER_POLL = 5_000_000L;
    /** An interval is published this much late at most. */
    private static final long LONGEST_GRACE = 250_000_000L;
    /** A worker that was given up may still be writing down an operation that ended at that moment. */
    private static final long LOST_GRACE = 100_000_000L;

    private final Clock clock;
    private final StageSettings settings;
    private final BooleanSupplier cancelled;
    private final int phase;
    private final Stage stage;
    private final StageListener listener;
    private final Waker waker;
    private final StageState state;
    private final SharedLane lane;
    private final List<Worker> workers;
    private final List<Recorder> recorders;
    private final Optional<DueCounter> due;
    private final long startPoll;
    private final List<Thread> threads = new ArrayList<>();
    private IntervalCollector intervals;
    private StuckWorkers stuck;
    private long startAt;
    private StageResult result;
    private RuntimeException failure;

    Collector(Clock clock, StageSettings settings, BooleanSupplier cancelled, int phase, Stage stage,
            StageListener listener) {
        this.clock = clock;
        this.settings = settings;
        this.cancelled = cancelled;
        this.phase = phase;
        this.stage = stage;
        this.listener = listener;
        int count = stage.load().workers();
        waker = new Waker(clock);
        state = new StageState(clock, waker, stage.limit().time());
        lane = new SharedLane(stage.limit().operations(), count);
        startPoll = Math.max(1_000_000L, count * 50_000L);
        workers = Arrays.asList(new Worker[count]);
        recorders = Arrays.asList(new Recorder[count]);
        due = stage.load() instanceof Load.Open open
                ? Optional.of(new DueCounter(open.schedule(), stage.limit().operations())) : Optional.empty();
    }

    /** The stage's result, or the exception that the listener threw. */
    StageResult result() {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    @Override
    public void run() {
        try {
            enlist();
            letBegin();
            watch();
            result = sumUp();
        } catch (RuntimeException e) {
            failure = e;
            state.stop();
            waitForWorkers();
        }
    }

    /**
     * Starts the workers. Each makes what it will write to on its own thread, so that the parts of different workers
     * lie in different places of the heap and do not share cache lines.
     */
    private void enlist() {
        double rate = stage.load() instanceof Load.Open open ? open.schedule().meanRate() : 0;
        Crew crew = new Crew(clock, state, settings.pacing(), rate, startPoll);
        for (int i = 0; i < workers.size(); i++) {
            int number = i;
            threads.add(clock.start("worker-" + i, () -> makeWorker(number, crew).run()));
        }
        while (state.enlisted() < workers.size()) {
            waker.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            if (state.ended() == 0 && threads.stream().anyMatch(t -> !t.isAlive())) {
                throw new IllegalStateException("a worker's thread could not be set up");
            }
        }
        stuck = new StuckWorkers(stage.kinds().operations(), recorders);
    }

    private Worker makeWorker(int number, Crew crew) {
        Recorder recorder = new Recorder(stage.kinds().operations().size(), stage.kinds().steps().size(),
                settings.intervals());
        Worker worker = switch (stage.load()) {
            case Load.Closed closed -> new ClosedLoop(number, stage, recorder, crew, lane(number, closed.lanes()),
                    closed.think().toNanos());
            case Load.Open open -> new OpenLoop(number, stage, recorder, crew, lane, open.schedule());
            case Load.Pipelined pipelined -> new PipelinedLoop(number, stage, recorder, crew,
                    lane(number, pipelined.lanes()), pipelined.depth());
        };
        recorders.set(number, recorder);
        workers.set(number, worker);
        state.enlist();
        return worker;
    }

    private Lane lane(int worker, Load.Lanes lanes) {
        return switch (lanes) {
            case SHARED -> lane;
            case OWNED -> new OwnedLane(worker, stage.limit().operations(), workers.size());
        };
    }

    private void letBegin() {
        while (state.arrived() < workers.size() && !state.stopping()) {
            waker.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            stopIfCancelled();
        }
        startAt = clock.nanoTime() + 2 * startPoll;
        intervals = new IntervalCollector(phase, startAt - settings.originNanos(), settings.intervals(),
                stage.kinds().operations(), stage.kinds().steps(), recorders, listener::interval);
        state.startAt(startAt);
    }

    /** After a failure of the collector's own: nothing is reported any more, but no thread is left in the target. */
    private void waitForWorkers() {
        while (state.enlisted() == workers.size() && !allEndedOrLost()) {
            waker.sleepUntil(clock.nanoTime() + LONGEST_NAP);
            giveUpLost(clock.nanoTime());
        }
    }

    private void watch() {
        long nextLive = startAt + LIVE_EVERY;
        while (!allEndedOrLost()) {
            waker.sleepUntil(Math.min(nextLive, nextLook()));
            stopIfCancelled();
            long now = clock.nanoTime();
            publish(now);
            passOnWarnings(now);
            giveUpLost(now);
            if (now - nextLive >= 0) {
                listener.live(live(now));
                nextLive = now + LIVE_EVERY;
            }
        }
    }

    private boolean allEndedOrLost() {
        return state.ended() == workers.size() || workers.stream().allMatch(w -> w.ended() || w.lost());
    }

    private void stopIfCancelled() {
        if (!state.stopping() && cancelled.getAsBoolean()) {
            state.stop();
        }
    }

    /** The interval's end, or soon after it while workers are missing. */
    private long nextLook() {
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
            stuck.name(now - startAt, length(seq)).forEach(sentence -> tell(now, "stuck", sentence));
        }
        intervals.collect();
        intervals.publishLate();
    }

    private long length(int seq) {
        return settings.intervals().end(seq) - settings.intervals().start(seq);
    }

    private long grace(int seq) {
        return Math.min(LONGEST_GRACE, length(seq) / 4);
    }

    private void passOnWarnings(long now) {
        for (String sentence; (sentence = state.warnings().poll()) != null;) {
            tell(now, "warning", sentence);
        }
    }

    private void tell(long now, String kind, String sentence) {
        listener.event(new Event(now - settings.originNanos(), kind, sentence));
    }

    /**
     * Gives up workers that have been inside one operation for longer than the drain limit after nothing more was to
     * be started. A worker that is not inside one is given up only when it was told to stop: it may be waiting for a
     * slot that is due much later.
     */
    private void giveUpLost(long now) {
        if (!state.isOver() && now - state.deadline() < 0) {
            return;
        }
        state.over();
        for (Worker worker : workers) {
            if (!worker.ended() && !worker.lost() && drained(worker.number, now) > settings.drainLimit().toNanos()) {
                worker.lose();
                threads.get(worker.number).interrupt();
            }
        }
    }

    /** How long a worker has been waited for. */
    private long drained(int worker, long now) {
        long inside = recorders.get(worker).insideSince();
        if (inside >= 0) {
            return now - Math.max(startAt + inside, state.overSince());
        }
        return state.stopping() ? now - state.stoppedAt() : 0;
    }

    private Live live(long now) {
        long done = sum(Recorder::units);
        long failures = sum(Recorder::failedUnits);
        long bytes = sum(Recorder::bytes);
        int inFlight = (int) sum(Recorder::insideCount);
        long backlog = due.map(d -> Math.max(0, d.before(openUntil(now)) - lane.claimed())).orElse(0L);
        return new Live(now - settings.originNanos(), stage.phase(), done, stage.expected(), bytes, backlog, inFlight,
                failures);
    }

    private long sum(ToLongFunction<Recorder> number) {
        return recorders.stream().mapToLong(number).sum();
    }

    /** How far into the schedule slots are due, in nanoseconds since the phase's start. */
    private long openUntil(long now) {
        long until = Math.min(now, state.deadline());
        return (state.stopping() ? Math.min(until, state.stoppedAt()) : until) - startAt;
    }

    private StageResult sumUp() {
        if (workers.stream().anyMatch(Worker::lost)) {
            clock.sleepUntil(clock.nanoTime() + LOST_GRACE);
            tellLost();
        }
        long lastEnd = recorders.stream().mapToLong(Recorder::lastEnd).max().orElse(0);
        for (Worker worker : workers) {
            if (worker.lost()) {
                intervals.seize(worker.number);
            }
        }
        intervals.finish(lastEnd);
        long now = clock.nanoTime();
        passOnWarnings(now);
        listener.live(live(now));
        return new StageResult(span(lastEnd), intervals.outcomes(), intervals.workers(),
                Optional.ofNullable(state.broken()));
    }

    private void tellLost() {
        long lost = workers.stream().filter(Worker::lost).count();
        tell(clock.nanoTime(), "warning", (lost == 1 ? "1 worker was" : lost + " workers were")
                + " given up: an operation was still under way when the drain limit had passed");
    }

    private PhaseSpan span(long lastEnd) {
        long origin = startAt - settings.originNanos();
        boolean open = due.isPresent();
        long lateFree = sum(Recorder::lateFreeSlots);
        return new PhaseSpan(phase, stage.phase(), stage.headline(), origin, origin + lastEnd, censored(),
                workers.size(), open, lateFree, open ? 0 : outside());
    }

    /** Operations that were due and have not been answered. */
    private long censored() {
        if (due.isEmpty()) {
            return sum(Recorder::insideCount);
        }
        long finished = intervals.workers().stream().mapToLong(WorkerCount::operations).sum();
        long horizon = state.stopping() ? state.stoppedAt() : Long.MAX_VALUE;
        return due.get().before(Math.min(horizon, state.deadline()) - startAt) - finished;
    }

    /**
     * Worker time that was neither spent inside the target nor thinking, up to each worker's last acknowledgement. Of
     * a worker with several operations in flight, the time for which one of its slots was empty on average.
     */
    private long outside() {
        long think = stage.load() instanceof Load.Closed closed ? closed.think().toNanos() : 0;
        int depth = stage.load() instanceof Load.Pipelined pipelined ? pipelined.depth() : 1;
        return intervals.workers().stream().mapToLong(w -> recorders.get(w.worker()).lastEnd() - w.busy() / depth
                - think * Math.max(0, w.operations() - 1)).sum();
    }
}
