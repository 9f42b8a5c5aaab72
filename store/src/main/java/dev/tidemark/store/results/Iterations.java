package dev.tidemark.store.results;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.Json;
import dev.tidemark.store.file.RowChecksum;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/** Rows of the table {@code iteration} and of those that hang on it. */
public final class Iterations {

    private Iterations() {}

    public static long insert(Handle handle, String uuid, NewIteration i, IterationState iterationState,
            String verdict) {
        i.settings().forEach(s -> {
            PlainText.checked("setting", s.name());
            PlainText.checked(s.name(), s.text());
        });
        handle.execute("""
                INSERT INTO iteration (uuid, batch_id, position, point_hash, round, attempt, fork, state, verdict,
                    started_ns, monotonic_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                uuid, i.batch(), i.position(), i.pointHash(), i.round(), i.attempt(), i.fork(), iterationState.name(),
                verdict, EpochNanos.nanos(i.started()), i.monotonic());
        long id = Database.lastId(handle);
        Checksums.add(handle, id, ChecksummedPart.ITERATION, Checksums.found(handle, id, ChecksummedPart.ITERATION));
        addSettings(handle, id, i.settings());
        return id;
    }

    /** With what hangs on it, and the checksums of that. */
    public static void delete(Handle handle, long iteration) {
        handle.execute("""
                DELETE FROM iteration_checksum WHERE iteration_id = ?
                    AND batch_id = (SELECT batch_id FROM iteration WHERE id = ?)""", iteration, iteration);
        handle.execute("DELETE FROM iteration WHERE id = ?", iteration);
    }

    /** Changes an iteration's own row. */
    public static void update(Handle handle, long iteration, String statement, Object... values) {
        Checksums.changing(handle, iteration, ChecksummedPart.ITERATION, () -> handle.execute(statement, values));
    }

    /** A setting of the same name is replaced, but what was read back from the engine stands beside what was asked. */
    public static void addSettings(Handle handle, long iteration, Collection<Setting> settings) {
        Checksums.changing(handle, iteration, ChecksummedPart.SETTING, () -> putSettings(handle, iteration, settings));
    }

    private static void putSettings(Handle handle, long iteration, Collection<Setting> settings) {
        int seq = handle.createQuery("SELECT count(*) FROM setting WHERE iteration_id = ?").bind(0, iteration)
                .mapTo(Integer.class).one();
        PreparedBatch rows = handle.prepareBatch("""
                INSERT INTO setting (iteration_id, name, read_back, seq, text, number, unit, origin)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (iteration_id, name, read_back) DO UPDATE
                SET text = excluded.text, number = excluded.number, unit = excluded.unit, origin = excluded.origin""");
        for (Setting s : settings) {
            rows.add(iteration, s.name(), s.origin() == SettingOrigin.EFFECTIVE, seq++, s.text(), s.number(), s.unit(),
                    s.origin().name());
        }
        execute(rows);
    }

    public static void addInterval(Handle handle, long iteration, Interval i) {
        handle.execute("""
                INSERT INTO interval_series (iteration_id, phase, seq, part, started, ended, stuck, series)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
                iteration, i.phase(), i.seq(), i.part(), i.start(), i.end(), i.stuck(), i.series());
        Checksums.add(handle, iteration, ChecksummedPart.INTERVAL, sum(i));
    }

    /** What an interval adds to its part's checksum. */
    static RowChecksum sum(Interval i) {
        return RowChecksum.ofRow(i.phase(), i.seq(), i.part(), i.start(), i.end(), i.stuck(), i.series());
    }

    public static void addReading(Handle handle, long iteration, TimedSnapshot r) {
        handle.execute("INSERT INTO reading (iteration_id, taken, moment, node, body) VALUES (?, ?, ?, ?, ?)",
                iteration, r.at(), r.moment(), r.reading().node(), Json.MAPPER.writeValueAsString(r.reading()));
        Checksums.addLast(handle, iteration, ChecksummedPart.READING);
    }

    public static void addEvent(Handle handle, long iteration, Event e) {
        handle.execute("INSERT INTO event (iteration_id, happened, kind, text) VALUES (?, ?, ?, ?)", iteration, e.at(),
                e.kind(), e.text());
        Checksums.addLast(handle, iteration, ChecksummedPart.EVENT);
    }

    /** One that has ended takes the place of the same one that began. */
    public static void putPhase(Handle handle, long iteration, PhaseSpan p) {
        Checksums.changing(handle, iteration, ChecksummedPart.PHASE, () -> handle.execute("""
                INSERT INTO phase (iteration_id, idx, phase, headline, started, ended, censored, workers, open_loop,
                    late_free, outside) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (iteration_id, idx) DO UPDATE SET phase = excluded.phase, headline = excluded.headline,
                    started = excluded.started, ended = excluded.ended, censored = excluded.censored,
                    workers = excluded.workers, open_loop = excluded.open_loop, late_free = excluded.late_free,
                    outside = excluded.outside""",
                iteration, p.index(), p.phase().name(), p.headline(), p.start(), p.end(), p.censored(), p.workers(),
                p.open(), p.lateFree(), p.outside()));
    }

    public static void addOutcomes(Handle handle, long iteration, Collection<OutcomeCount> outcomes) {
        PreparedBatch rows = handle.prepareBatch("""
                INSERT INTO outcome (iteration_id, phase, kind, outcome, reason, operations, units)
                VALUES (?, ?, ?, ?, ?, ?, ?)""");
        outcomes.forEach(o -> rows.add(iteration, o.phase(), o.kind(), o.outcome().name(), o.reason(), o.operations(),
                o.units()));
        Checksums.changing(handle, iteration, ChecksummedPart.OUTCOME, () -> execute(rows));
    }

    public static void addWorkers(Handle handle, long iteration, Collection<WorkerCount> workers) {
        PreparedBatch rows = handle.prepareBatch(
                "INSERT INTO worker (iteration_id, phase, worker, team, operations, units, failed, busy, kinds) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        workers.forEach(w -> rows.add(iteration, w.phase(), w.worker(), w.group(), w.operations(), w.units(),
                w.failed(), w.busy(), Json.counts(w.kinds())));
        Checksums.changing(handle, iteration, ChecksummedPart.WORKER, () -> execute(rows));
    }

    public static void addOperations(Handle handle, long iteration, Collection<LoggedOperation> operations) {
        PreparedBatch rows = handle.prepareBatch("""
                INSERT INTO operation_log (iteration_id, phase, seq, why, kind, outcome, reason, lane, n, name, due,
                    started, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");
        int seq = handle.createQuery("SELECT count(*) FROM operation_log WHERE iteration_id = ?").bind(0, iteration)
                .mapTo(Integer.class).one(); // another runner may have told of the same phase
        for (LoggedOperation o : operations) {
            rows.add(iteration, o.phase(), seq++, o.why().name(), o.kind(), o.outcome().name(), o.reason(), o.lane(),
                    o.n(),
                    o.name(), o.due(), o.start(), o.end());
        }
        Checksums.changing(handle, iteration, ChecksummedPart.OPERATION, () -> execute(rows));
    }

    public static List<LoggedOperation> operations(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM operation_log WHERE iteration_id = ? ORDER BY phase, seq")
                .bind(0, iteration).map((r, c) -> new LoggedOperation(r.getInt("phase"),
                        LoggedOperation.Why.valueOf(r.getString("why")), r.getString("kind"),
                        Outcome.valueOf(r.getString("outcome")), r.getString("reason"), r.getInt("lane"),
                        r.getLong("n"),
                        r.getString("name"), r.getLong("due"), r.getLong("started"), r.getLong("ended")))
                .list();
    }

    public static void addBlock(Handle handle, long iteration, LogBlock b) {
        handle.execute("""
                INSERT INTO operation_block (iteration_id, phase, generator, seq, operations, body)
                VALUES (?, ?, ?, ?, ?, ?)""",
                iteration, b.phase(), b.generator(), b.seq(), b.rows(), b.columns());
        Checksums.add(handle, iteration, ChecksummedPart.OPERATION_BLOCK,
                RowChecksum.ofRow(b.phase(), b.generator(), b.seq(), b.rows(), b.columns()));
    }

    public static List<LogBlock> blocks(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM operation_block WHERE iteration_id = ? ORDER BY phase, generator, seq")
                .bind(0, iteration).map((r, c) -> new LogBlock(r.getInt("phase"), r.getInt("generator"),
                        r.getInt("seq"), r.getInt("operations"), r.getBytes("body")))
                .list();
    }

    public static void replaceValues(Handle handle, long iteration, Collection<MeasuredValue> values) {
        Checksums.changing(handle, iteration, ChecksummedPart.VALUE, () -> putValues(handle, iteration, values));
    }

    private static void putValues(Handle handle, long iteration, Collection<MeasuredValue> values) {
        handle.execute("DELETE FROM measured_value WHERE iteration_id = ?", iteration);
        PreparedBatch rows = handle.prepareBatch(
                "INSERT INTO measured_value (iteration_id, measure, seq, number, at_least) VALUES (?, ?, ?, ?, ?)");
        int seq = 0;
        for (MeasuredValue v : values) {
            rows.add(iteration, v.measure(), seq++, v.number(), v.atLeast());
        }
        execute(rows);
    }

    private static void execute(PreparedBatch rows) {
        if (rows.size() > 0) {
            rows.execute();
        }
    }

    /**
     * The iterations of a label in order of execution, but for those that cannot be understood.
     *
     * @param sums what the rows add up to is added to this
     */
    static List<Iteration> ofLabel(Handle handle, String label, Checksums.Sums sums) {
        return of(handle, new Chosen("b.label = ?", "i.started_ns, i.id", List.of(label)), sums);
    }

    /** The {@link NewIteration#fork} of a label's iterations, by their numbers; of those that have one. */
    static Map<Long, Integer> forks(Handle handle, String label) {
        return forks(handle, "b.label", label);
    }

    /** The same of a batch. */
    public static Map<Long, Integer> forks(Handle handle, long batch) {
        return forks(handle, "b.id", batch);
    }

    private static Map<Long, Integer> forks(Handle handle, String column, Object value) {
        Map<Long, Integer> forks = new HashMap<>();
        handle.createQuery("SELECT i.id, i.fork FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE " + column
                + " = ? AND i.fork > 0").bind(0, value)
                .map((r, c) -> forks.put(r.getLong(1), r.getInt(2))).list();
        return forks;
    }

    /** The iterations of a batch that were begun after one of them and have ended; 0 for all. */
    public static List<Iteration> ended(Handle handle, long batch, long after) {
        return of(handle, new Chosen("i.batch_id = ? AND i.id > ? AND i.state <> ?", "i.id",
                List.of(batch, after, IterationState.RUNNING.name())), new Checksums.Sums());
    }

    /** Which iterations {@code i} of batches {@code b}, and in which order. */
    private record Chosen(String condition, String order, List<Object> values) {

        /**
         * @param query with a place for the condition, and maybe for the order
         * @param first what is bound before the condition's values
         */
        Query query(Handle handle, String query, Object... first) {
            Query made = handle.createQuery(String.format(Locale.ROOT, query, condition, order));
            int place = 0;
            for (Object value : first) {
                made.bind(place++, value);
            }
            for (Object value : values) {
                made.bind(place++, value);
            }
            return made;
        }
    }

    private static List<Iteration> of(Handle handle, Chosen chosen, Checksums.Sums sums) {
        Map<Long, List<Setting>> settings = settings(handle, chosen, sums);
        Map<Long, List<MeasuredValue>> values = values(handle, chosen, sums);
        return chosen.query(handle, """
                SELECT i.*, b.workload FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE %s
                ORDER BY %s""")
                .scanResultSet((rows, c) -> {
                    List<Iteration> iterations = new ArrayList<>();
                    for (ResultSet r = rows.get(); r.next();) {
                        long id = r.getLong("id");
                        understood(r, row -> iteration(row, eachOnce(settings.getOrDefault(id, List.of())),
                                values.getOrDefault(id, List.of()))).ifPresent(iterations::add);
                    }
                    return iterations;
                });
    }

    /** Empty for a row that can only have become what it is by damage; its checksum tells. */
    private static <T> Optional<T> understood(ResultSet row, Database.RowReader<T> reader) throws SQLException {
        try {
            return Optional.of(reader.read(row));
        } catch (IllegalArgumentException | NullPointerException e) {
            return Optional.empty();
        }
    }

    /**
     * By iteration, each in the order of {@code seq}. A label may have a million rows of them, nearly all alike: a row
     * is known by one text, what is alike is one object, and the few of one iteration are sorted here, since sorting
     * all of them at once takes the database longer than reading them. By iteration it finds them anyway.
     */
    private static Map<Long, List<Setting>> settings(Handle handle, Chosen chosen, Checksums.Sums sums) {
        return chosen.query(handle, """
                SELECT s.iteration_id, s.seq, s.number, s.name || ? || s.unit || ? || s.origin || ? || s.text,
                    s.name, s.text, s.unit, s.origin, s.read_back
                FROM batch b JOIN iteration i ON i.batch_id = b.id JOIN setting s ON s.iteration_id = i.id
                WHERE %s ORDER BY b.id, i.id""", "\n", "\n", "\n")
                .scanResultSet((rows, c) -> {
                    ByIteration<Setting> settings = new ByIteration<>(ChecksummedPart.SETTING, sums);
                    Map<String, KnownSetting> known = new HashMap<>();
                    for (ResultSet r = rows.get(); r.next();) {
                        String text = r.getString(4);
                        KnownSetting setting = known.get(text);
                        if (setting == null || !isNumber(r, setting.setting().number())) {
                            Optional<Setting> read = understood(r, Iterations::setting);
                            if (read.isEmpty()) {
                                continue;
                            }
                            setting = KnownSetting.of(read.get());
                            known.put(text, setting);
                        }
                        long seq = r.getLong(2);
                        settings.add(r.getLong(1), seq, setting.setting(), setting.at(seq, r.getInt(9)));
                    }
                    return settings.all();
                });
    }

    /** @param hash of what is alike in all rows of it */
    private record KnownSetting(Setting setting, long hash) {

        static KnownSetting of(Setting s) {
            return new KnownSetting(s, RowChecksum.begun(s.name(), s.text(), s.unit(), s.origin().name(), s.number()));
        }

        RowChecksum at(long seq, int readBack) {
            return RowChecksum.ended(RowChecksum.mixed(RowChecksum.mixed(hash, seq), readBack));
        }
    }

    private static boolean isNumber(ResultSet r, Double number) throws SQLException {
        double stored = r.getDouble(3);
        return number != null && number != 0 ? stored == number
                : stored == 0 && r.wasNull() == (number == null);
    }

    private static Map<Long, List<MeasuredValue>> values(Handle handle, Chosen chosen, Checksums.Sums sums) {
        return chosen.query(handle, """
                SELECT v.iteration_id, v.seq, v.measure, v.number, v.at_least
                FROM batch b JOIN iteration i ON i.batch_id = b.id JOIN measured_value v ON v.iteration_id = i.id
                WHERE %s ORDER BY b.id, i.id""")
                .scanResultSet((rows, c) -> {
                    ByIteration<MeasuredValue> values = new ByIteration<>(ChecksummedPart.VALUE, sums);
                    Map<String, Long> hashes = new HashMap<>();
                    Map<String, String> names = new HashMap<>();
                    for (ResultSet r = rows.get(); r.next();) {
                        Optional<MeasuredValue> read = understood(r,
                                row -> new MeasuredValue(names.computeIfAbsent(row.getString(3),
                                n -> n), row.getDouble(4), row.getBoolean(5)));
                        if (read.isEmpty()) {
                            continue;
                        }
                        MeasuredValue measuredValue = read.get();
                        long seq = r.getLong(2);
                        long hash = hashes.computeIfAbsent(measuredValue.measure(), RowChecksum::begun);
                        values.add(r.getLong(1), seq, measuredValue,
                                RowChecksum.ended(RowChecksum.with(RowChecksum.with(RowChecksum.mixed(hash, seq),
                                measuredValue.number()), measuredValue.atLeast())));
                    }
                    return values.all();
                });
    }

    /**
     * Gathers rows that come iteration by iteration: those of each in the order of {@code seq}, and what they add up
     * to.
     */
    private static final class ByIteration<T> {
        private final ChecksummedPart part;
        private final Checksums.Sums sums;
        private final Map<Long, List<T>> gathered = new HashMap<>();
        private final List<WithId<T>> rows = new ArrayList<>();
        private long iteration;
        private RowChecksum sum = RowChecksum.NONE;

        ByIteration(ChecksummedPart part, Checksums.Sums sums) {
            this.part = part;
            this.sums = sums;
        }

        void add(long of, long seq, T what, RowChecksum row) {
            if (of != iteration) {
                end();
                iteration = of;
            }
            rows.add(new WithId<>(seq, what));
            sum = sum.plus(row);
        }

        private void end() {
            if (!rows.isEmpty()) {
                rows.sort(Comparator.comparingLong(WithId::number));
                gathered.put(iteration, rows.stream().map(WithId::what).toList());
                sums.add(iteration, part, sum);
                rows.clear();
                sum = RowChecksum.NONE;
            }
        }

        Map<Long, List<T>> all() {
            end();
            return gathered;
        }
    }

    private static Iteration iteration(ResultSet r, List<Setting> settings, List<MeasuredValue> values)
            throws SQLException {
        return new Iteration(r.getLong("id"), r.getLong("batch_id"), r.getString("workload"), r.getInt("position"),
                r.getInt("round"), r.getInt("attempt"), IterationState.valueOf(r.getString("state")),
                r.getString("verdict"), EpochNanos.of(r.getLong("started_ns")), settings, values);
    }

    /**
     * Without what was read back of settings that were asked for: a point is known by what was asked. Of one that was
     * left to the server, what the server has counts.
     */
    private static List<Setting> eachOnce(List<Setting> settings) {
        Map<String, Setting> readBack = new HashMap<>();
        settings.stream().filter(s -> s.origin() == SettingOrigin.EFFECTIVE).forEach(s -> readBack.put(s.name(), s));
        Set<String> requested = new HashSet<>();
        settings.stream().filter(s -> s.origin() != SettingOrigin.EFFECTIVE).forEach(s -> requested.add(s.name()));
        return settings.stream().filter(s -> s.origin() != SettingOrigin.EFFECTIVE || !requested.contains(s.name()))
                .map(s -> s.text().equals(ConnectionParams.AS_THE_SERVER_HAS_IT)
                        ? readBack.getOrDefault(s.name(), s) : s).toList();
    }

    public static Setting setting(ResultSet r) throws SQLException {
        double number = r.getDouble("number");
        boolean none = r.wasNull();
        return new Setting(r.getString("name"), r.getString("text"), none ? null : number, r.getString("unit"),
                SettingOrigin.valueOf(r.getString("origin")));
    }

    private static MeasuredValue value(ResultSet r) throws SQLException {
        return new MeasuredValue(r.getString("measure"), r.getDouble("number"), r.getBoolean("at_least"));
    }

    static Optional<String> workload(Handle handle, long iteration) {
        return handle.createQuery("""
                SELECT b.workload FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE i.id = ?""")
                .bind(0, iteration).mapTo(String.class).findOne();
    }

    public static Optional<IterationDetail> detail(Handle handle, long iteration) {
        return workload(handle, iteration).map(workload -> new IterationDetail(workload, settings(handle, iteration),
                phases(handle, iteration), intervals(handle, iteration), outcomes(handle, iteration),
                readings(handle, iteration), workers(handle, iteration), events(handle, iteration),
                operations(handle, iteration), blocks(handle, iteration)));
    }

    /** Iterations of a batch that are marked as running. */
    public static List<Long> running(Handle handle, long batch) {
        return handle.createQuery("SELECT id FROM iteration WHERE batch_id = ? AND state = ? ORDER BY id")
                .bind(0, batch).bind(1, IterationState.RUNNING.name()).mapTo(Long.class).list();
    }

    public static List<Setting> settings(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM setting WHERE iteration_id = ? ORDER BY seq, read_back")
                .bind(0, iteration).map((r, c) -> setting(r)).list();
    }

    public static List<MeasuredValue> values(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM measured_value WHERE iteration_id = ? ORDER BY seq").bind(0, iteration)
                .map((r, c) -> value(r)).list();
    }

    public static List<PhaseSpan> phases(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM phase WHERE iteration_id = ? ORDER BY idx").bind(0, iteration)
                .map((r, c) -> new PhaseSpan(r.getInt("idx"), Phase.valueOf(r.getString("phase")),
                        r.getBoolean("headline"), r.getLong("started"), r.getLong("ended"), r.getLong("censored"),
                        r.getInt("workers"), r.getBoolean("open_loop"), r.getLong("late_free"), r.getLong("outside")))
                .list();
    }

    public static List<Interval> intervals(Handle handle, long iteration) {
        return handle.createQuery("""
                SELECT * FROM interval_series WHERE iteration_id = ? ORDER BY phase, seq, part""").bind(0, iteration)
                .map((r, c) -> interval(r)).list();
    }

    public static Interval interval(ResultSet r) throws SQLException {
        return new Interval(r.getInt("phase"), r.getInt("seq"), r.getInt("part"), r.getLong("started"),
                r.getLong("ended"), r.getInt("stuck"), r.getBytes("series"));
    }

    public static List<OutcomeCount> outcomes(Handle handle, long iteration) {
        return handle.createQuery("""
                SELECT * FROM outcome WHERE iteration_id = ? ORDER BY phase, kind, outcome, reason""")
                .bind(0, iteration)
                .map((r, c) -> new OutcomeCount(r.getInt("phase"), r.getString("kind"),
                        Outcome.valueOf(r.getString("outcome")), r.getString("reason"), r.getLong("operations"),
                        r.getLong("units")))
                .list();
    }

    public static List<TimedSnapshot> readings(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM reading WHERE iteration_id = ? ORDER BY id").bind(0, iteration)
                .map((r, c) -> reading(r)).list();
    }

    public static TimedSnapshot reading(ResultSet r) throws SQLException {
        return new TimedSnapshot(r.getLong("taken"), r.getString("moment"),
                Json.MAPPER.readValue(r.getString("body"), MetricSnapshot.class));
    }

    public static List<WorkerCount> workers(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM worker WHERE iteration_id = ? ORDER BY phase, worker")
                .bind(0, iteration)
                .map((r, c) -> worker(r)).list();
    }

    private static WorkerCount worker(ResultSet r) throws SQLException {
        long failed = r.getLong("failed");
        Long failures = r.wasNull() ? null : Long.valueOf(failed);
        return new WorkerCount(r.getInt("phase"), r.getInt("worker"), r.getString("team"), r.getLong("operations"),
                r.getLong("units"), failures, r.getLong("busy"), Json.counts(r.getString("kinds")));
    }

    public static List<Event> events(Handle handle, long iteration) {
        return handle.createQuery("SELECT * FROM event WHERE iteration_id = ? ORDER BY id").bind(0, iteration)
                .map((r, c) -> event(r)).list();
    }

    public static Event event(ResultSet r) throws SQLException {
        return new Event(r.getLong("happened"), r.getString("kind"), r.getString("text"));
    }
}
