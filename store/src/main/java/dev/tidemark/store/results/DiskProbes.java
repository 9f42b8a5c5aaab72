package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.Json;
import org.jdbi.v3.core.Handle;

/** What disks were found to sustain: by probes, and by runs of the driver file, whose engine is the disk. */
public final class DiskProbes {

    /** Of runs, the newest so many are looked at. */
    private static final int MOST_RUNS = 500;

    private DiskProbes() {}

    public static void add(Database database, DiskProbe probe) {
        Map<String, String> facts = new LinkedHashMap<>();
        probe.facts().forEach(f -> facts.put(f.name(), f.text()));
        Map<String, String> rates = new LinkedHashMap<>();
        probe.rates().forEach((limit, rate) -> rates.put(limit.name(), rate.toString()));
        database.writing(h -> h.execute("INSERT INTO disk_probe (at, facts, rates) VALUES (?, ?, ?)",
                EpochNanos.nanos(probe.at()), Json.texts(facts), Json.texts(rates)));
    }

    /** All of them, newest first. */
    public static List<DiskProbe> all(Database database) {
        return database.read(h -> {
            List<DiskProbe> all = new ArrayList<>(h.createQuery("SELECT at, facts, rates FROM disk_probe")
                    .map((r, c) -> new DiskProbe(EpochNanos.of(r.getLong(1)), DiskProbe.Origin.PROBE,
                            facts(Json.texts(r.getString(2))), rates(Json.texts(r.getString(3))))).list());
            all.addAll(runs(h));
            all.sort(Comparator.comparing(DiskProbe::at).reversed());
            return all;
        });
    }

    /**
     * A text that changes with what there is; with that of runs which go on, when they are over. A number comes again
     * once the run that had it is deleted.
     */
    public static String stamp(Handle handle) {
        return handle.createQuery("""
                SELECT (SELECT count(*) || '-' || COALESCE(max(id), 0) FROM disk_probe) || ' '
                    || (SELECT count(*) || '-' || COALESCE(max(i.id), 0) || '-'
                            || COALESCE(sum(i.started_ns % 1000003), 0) || '-' || COALESCE(sum(v.total % 1000003), 0)
                        FROM batch b JOIN iteration i ON i.batch_id = b.id LEFT JOIN iteration_checksum v
                            ON v.batch_id = b.id AND v.iteration_id = i.id AND v.part = 'VALUE'
                        WHERE b.workload = 'random-io' AND i.state = ?
                            AND b.id NOT IN (SELECT batch_id FROM lease))""").bind(0, IterationState.DONE.name())
                .mapTo(String.class).one();
    }

    private static List<Setting> facts(Map<String, String> texts) {
        return texts.entrySet().stream().map(e -> Setting.detected(e.getKey(), e.getValue())).toList();
    }

    /** What a newer version measures, too, is left out. */
    private static Map<DiskLimit, Double> rates(Map<String, String> texts) {
        Map<DiskLimit, Double> rates = new EnumMap<>(DiskLimit.class);
        for (DiskLimit limit : DiskLimit.values()) {
            if (texts.containsKey(limit.name())) {
                rates.put(limit, Double.valueOf(texts.get(limit.name())));
            }
        }
        return rates;
    }

    /**
     * Runs that only read or only wrote blocks of 4 or 8 KiB past the page cache. What they did counts as far as the
     * device says that it did it in the same run: a file system answers by itself what was never written.
     */
    private static List<DiskProbe> runs(Handle h) {
        return h.createQuery("""
                SELECT i.id, i.started_ns, size.number, reads.number, MIN(v.number, device.number)
                FROM batch b JOIN iteration i ON i.batch_id = b.id
                JOIN setting io ON io.iteration_id = i.id AND io.name = 'io' AND NOT io.read_back AND io.text = 'direct'
                JOIN setting size ON size.iteration_id = i.id AND size.name = 'block-size' AND NOT size.read_back
                    AND size.number IN (4096, 8192)
                JOIN setting reads ON reads.iteration_id = i.id AND reads.name = 'read-percent' AND NOT reads.read_back
                    AND reads.number IN (0, 100)
                JOIN measured_value v ON v.iteration_id = i.id AND v.measure =
                    CASE WHEN reads.number = 100 THEN 'reads-per-second' ELSE 'writes-per-second' END
                JOIN measured_value device ON device.iteration_id = i.id AND device.measure =
                    CASE WHEN reads.number = 100 THEN 'device-reads-per-second' ELSE 'device-writes-per-second' END
                WHERE b.workload = 'random-io' AND i.state = :done AND COALESCE(
                    (SELECT d.text FROM setting d WHERE d.iteration_id = i.id AND d.name = 'driver' AND NOT d.read_back),
                    (SELECT d.text FROM setting d WHERE d.iteration_id = i.id AND d.name = 'target' AND NOT d.read_back))
                    = 'file'
                ORDER BY i.id DESC LIMIT :most""").bind("done", IterationState.DONE.name()).bind("most", MOST_RUNS)
                .map((r, c) -> run(h, r.getLong(1), EpochNanos.of(r.getLong(2)), DiskLimit.random(
                        (int) r.getDouble(3), r.getDouble(4) == 0), r.getDouble(5))).list();
    }

    private static DiskProbe run(Handle h, long iteration, Instant at, DiskLimit limit, double rate) {
        return new DiskProbe(at, DiskProbe.Origin.RUN, h.createQuery(
                "SELECT name, text FROM setting WHERE iteration_id = ? AND NOT read_back").bind(0, iteration)
                .map((r, c) -> Setting.detected(r.getString(1), r.getString(2))).list(), Map.of(limit, rate));
    }
}
