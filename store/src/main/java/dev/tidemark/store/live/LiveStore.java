package dev.tidemark.store.live;

import module java.base;
import module java.sql;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.IterationProgress;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.PlanPosition;
import dev.tidemark.store.results.WithId;
import org.jdbi.v3.core.Handle;

/**
 * What is running, for those who watch: whichever process runs it. Everything can be asked for piecemeal, so that a
 * page that looks every second reads what is new and no more.
 */
public final class LiveStore {

    /** How often the progress of an iteration is written down. */
    private static final long WRITTEN_EVERY = TimeUnit.SECONDS.toNanos(1);

    private final Database database;
    private final Clock clock;
    /** What was last written of the iterations that this process runs. */
    private final Map<Long, RunStatus> written = new ConcurrentHashMap<>();

    public LiveStore(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    // ---- Writing ----

    /** Notes how far an iteration is, unless that was done within the last second of the same phase. */
    public void keep(long iteration, RunStatus runStatus) {
        RunStatus before = written.get(iteration);
        if (before != null && before.phase() == runStatus.phase() && runStatus.at() - before.at() < WRITTEN_EVERY) {
            return;
        }
        written.put(iteration, runStatus);
        database.writing(h -> h.execute("""
                INSERT INTO live (iteration_id, at, phase, began, lasts, done, expected, bytes, backlog, in_flight,
                    failures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (iteration_id) DO UPDATE SET at = excluded.at, phase = excluded.phase,
                    began = excluded.began, lasts = excluded.lasts, done = excluded.done, expected = excluded.expected,
                    bytes = excluded.bytes, backlog = excluded.backlog, in_flight = excluded.in_flight,
                    failures = excluded.failures""",
                iteration, runStatus.at(), runStatus.phase().name(), runStatus.began(), runStatus.lasts(),
                runStatus.done(), runStatus.expected(),
                runStatus.bytes(), runStatus.backlog(), runStatus.inFlight(), runStatus.failures()));
    }

    /** Forgets how far an iteration was that has ended. */
    public void forget(Handle handle, long iteration) {
        written.remove(iteration);
        handle.execute("DELETE FROM live WHERE iteration_id = ?", iteration);
    }

    // ---- Reading ----

    /** The batches that living processes work on, oldest first. */
    public List<BatchState> running() {
        return database.read(h -> {
            Set<Long> live = new HashSet<>(Leases.live(h, clock.wallTime()));
            return h.createQuery("""
                    SELECT b.*, l.taken_ms FROM batch b JOIN lease l ON l.batch_id = b.id
                    ORDER BY b.started_ns, b.id""")
                    .map((r, c) -> batch(r, true)).list().stream().filter(b -> live.contains(b.id())).toList();
        });
    }

    /**
     * The batch of which something was measured last, running or not: one that was resumed, or that others overtook,
     * may have been begun before these. Of the newest iterations, so that a large store is asked as soon as a small
     * one.
     */
    public Optional<BatchState> newest() {
        return database.read(h -> {
            Set<Long> live = new HashSet<>(Leases.live(h, clock.wallTime()));
            return h.createQuery("""
                    SELECT b.*, l.taken_ms FROM batch b LEFT JOIN lease l ON l.batch_id = b.id
                    LEFT JOIN (SELECT i.batch_id, MAX(i.started_ns + COALESCE(
                            (SELECT MAX(p.ended) FROM phase p WHERE p.iteration_id = i.id), 0)) AS ended
                        FROM (SELECT id, batch_id, started_ns FROM iteration ORDER BY id DESC LIMIT 100) i
                        GROUP BY i.batch_id) late ON late.batch_id = b.id
                    ORDER BY CASE WHEN late.ended > b.started_ns THEN late.ended ELSE b.started_ns END DESC,
                        b.id DESC LIMIT 1""")
                    .map((r, c) -> batch(r, live.contains(r.getLong("id")))).findOne();
        });
    }

    private static BatchState batch(ResultSet r, boolean running) throws SQLException {
        // Of what came from elsewhere nothing is planned, and so looked at, for somebody who only looks.
        String yaml = running || r.getString("origin").isEmpty() ? r.getString("yaml") : "";
        return new BatchState(r.getLong("id"), r.getString("label"), r.getString("workload"), r.getString("space"),
                yaml, r.getString("spec_hash"), r.getInt("expected"), EpochNanos.of(r.getLong("started_ns")),
                running ? Optional.of(Instant.ofEpochMilli(r.getLong("taken_ms"))) : Optional.empty());
    }

    /** The iterations of a batch that were begun after one of them, in that order; 0 for all. */
    public List<IterationProgress> iterations(long batch, long after) {
        return database.read(h -> h.createQuery("SELECT * FROM iteration WHERE batch_id = ? AND id > ? ORDER BY id")
                .bind(0, batch).bind(1, after)
                .map((r, c) -> new IterationProgress(r.getLong("id"),
                new PlanPosition(r.getInt("position"), r.getInt("round")),
                        IterationState.valueOf(r.getString("state")), r.getString("verdict"),
                        EpochNanos.of(r.getLong("started_ns"))))
                .list());
    }

    /** The iterations of a batch that have ended, with settings and values, of those begun after one of them. */
    public List<Iteration> ended(long batch, long after) {
        return database.read(h -> Iterations.ended(h, batch, after));
    }

    /** How many rounds of a batch were begun until each of its iterations was, by their numbers. */
    public Map<Long, Integer> forks(long batch) {
        return database.read(h -> Iterations.forks(h, batch));
    }

    /** What a batch declares: its objective and measures. */
    public Optional<Declared> declared(long batch) {
        return database.read(h -> Batches.find(h, batch)
                .map(row -> new Declared(row.batch().objective(), row.batch().measures())));
    }

    /** @param objective the measure that ranks @param measures all of them */
    public record Declared(String objective, MeasureSet measures) {}

    /** How far a running iteration is; empty before it has told, and when it has ended. */
    public Optional<RunStatus> live(long iteration) {
        return database.read(h -> h.createQuery("SELECT * FROM live WHERE iteration_id = ?").bind(0, iteration)
                .map((r, c) -> new RunStatus(r.getLong("at"), Phase.valueOf(r.getString("phase")), r.getLong("began"),
                        r.getLong("lasts"), r.getLong("done"), r.getLong("expected"), r.getLong("bytes"),
                        r.getLong("backlog"), r.getInt("in_flight"), r.getLong("failures")))
                .findOne());
    }

    /** The settings, tags and facts of an iteration; what was read back stands behind what was asked for. */
    public List<Setting> settings(long iteration) {
        return database.read(h -> Iterations.settings(h, iteration));
    }

    /**
     * What was varied in the iterations of a batch, by iteration, of those from one number to another; an iteration in
     * which nothing was varied is left out.
     */
    public Map<Long, List<Setting>> varied(long batch, long from, long to) {
        return database.read(h -> {
            Map<Long, List<Setting>> varied = new LinkedHashMap<>();
            h.createQuery("""
                    SELECT s.* FROM iteration i JOIN setting s ON s.iteration_id = i.id
                    WHERE i.batch_id = ? AND i.id BETWEEN ? AND ? AND s.origin = ? ORDER BY s.iteration_id, s.seq""")
                    .bind(0, batch).bind(1, from).bind(2, to).bind(3, SettingOrigin.VARY.name())
                    .map((r, c) -> varied.computeIfAbsent(r.getLong("iteration_id"), k -> new ArrayList<>())
                            .add(Iterations.setting(r))).list();
            return varied;
        });
    }

    /** The newest windows of an iteration with all of their parts, in order. */
    public List<Interval> lastIntervals(long iteration, int windows) {
        return database.read(h -> h.createQuery("""
                SELECT s.* FROM interval_series s JOIN (SELECT DISTINCT phase, seq FROM interval_series
                        WHERE iteration_id = ? ORDER BY phase DESC, seq DESC LIMIT ?) newest
                    ON s.phase = newest.phase AND s.seq = newest.seq
                WHERE s.iteration_id = ? ORDER BY s.phase, s.seq, s.part""")
                .bind(0, iteration).bind(1, windows).bind(2, iteration).map((r, c) -> Iterations.interval(r)).list());
    }

    /**
     * The intervals of an iteration from one on, in order. Who has seen some asks for the last of them again, since a
     * late part of it may have come.
     */
    public List<Interval> intervals(long iteration, int phase, int seq) {
        return database.read(h -> h.createQuery("""
                SELECT * FROM interval_series WHERE iteration_id = ? AND (phase > ? OR phase = ? AND seq >= ?)
                ORDER BY phase, seq, part""").bind(0, iteration).bind(1, phase).bind(2, phase).bind(3, seq)
                .map((r, c) -> Iterations.interval(r)).list());
    }

    /** The newest readings of an iteration, oldest of them first, for who goes on with {@link #readings}. */
    public List<WithId<TimedSnapshot>> newestReadings(long iteration, int most) {
        return database.read(h -> h.createQuery("SELECT * FROM reading WHERE iteration_id = ? ORDER BY id DESC LIMIT ?")
                .bind(0, iteration).bind(1, most)
                .map((r, c) -> new WithId<>(r.getLong("id"), Iterations.reading(r))).list()).reversed();
    }

    /** The readings of an iteration that were stored after one of them; 0 for all. */
    public List<WithId<TimedSnapshot>> readings(long iteration, long after) {
        return database.read(h -> h.createQuery("SELECT * FROM reading WHERE iteration_id = ? AND id > ? ORDER BY id")
                .bind(0, iteration).bind(1, after)
                .map((r, c) -> new WithId<>(r.getLong("id"), Iterations.reading(r))).list());
    }

    /** The newest events of an iteration, oldest of them first. */
    public List<Event> lastEvents(long iteration, int most) {
        return database.read(h -> h.createQuery("SELECT * FROM event WHERE iteration_id = ? ORDER BY id DESC LIMIT ?")
                .bind(0, iteration).bind(1, most).map((r, c) -> Iterations.event(r)).list()).reversed();
    }
}
