package dev.tidemark.store.jobs;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.IdSequence;
import dev.tidemark.store.file.Json;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.live.Leases;
import dev.tidemark.store.live.LeaseHolder;
import org.jdbi.v3.core.Handle;

/**
 * The jobs of a store. Several processes may work on them: taking one is a single update that one process alone can
 * make, and the process that has it shows every few seconds that it lives. A job whose process is gone is interrupted.
 *
 * <p>Queued jobs (waiting or interrupted) have an order, the places from 1. Methods that name a job throw
 * {@link InvalidInputException} when there is none of that number, {@link ConflictException} when its state forbids
 * what is asked.
 */
public final class JobQueue {

    /** The most jobs that may be queued at a time. */
    public static final int MOST_QUEUED = 1000;

    /** How often a job may lose its process before it is paused: one that kills what runs it must not do so again. */
    public static final int MOST_ATTEMPTS = 5;

    private static final String OVER = "('DONE', 'FAILED', 'CANCELLED')";
    private static final String SCHEDULING = "scheduling";
    private static final String LOST = "the process that ran it went away";
    private static final String LOST_TOO_OFTEN = LOST + " " + MOST_ATTEMPTS + " times; paused until you resume it";

    private final Database database;
    private final Clock clock;

    public JobQueue(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    // ---- Asking ----

    /** All jobs: the running ones, then the queued ones in their order, then those that are over, newest first. */
    public List<Job> all() {
        return database.read(h -> h.createQuery("SELECT * FROM job").map((r, c) -> new Row(r)).list()).stream()
                .sorted(Comparator.comparingInt(Row::group).thenComparingLong(Row::rank).thenComparing(r -> r.job.id()))
                .map(Row::job).toList();
    }

    /** The running jobs, then the queued ones in their order. */
    public List<Job> current() {
        return database.read(h -> h.createQuery("SELECT * FROM job WHERE state NOT IN " + OVER)
                .map((r, c) -> new Row(r)).list()).stream()
                .sorted(Comparator.comparingInt(Row::group).thenComparingLong(Row::rank).thenComparing(r -> r.job.id()))
                .map(Row::job).toList();
    }

    /** Jobs that are over, the newest first. @param most how many at most */
    public List<Job> over(int most) {
        return database.read(h -> h.createQuery("SELECT * FROM job WHERE state IN " + OVER
                + " ORDER BY ended_ns DESC, id LIMIT ?").bind(0, most).map((r, c) -> new Row(r).job()).list());
    }

    /** How many jobs are over. */
    public int over() {
        return database.read(h -> h.createQuery("SELECT count(*) FROM job WHERE state IN " + OVER)
                .mapTo(Integer.class).one());
    }

    /** How many jobs are queued. */
    public int waiting() {
        return database.read(h -> h.createQuery("SELECT count(*) FROM job WHERE state IN ('WAITING', 'INTERRUPTED')")
                .mapTo(Integer.class).one());
    }

    public Optional<Job> find(long id) {
        return database.read(h -> find(h, id));
    }

    /** The job that writes, or wrote, to a batch. */
    public Optional<Job> ofBatch(long batch) {
        return database.read(h -> h.createQuery("SELECT * FROM job WHERE batch_id = ? ORDER BY id DESC").bind(0, batch)
                .map((r, c) -> new Row(r).job()).findFirst());
    }

    /** The job that would be begun now, if any: the first that is not paused and whose time has come. */
    public Optional<Job> next() {
        return database.read(h -> h.createQuery("""
                SELECT * FROM job WHERE state IN ('WAITING', 'INTERRUPTED') AND paused = ? AND (urgent = ? OR ? = ?)
                    AND (not_before_ns IS NULL OR not_before_ns <= ? OR urgent = ?)
                ORDER BY place, id LIMIT 1""")
                .bind(0, false).bind(1, true).bind(2, scheduling(h)).bind(3, true).bind(4, now()).bind(5, true)
                .map((r, c) -> new Row(r).job()).findFirst());
    }

    /** Whether queued jobs are run by themselves; on unless it was switched off. */
    public boolean scheduling() {
        return database.read(JobQueue::scheduling);
    }

    private static boolean scheduling(Handle handle) {
        return !"off".equals(handle.createQuery("SELECT text FROM preference WHERE name = ?").bind(0, SCHEDULING)
                .mapTo(String.class).findOne().orElse("on"));
    }

    // ---- Changing the queue ----

    /** Switches scheduled processing. What is running goes on. */
    public void schedule(boolean on) {
        database.writing(h -> h.execute("""
                INSERT INTO preference (name, text) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET text = excluded.text""", SCHEDULING, on ? "on" : "off"));
    }

    /** Puts a job at the end of the queue. @throws ConflictException when the queue is full */
    public Job add(NewJob job) {
        return database.write(h -> {
            if (queued(h).size() >= MOST_QUEUED) {
                throw new ConflictException("the queue is full: " + MOST_QUEUED
                        + " jobs are waiting; cancel or delete some");
            }
            long id = IdSequence.JOB.next(h);
            h.execute("""
                    INSERT INTO job (id, place, label, workload, yaml, defaults, spec_hash, author, iterations, steps,
                        bytes, expected_ns, resume, alongside, created_ns, not_before_ns, state, paused, urgent,
                        attempts, message)
                    VALUES (?, (SELECT COALESCE(max(place), 0) + 1 FROM job),
                        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    id, job.label(), job.workload(), job.yaml(), Json.texts(job.defaults()), job.specHash(),
                    job.author(),
                    job.iterations(), job.steps(), job.bytes(), job.expected().map(Duration::toNanos).orElse(null),
                    job.resume(), job.alongside(), now(), job.notBefore().map(EpochNanos::nanos).orElse(null),
                    JobState.WAITING.name(), false, false, 0, "");
            return find(h, id).orElseThrow();
        });
    }

    /** Gives a queued job another place, from 1; one beyond the end means the end. */
    public void move(long id, int place) {
        database.writing(h -> {
            requireQueued(h, id, "moved");
            List<Long> order = QueueOrder.moved(queued(h), id, place);
            for (int i = 0; i < order.size(); i++) {
                h.execute("UPDATE job SET place = ? WHERE id = ?", i + 1L, order.get(i));
            }
        });
    }

    /**
     * Puts something else in the place of a queued job that was never begun, under the same number.
     *
     * @throws InvalidInputException when it is not there; {@link ConflictException} when it has been begun
     */
    public void replace(long id, NewJob job) {
        database.writing(h -> {
            requireQueued(h, id, "changed");
            int changed = h.execute("""
                    UPDATE job SET label = ?, workload = ?, yaml = ?, defaults = ?, spec_hash = ?, author = ?,
                        iterations = ?, steps = ?, bytes = ?, expected_ns = ?, resume = ?, alongside = ?,
                        not_before_ns = ?
                    WHERE id = ? AND state = 'WAITING' AND started_ns IS NULL""",
                    job.label(), job.workload(), job.yaml(), Json.texts(job.defaults()), job.specHash(), job.author(),
                    job.iterations(), job.steps(), job.bytes(), job.expected().map(Duration::toNanos).orElse(null),
                    job.resume(), job.alongside(), job.notBefore().map(EpochNanos::nanos).orElse(null), id);
            if (changed == 0) {
                throw new ConflictException("job " + id
                        + " has been begun and cannot be changed; duplicate it instead");
            }
        });
    }

    /** Says from when on a queued job may begin; empty for as soon as its turn comes. */
    public void notBefore(long id, Optional<Instant> moment) {
        database.writing(h -> {
            requireQueued(h, id, "put off");
            h.execute("UPDATE job SET not_before_ns = ? WHERE id = ?", moment.map(EpochNanos::nanos).orElse(null), id);
        });
    }

    /** Keeps a queued job from being begun; breaks a running one off, for it to be gone on with later. */
    public void pause(long id) {
        database.writing(h -> {
            Job job = require(h, id);
            if (job.state() == JobState.RUNNING) {
                ask(h, job, JobCommand.PAUSE);
            } else {
                requireQueued(h, id, "paused");
                h.execute("UPDATE job SET paused = ?, urgent = ? WHERE id = ?", true, false, id);
            }
        });
    }

    /** Resumes a paused job. */
    public void resume(long id) {
        database.writing(h -> {
            requireQueued(h, id, "resumed");
            h.execute("UPDATE job SET paused = ?, attempts = ?, message = '' WHERE id = ?", false, 0, id);
        });
    }

    /**
     * Puts a job in front of all others, to be begun as soon as the machine is free, whatever its time and even while
     * scheduled processing is off. One that failed or was cancelled goes on where it was.
     */
    public void runNow(long id) {
        database.writing(h -> {
            Job job = require(h, id);
            if (job.state() == JobState.RUNNING || job.state() == JobState.DONE) {
                throw new ConflictException("job " + id + " is " + word(job.state())
                        + (job.state() == JobState.DONE ? "; duplicate it to run it again" : " already"));
            }
            h.execute("""
                    UPDATE job SET state = ?, message = '', paused = ?, urgent = ?, attempts = ?, ended_ns = NULL,
                        place = (SELECT COALESCE(min(place), 1) - 1 FROM job) WHERE id = ?""",
                    job.started().isEmpty() ? JobState.WAITING.name() : JobState.INTERRUPTED.name(), false, true, 0,
                    id);
        });
    }

    /** Ends a job: a queued one at once, a running one as soon as its process hears of it. */
    public void cancel(long id) {
        database.writing(h -> {
            Job job = require(h, id);
            if (job.state() == JobState.RUNNING) {
                ask(h, job, JobCommand.CANCEL);
            } else {
                requireQueued(h, id, "cancelled");
                end(h, id, JobState.CANCELLED, "before it " + (job.started().isEmpty() ? "began" : "went on"), false);
            }
        });
    }

    /** Deletes a job that is not running; its results stay. */
    public void delete(long id) {
        database.writing(h -> {
            if (require(h, id).state() == JobState.RUNNING) {
                throw new ConflictException("job " + id + " is running; cancel it first");
            }
            h.execute("DELETE FROM job WHERE id = ?", id);
        });
    }

    /** Deletes all jobs that are over, or with {@code queued} the queued ones too. @return how many */
    public int clear(boolean queued) {
        return database.write(h -> h.execute("DELETE FROM job WHERE state <> 'RUNNING' AND (? = ? OR state IN " + OVER
                + ")", queued, true));
    }

    // ---- Working on jobs ----

    /**
     * Takes a queued job for this process.
     *
     * @return empty when another process was faster, or the job has been paused, cancelled or deleted meanwhile
     */
    public Optional<Job> take(long id) {
        return database.write(h -> {
            LeaseHolder own = LeaseHolder.own();
            int taken = h.execute("""
                    UPDATE job SET state = 'RUNNING', attempts = attempts + 1, message = '', wish = NULL,
                        started_ns = COALESCE(started_ns, ?), host = ?, pid = ?, pid_start_ms = ?, heartbeat_ms = ?
                    WHERE id = ? AND state IN ('WAITING', 'INTERRUPTED') AND paused = ?""",
                    now(), own.host(), own.pid(), own.start(), clock.wallTime().toEpochMilli(), id, false);
            return taken == 0 ? Optional.empty() : find(h, id);
        });
    }

    /**
     * Shows that this process still works on a job.
     *
     * @return what it is asked to do with it
     * @throws ConflictException when it is this process's no more
     */
    public Optional<JobCommand> heartbeat(long id) {
        return database.write(h -> {
            requireOwn(h, id);
            h.execute("UPDATE job SET heartbeat_ms = ? WHERE id = ?", clock.wallTime().toEpochMilli(), id);
            return find(h, id).flatMap(Job::wish);
        });
    }

    /** Records which batch a job writes to. @throws ConflictException when it is this process's no more */
    public void writesTo(long id, long batch) {
        database.writing(h -> {
            requireOwn(h, id);
            h.execute("UPDATE job SET batch_id = ? WHERE id = ?", batch, id);
        });
    }

    private static void requireOwn(Handle h, long id) {
        if (!isOwn(h, id)) {
            throw new ConflictException("another process has taken job " + id + " over, as this one seemed to be gone");
        }
    }

    private static boolean isOwn(Handle h, long id) {
        LeaseHolder own = LeaseHolder.own();
        return h.createQuery("SELECT id FROM job WHERE id = ? AND state = 'RUNNING' AND pid = ? AND host = ?")
                .bind(0, id).bind(1, own.pid()).bind(2, own.host()).mapTo(Long.class).findOne().isPresent();
    }

    /**
     * Ends this process's work on a job; one that another process has taken meanwhile, or marked as lost, is left
     * alone. Who is interrupted in good order has not lost its process: that attempt does not count.
     *
     * @param state   how it ended: over, or INTERRUPTED
     * @param message why, in one sentence; may be empty
     * @param paused  whether an interrupted one waits for a person before it goes on
     */
    public void end(long id, JobState state, String message, boolean paused) {
        database.writing(h -> {
            if (isOwn(h, id)) {
                end(h, id, state, message, paused);
                if (state == JobState.INTERRUPTED && !paused) {
                    h.execute("UPDATE job SET attempts = attempts - 1 WHERE id = ?", id);
                }
            }
        });
    }

    private void end(Handle h, long id, JobState state, String message, boolean paused) {
        h.execute("""
                UPDATE job SET state = ?, message = ?, paused = ?, urgent = ?, ended_ns = ?, wish = NULL, host = NULL,
                    pid = NULL, pid_start_ms = NULL, heartbeat_ms = NULL WHERE id = ?""",
                state.name(), message, paused, false, state.over() ? now() : null, id);
    }

    /** Marks as interrupted what processes that are gone have left running. @return how many jobs that were */
    public int sweep() {
        // Looking first keeps the usual case, nobody died, free of write locks.
        if (database.read(this::lost).isEmpty()) {
            return 0;
        }
        return database.write(h -> {
            List<Job> lost = lost(h);
            for (Job job : lost) {
                // Its run is as lost, though its last sign of life may be younger: who goes on finds the batch free.
                h.execute("UPDATE lease SET heartbeat_ms = 0 WHERE (batch_id, host, pid) = "
                        + "(SELECT batch_id, host, pid FROM job WHERE id = ?)", job.id());
                boolean cancelled = job.wish().equals(Optional.of(JobCommand.CANCEL));
                boolean tooOften = !cancelled && job.attempts() >= MOST_ATTEMPTS;
                end(h, job.id(), cancelled ? JobState.CANCELLED : JobState.INTERRUPTED,
                        tooOften ? LOST_TOO_OFTEN : LOST, tooOften || !cancelled && job.wish().isPresent());
            }
            return lost.size();
        });
    }

    private List<Job> lost(Handle handle) {
        return handle.createQuery("SELECT * FROM job WHERE state = 'RUNNING'").map((r, c) -> new Row(r)).list()
                .stream().filter(row -> !row.live(clock.wallTime())).map(Row::job).toList();
    }

    // ---- Rows ----

    public static Job read(ResultSet row) throws SQLException {
        return new Row(row).job();
    }

    /** The wish for whoever runs the job, and the command for the run that is in progress already. */
    private static void ask(Handle h, Job job, JobCommand wish) {
        h.execute("UPDATE job SET wish = ? WHERE id = ?", wish.name(), job.id());
        if (job.batch().isPresent()) {
            Leases.ask(h, job.batch().getAsLong(), BatchCommand.CANCEL);
        }
    }

    private static List<Long> queued(Handle h) {
        return new ArrayList<>(h.createQuery("""
                SELECT id FROM job WHERE state IN ('WAITING', 'INTERRUPTED') ORDER BY place, id""")
                .mapTo(Long.class).list());
    }

    private static Job require(Handle h, long id) {
        return find(h, id).orElseThrow(() -> new InvalidInputException("there is no job " + id));
    }

    private static void requireQueued(Handle h, long id, String what) {
        Job job = require(h, id);
        if (!job.state().queued()) {
            throw new ConflictException("job " + id + " is " + word(job.state()) + " and cannot be " + what);
        }
    }

    private static String word(JobState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<Job> find(Handle h, long id) {
        return h.createQuery("SELECT * FROM job WHERE id = ?").bind(0, id).map((r, c) -> new Row(r).job()).findOne();
    }

    private long now() {
        return EpochNanos.nanos(clock.wallTime());
    }

    /** A job with its place and its process. */
    private static final class Row {
        private final Job job;
        private final long place;
        private final LeaseHolder process;
        private final long heartbeat;

        Row(ResultSet r) throws SQLException {
            long batch = r.getLong("batch_id");
            OptionalLong writesTo = r.wasNull() ? OptionalLong.empty() : OptionalLong.of(batch);
            NewJob what = new NewJob(r.getString("label"), r.getString("workload"), r.getString("yaml"),
                    Json.texts(r.getString("defaults")), r.getString("spec_hash"), r.getString("author"),
                    r.getInt("iterations"), r.getInt("steps"), r.getLong("bytes"),
                    number(r, "expected_ns").map(Duration::ofNanos),
                    r.getBoolean("resume"), r.getBoolean("alongside"), moment(r, "not_before_ns"));
            job = new Job(r.getLong("id"), what, EpochNanos.of(r.getLong("created_ns")),
                    JobState.valueOf(r.getString("state")), r.getBoolean("paused"), r.getBoolean("urgent"),
                    r.getInt("attempts"), r.getString("message"), writesTo, moment(r, "started_ns"),
                    moment(r, "ended_ns"), Optional.ofNullable(r.getString("wish")).map(JobCommand::valueOf));
            place = r.getLong("place");
            process = new LeaseHolder(Optional.ofNullable(r.getString("host")).orElse(""), r.getLong("pid"),
                    number(r, "pid_start_ms").orElse(null));
            heartbeat = r.getLong("heartbeat_ms");
        }

        private static Optional<Long> number(ResultSet r, String column) throws SQLException {
            long number = r.getLong(column);
            return r.wasNull() ? Optional.empty() : Optional.of(number);
        }

        private static Optional<Instant> moment(ResultSet r, String column) throws SQLException {
            return number(r, column).map(EpochNanos::of);
        }

        Job job() {
            return job;
        }

        int group() {
            return job.state() == JobState.RUNNING ? 0 : job.state().queued() ? 1 : 2;
        }

        /** Within its group; what is over stands newest first. */
        long rank() {
            return job.state().over() ? -job.ended().map(EpochNanos::nanos).orElse(0L) : place;
        }

        boolean live(Instant now) {
            return Leases.live(process, heartbeat, now);
        }
    }
}
