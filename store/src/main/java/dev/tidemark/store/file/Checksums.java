package dev.tidemark.store.file;

import module java.base;
import module java.sql;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * The checksums of batches and iterations. They are written in the transaction that writes the rows. Where rows are
 * changed, the difference that the change makes is added, so that what was damaged before remains so.
 */
public final class Checksums {

    static final String BATCH_COLUMNS = "id, uuid, label, workload, objective, space, yaml, spec_hash, seed, "
            + "version, measures, defaults, standing, expected, started_ns";

    /** What is guarded of all batches, the oldest first. */
    public static final String ALL_BATCHES = "SELECT " + BATCH_COLUMNS + " FROM batch ORDER BY started_ns, id";

    /** What was kept of the row of an iteration. */
    public record StoredRow(long batch, RowChecksum sum) {}

    /** What was kept of a batch when it was written. */
    public record StoredBatch(String label, long total) {}

    /** The sums of iterations, by number and part. */
    public static final class Sums {
        private final Map<Long, Map<ChecksummedPart, RowChecksum>> byIteration = new LinkedHashMap<>();

        public void add(long iteration, ChecksummedPart checksummedPart, RowChecksum rowChecksum) {
            byIteration.computeIfAbsent(iteration, i -> new EnumMap<>(ChecksummedPart.class)).merge(checksummedPart,
                    rowChecksum, RowChecksum::plus);
        }

        public Set<Long> iterations() {
            return byIteration.keySet();
        }

        public RowChecksum of(long iteration, ChecksummedPart checksummedPart) {
            return byIteration.getOrDefault(iteration, Map.of()).getOrDefault(checksummedPart, RowChecksum.NONE);
        }
    }

    private Checksums() {}

    // ---- Writing ----

    /** Adds rows that were written, or the difference that a change made. */
    public static void add(Handle handle, long iteration, ChecksummedPart checksummedPart, RowChecksum more) {
        handle.execute("""
                INSERT INTO iteration_checksum (batch_id, iteration_id, part, entries, total)
                SELECT batch_id, id, ?, ?, ? FROM iteration WHERE id = ?
                ON CONFLICT (batch_id, iteration_id, part) DO UPDATE SET entries = entries + excluded.entries,
                    total = (total + excluded.total) % ?""",
                checksummedPart.name(), more.entries(), more.total(), iteration, RowChecksum.MODULUS);
    }

    /** Adds the row of a part that was inserted last. */
    public static void addLast(Handle handle, long iteration, ChecksummedPart checksummedPart) {
        add(handle, iteration, checksummedPart, sum(handle, checksummedPart.last(), Database.lastId(handle)));
    }

    /** Does what changes rows of a part. */
    public static void changing(Handle handle, long iteration, ChecksummedPart checksummedPart, Runnable change) {
        RowChecksum before = found(handle, iteration, checksummedPart);
        change.run();
        RowChecksum difference = found(handle, iteration, checksummedPart).minus(before);
        if (!difference.equals(RowChecksum.NONE)) {
            add(handle, iteration, checksummedPart, difference);
        }
    }

    /** Keeps the checksum of a batch that was begun. */
    public static void begin(Handle handle, long batch) {
        handle.execute("INSERT INTO batch_checksum (batch_id, label, total) "
                + "SELECT id, label, ? FROM batch WHERE id = ?", found(handle, batch).total(), batch);
    }

    /** Does what changes the row of a batch. */
    public static void changing(Handle handle, long batch, Runnable change) {
        RowChecksum before = found(handle, batch);
        change.run();
        RowChecksum difference = found(handle, batch).minus(before);
        handle.execute("UPDATE batch_checksum SET total = (total + ?) % ? WHERE batch_id = ?", difference.total(),
                RowChecksum.MODULUS, batch);
    }

    /** Makes the checksums of what was stored before there were any. They hold from now on. */
    static void makeMissing(Handle handle) {
        List<Long> batches = handle.createQuery("""
                SELECT id FROM batch WHERE id NOT IN (SELECT batch_id FROM batch_checksum)""").mapTo(Long.class).list();
        for (long batch : batches) {
            begin(handle, batch);
            Sums found = found(handle, batch, EnumSet.allOf(ChecksummedPart.class));
            for (long iteration : found.iterations()) {
                for (ChecksummedPart checksummedPart : ChecksummedPart.values()) {
                    RowChecksum rowChecksum = found.of(iteration, checksummedPart);
                    if (rowChecksum.entries() > 0) {
                        add(handle, iteration, checksummedPart, rowChecksum);
                    }
                }
            }
        }
    }

    // ---- Reading ----

    /** What the rows of a part add up to. */
    public static RowChecksum found(Handle handle, long iteration, ChecksummedPart checksummedPart) {
        return sum(handle, checksummedPart.ofIteration(), iteration);
    }

    /** What the rows of a query of a part add up to. */
    public static RowChecksum sum(Handle handle, String query, Object... values) {
        return scan(handle.select(query, values), r -> {
            RowChecksum rowChecksum = RowChecksum.NONE;
            while (r.next()) {
                rowChecksum = rowChecksum.plus(RowChecksum.ofRow(r, 1));
            }
            return rowChecksum;
        });
    }

    /** What the rows of the iterations of a batch add up to. */
    public static Sums found(Handle handle, long batch, Set<ChecksummedPart> parts) {
        Sums sums = new Sums();
        for (ChecksummedPart checksummedPart : parts) {
            scan(handle.createQuery(checksummedPart.ofBatch()).bind(0, batch), r -> {
                while (r.next()) {
                    sums.add(r.getLong(1), checksummedPart, RowChecksum.ofRow(r, 2));
                }
                return null;
            });
        }
        return sums;
    }

    /** What was kept of an iteration. */
    public static Sums storedSums(Handle handle, long iteration) {
        return stored(handle, """
                SELECT k.iteration_id, k.part, k.entries, k.total FROM iteration i
                JOIN iteration_checksum k ON k.batch_id = i.batch_id AND k.iteration_id = i.id WHERE i.id = ?""",
                iteration);
    }

    /** What was kept of the iterations of a batch. */
    public static Sums stored(Handle handle, long batch) {
        return stored(handle, "SELECT iteration_id, part, entries, total FROM iteration_checksum WHERE batch_id = ?",
                batch);
    }

    private static Sums stored(Handle handle, String query, long number) {
        return scan(handle.createQuery(query).bind(0, number), r -> {
            Sums sums = new Sums();
            while (r.next()) {
                add(sums, r.getLong(1), r.getString(2), new RowChecksum(r.getLong(3), r.getLong(4)));
            }
            return sums;
        });
    }

    /** A part that is unknown because its name is damaged has no sum, which differs from what is found. */
    private static void add(Sums sums, long iteration, String part, RowChecksum rowChecksum) {
        for (ChecksummedPart known : ChecksummedPart.values()) {
            if (known.name().equals(part)) {
                sums.add(iteration, known, rowChecksum);
            }
        }
    }

    private static RowChecksum found(Handle handle, long batch) {
        return scan(handle.createQuery("SELECT " + BATCH_COLUMNS + " FROM batch WHERE id = ?").bind(0, batch),
                r -> r.next() ? RowChecksum.ofRow(r, 1) : RowChecksum.NONE);
    }

    /** Whether the row of a batch is as it was written. */
    public static boolean isSound(Handle handle, long batch, StoredBatch stored) {
        return stored != null && found(handle, batch).total() == stored.total();
    }

    /** What was kept of all batches, by number. */
    public static Map<Long, StoredBatch> storedBatches(Handle handle) {
        return scan(handle.createQuery("SELECT batch_id, label, total FROM batch_checksum"), r -> {
            Map<Long, StoredBatch> stored = new HashMap<>();
            while (r.next()) {
                stored.put(r.getLong(1), new StoredBatch(r.getString(2), r.getLong(3)));
            }
            return stored;
        });
    }

    /** What was kept of the rows of all iterations, by number. */
    public static Map<Long, StoredRow> storedRows(Handle handle) {
        return scan(handle.createQuery("""
                SELECT iteration_id, batch_id, entries, total FROM iteration_checksum WHERE part = ?""")
                .bind(0, ChecksummedPart.ITERATION.name()), r -> {
                    Map<Long, StoredRow> stored = new HashMap<>();
                    while (r.next()) {
                        stored.put(r.getLong(1),
                                new StoredRow(r.getLong(2), new RowChecksum(r.getLong(3), r.getLong(4))));
                    }
                    return stored;
                });
    }

    private interface Scan<T> {
        T of(ResultSet rows) throws SQLException;
    }

    /**
     * Reads all that a query finds, and closes it. One left open, even at a row that is the only one, would hold the
     * transaction's view of the store beyond its end: the next to write on this connection would be turned away at once
     * where another process has written meanwhile.
     */
    private static <T> T scan(Query query, Scan<T> scan) {
        return query.scanResultSet((rows, context) -> {
            try (StatementContext closed = context) {
                return scan.of(rows.get());
            }
        });
    }
}
