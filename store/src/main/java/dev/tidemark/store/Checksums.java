package dev.tidemark.store;

import java.sql.ResultSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The checksums of batches and iterations. They are written in the transaction that writes the rows. Where rows are
 * changed, the difference that the change makes is added, so that what was damaged before remains so.
 */
final class Checksums {

    private static final String BATCH_COLUMNS = "id, uuid, label, workload, objective, space, yaml, spec_hash, seed, "
            + "version, measures, defaults, standing, expected, started_ns";

    /** What is guarded of all batches, the oldest first. */
    static final String ALL_BATCHES = "SELECT " + BATCH_COLUMNS + " FROM batch ORDER BY started_ns, id";

    /** What was kept of the row of an iteration. */
    record KeptRow(long batch, Sum sum) {}

    /** What was kept of a batch when it was written. */
    record KeptBatch(String label, long total) {}

    /** The sums of iterations, by number and part. */
    static final class Sums {
        private final Map<Long, Map<Part, Sum>> byIteration = new LinkedHashMap<>();

        void add(long iteration, Part part, Sum sum) {
            byIteration.computeIfAbsent(iteration, i -> new EnumMap<>(Part.class)).merge(part, sum, Sum::plus);
        }

        Set<Long> iterations() {
            return byIteration.keySet();
        }

        Sum of(long iteration, Part part) {
            return byIteration.getOrDefault(iteration, Map.of()).getOrDefault(part, Sum.NONE);
        }
    }

    private Checksums() {}

    // ---- Writing ----

    /** Adds rows that were written, or the difference that a change made. */
    static void add(Handle handle, long iteration, Part part, Sum more) {
        handle.execute("""
                INSERT INTO iteration_checksum (batch_id, iteration_id, part, entries, total)
                SELECT batch_id, id, ?, ?, ? FROM iteration WHERE id = ?
                ON CONFLICT (batch_id, iteration_id, part) DO UPDATE SET entries = entries + excluded.entries,
                    total = (total + excluded.total) % ?""",
                part.name(), more.entries(), more.total(), iteration, Sum.MODULUS);
    }

    /** Adds the row of a part that was inserted last. */
    static void addLast(Handle handle, long iteration, Part part) {
        add(handle, iteration, part, sum(handle, part.last(), Database.lastId(handle)));
    }

    /** Does what changes rows of a part. */
    static void changing(Handle handle, long iteration, Part part, Runnable change) {
        Sum before = found(handle, iteration, part);
        change.run();
        Sum difference = found(handle, iteration, part).minus(before);
        if (!difference.equals(Sum.NONE)) {
            add(handle, iteration, part, difference);
        }
    }

    /** Keeps the checksum of a batch that was begun. */
    static void begin(Handle handle, long batch) {
        handle.execute("INSERT INTO batch_checksum (batch_id, label, total) SELECT id, label, ? FROM batch WHERE id = ?",
                found(handle, batch).total(), batch);
    }

    /** Does what changes the row of a batch. */
    static void changing(Handle handle, long batch, Runnable change) {
        Sum before = found(handle, batch);
        change.run();
        Sum difference = found(handle, batch).minus(before);
        handle.execute("UPDATE batch_checksum SET total = (total + ?) % ? WHERE batch_id = ?", difference.total(),
                Sum.MODULUS, batch);
    }

    /** Makes the checksums of what was stored before there were any. They hold from now on. */
    static void makeMissing(Handle handle) {
        List<Long> batches = handle.createQuery("""
                SELECT id FROM batch WHERE id NOT IN (SELECT batch_id FROM batch_checksum)""").mapTo(Long.class).list();
        for (long batch : batches) {
            begin(handle, batch);
            Sums found = found(handle, batch, EnumSet.allOf(Part.class));
            for (long iteration : found.iterations()) {
                for (Part part : Part.values()) {
                    Sum sum = found.of(iteration, part);
                    if (sum.entries() > 0) {
                        add(handle, iteration, part, sum);
                    }
                }
            }
        }
    }

    // ---- Reading ----

    /** What the rows of a part add up to. */
    static Sum found(Handle handle, long iteration, Part part) {
        return sum(handle, part.ofIteration(), iteration);
    }

    /** What the rows of a query of a part add up to. */
    static Sum sum(Handle handle, String query, Object... values) {
        return handle.select(query, values).scanResultSet((rows, c) -> {
            Sum sum = Sum.NONE;
            for (ResultSet r = rows.get(); r.next();) {
                sum = sum.plus(Sum.ofRow(r, 1));
            }
            return sum;
        });
    }

    /** What the rows of the iterations of a batch add up to. */
    static Sums found(Handle handle, long batch, Set<Part> parts) {
        Sums sums = new Sums();
        for (Part part : parts) {
            handle.createQuery(part.ofBatch()).bind(0, batch).scanResultSet((rows, c) -> {
                for (ResultSet r = rows.get(); r.next();) {
                    sums.add(r.getLong(1), part, Sum.ofRow(r, 2));
                }
                return null;
            });
        }
        return sums;
    }

    /** What was kept of an iteration. */
    static Sums keptOf(Handle handle, long iteration) {
        return kept(handle, """
                SELECT k.iteration_id, k.part, k.entries, k.total FROM iteration i
                JOIN iteration_checksum k ON k.batch_id = i.batch_id AND k.iteration_id = i.id WHERE i.id = ?""",
                iteration);
    }

    /** What was kept of the iterations of a batch. */
    static Sums kept(Handle handle, long batch) {
        return kept(handle, "SELECT iteration_id, part, entries, total FROM iteration_checksum WHERE batch_id = ?",
                batch);
    }

    private static Sums kept(Handle handle, String query, long number) {
        return handle.createQuery(query).bind(0, number).scanResultSet((rows, c) -> {
            Sums sums = new Sums();
            for (ResultSet r = rows.get(); r.next();) {
                add(sums, r.getLong(1), r.getString(2), new Sum(r.getLong(3), r.getLong(4)));
            }
            return sums;
        });
    }

    /** A part that is unknown because its name is damaged has no sum, which differs from what is found. */
    private static void add(Sums sums, long iteration, String part, Sum sum) {
        for (Part known : Part.values()) {
            if (known.name().equals(part)) {
                sums.add(iteration, known, sum);
            }
        }
    }

    private static Sum found(Handle handle, long batch) {
        return handle.createQuery("SELECT " + BATCH_COLUMNS + " FROM batch WHERE id = ?").bind(0, batch)
                .scanResultSet((rows, c) -> {
                    ResultSet r = rows.get();
                    return r.next() ? Sum.ofRow(r, 1) : Sum.NONE;
                });
    }

    /** Whether the row of a batch is as it was written. */
    static boolean isSound(Handle handle, long batch, KeptBatch kept) {
        return kept != null && found(handle, batch).total() == kept.total();
    }

    /** What was kept of all batches, by number. */
    static Map<Long, KeptBatch> keptBatches(Handle handle) {
        return handle.createQuery("SELECT batch_id, label, total FROM batch_checksum").scanResultSet((rows, c) -> {
            Map<Long, KeptBatch> kept = new HashMap<>();
            for (ResultSet r = rows.get(); r.next();) {
                kept.put(r.getLong(1), new KeptBatch(r.getString(2), r.getLong(3)));
            }
            return kept;
        });
    }

    /** What was kept of the rows of all iterations, by number. */
    static Map<Long, KeptRow> keptRows(Handle handle) {
        return handle.createQuery("""
                SELECT iteration_id, batch_id, entries, total FROM iteration_checksum WHERE part = ?""")
                .bind(0, Part.ITERATION.name()).scanResultSet((rows, c) -> {
                    Map<Long, KeptRow> kept = new HashMap<>();
                    for (ResultSet r = rows.get(); r.next();) {
                        kept.put(r.getLong(1), new KeptRow(r.getLong(2), new Sum(r.getLong(3), r.getLong(4))));
                    }
                    return kept;
                });
    }
}
