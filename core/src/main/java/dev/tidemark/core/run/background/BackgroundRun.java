package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.load.background.ScheduledTask.Instances;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;

/**
 * Starts the tasks of a timetable while a stage runs, and ends them with it. Each entry has a thread; a start that is
 * due while the one before is still in progress is missed. What fails is told and ends nothing else.
 */
public final class BackgroundRun implements AutoCloseable {

    /** What is started again and again is started no more often than this. */
    private static final long SHORTEST_REST = 1_000_000_000L;
    /** How often a long run tells how far it is. */
    private static final long PROGRESS_EVERY = 60_000_000_000L;

    private final Clock clock;
    private final long origin;
    private final List<ScheduledTask> entries;
    private final List<BackgroundTarget> instances;
    private final int firstSession;
    private final BooleanSupplier stopped;
    private final Consumer<Event> events;
    private final Function<Throwable, String> reason;
    private final TargetFaults faults;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean cancelled;
    private volatile long cancelledAt;
    private long start;

    /**
     * @param origin       the clock's reading at the iteration's start
     * @param instances    at least one
     * @param firstSession from which on sessions have no other user
     * @param stopped      whether what they work on is to be closed, since the user wants no more
     * @param events       receives runs of tasks and warnings, on any thread
     * @param reason       what an exception says to the user
     * @param faults       of the target
     */
    public BackgroundRun(Clock clock, long origin, BackgroundSchedule backgroundSchedule,
            List<BackgroundTarget> instances, int firstSession, BooleanSupplier stopped, Consumer<Event> events,
            Function<Throwable, String> reason, TargetFaults faults) {
        this.clock = clock;
        this.origin = origin;
        this.entries = backgroundSchedule.entries();
        this.instances = List.copyOf(instances);
        this.firstSession = firstSession;
        this.stopped = stopped;
        this.events = events;
        this.reason = reason;
        this.faults = faults;
    }

    /** Lets the timetable begin. @param nanoTime the clock's reading at the first slot */
    public synchronized void begin(long nanoTime) {
        start = nanoTime;
        for (int i = 0; i < entries.size(); i++) {
            Table table = new Table(entries.get(i), name(i), firstSession + i * instances.size());
            threads.add(clock.start("background-" + table.name, table::follow));
        }
    }

    /** The task's name; of several entries of one task, the second has a 2 behind it, and so on. */
    private String name(int entry) {
        String name = entries.get(entry).name();
        long before = entries.subList(0, entry).stream().filter(e -> e.name().equals(name)).count();
        return before == 0 ? name : name + "-" + (before + 1);
    }

    /** Ends the tasks soon; what is in progress is told as unfinished. */
    public synchronized void cancel() {
        if (!cancelled) {
            cancelledAt = clock.nanoTime();
            cancelled = true;
        }
    }

    /** Ends the tasks and waits for them: nobody else may close what they work on. An interrupt stays set. */
    @Override
    public void close() {
        cancel();
        List<Thread> all;
        synchronized (this) {
            all = List.copyOf(threads);
        }
        all.forEach(clock::joinThrough);
    }

    /** One entry. */
    private final class Table {
        private final ScheduledTask entry;
        private final String name;
        private final int session;
        private final AtomicBoolean warned = new AtomicBoolean();
        private long missed;

        Table(ScheduledTask entry, String name, int session) {
            this.entry = entry;
            this.name = name;
            this.session = session;
        }

        void follow() {
            Throttle waiting = new Throttle(clock, OptionalDouble.empty(), () -> cancelled);
            long from = 0;
            long before = 0;
            try {
                OptionalLong next;
                for (int starts = 0; (next = entry.next(from, starts)).isPresent(); starts++) {
                    long due = next.getAsLong();
                    missed = starts == 0 ? 0 : missed(due - before);
                    waiting.sleepUntil(start + due);
                    waiting.check();
                    once(starts + 1);
                    before = due;
                    from = Math.max(clock.nanoTime() - start, due + (entry.every().isPresent() ? 1 : SHORTEST_REST));
                }
            } catch (Throttle.Cancelled e) {
                // the load is over
            }
        }

        /** Starts that were due since the one before. */
        private long missed(long between) {
            return entry.every().map(every -> between / every.toNanos() - 1).orElse(0L);
        }

        private void once(int number) {
            if (entry.instances() == Instances.IN_TURN || instances.size() == 1 || entry.task().isFromOutside()) {
                for (int i = 0; i < (entry.task().isFromOutside() ? 1 : instances.size()) && !cancelled; i++) {
                    run(number, i, 1);
                }
                return;
            }
            List<Thread> together = new ArrayList<>();
            for (int i = 0; i < instances.size(); i++) {
                int at = i;
                together.add(clock.start("background-" + name + "-" + instances.get(at).name(),
                        () -> run(number, at, instances.size())));
            }
            together.forEach(clock::joinThrough);
        }

        /** @param sharing how many share the rate */
        private void run(int number, int at, int sharing) {
            BackgroundTarget backgroundTarget = instances.get(at);
            Task task = Tasks.of(entry, backgroundTarget, session + at, faults, clock);
            Recording recording = new Recording(name, number,
                    entry.task().isFromOutside() ? entry.node().map(n -> "node " + n).orElse("")
                            : backgroundTarget.name(), clock.nanoTime(), missed);
            recording.tell(State.RUNNING, clock.nanoTime(), "");
            OptionalDouble rate = entry.throttle().map(r -> OptionalDouble.of(r / sharing))
                    .orElse(OptionalDouble.empty());
            try {
                Task.Done done = task.run(new Throttle(clock, rate, () -> cancelled), recording);
                recording.reclaimed = done.reclaimed();
                recording.tell(State.DONE, clock.nanoTime(), done.detail());
            } catch (Throttle.Cancelled e) {
                recording.tell(State.UNFINISHED, cancelledAt, "");
            } catch (Exception | LinkageError e) {
                failed(recording, e);
            }
        }

        /** What fails once the load is over, or is to be, may fail because of that, but for what was to be undone. */
        private void failed(Recording recording, Throwable e) {
            long now = clock.nanoTime();
            if (stopped.getAsBoolean()) {
                cancel();
            }
            boolean done = e instanceof NotUndoneException;
            if (cancelled && !done) {
                recording.tell(State.UNFINISHED, cancelledAt, "");
                return;
            }
            String why = reason.apply(e);
            recording.tell(done ? State.NOT_UNDONE : State.FAILED, cancelled ? cancelledAt : now, why);
            if (warned.compareAndSet(false, true)) {
                events.accept(new Event(now - origin, "warning", "The background task " + name + " failed: " + why));
            }
        }
    }

    /** What becomes of one run. Used by one thread. */
    private final class Recording implements Progress {
        private final String task;
        private final int number;
        private final String instance;
        private final long began;
        private final long missed;
        private long rows;
        private OptionalLong reclaimed = OptionalLong.empty();
        private long nextReport;

        Recording(String task, int number, String instance, long began, long missed) {
            this.task = task;
            this.number = number;
            this.instance = instance;
            this.began = began;
            this.missed = missed;
            nextReport = began + PROGRESS_EVERY;
        }

        @Override
        public void report(long done, long total) {
            rows = done;
            long now = clock.nanoTime();
            if (now - nextReport >= 0) {
                nextReport = now + PROGRESS_EVERY;
                tell(State.RUNNING, now, "");
            }
        }

        void tell(State state, long now, String detail) {
            String late = missed == 0 ? "" : missed == 1 ? "1 start was missed" : missed + " starts were missed";
            String all = late + (late.isEmpty() || detail.isEmpty() ? "" : "; ") + detail;
            long until = Math.max(began, now) - origin;
            events.accept(new TaskRun(task, number, instance, began - origin, until, rows, reclaimed, state,
                    all).event());
        }
    }
}
