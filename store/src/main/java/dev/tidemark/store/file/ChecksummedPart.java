package dev.tidemark.store.file;

import module java.base;

/** The groups of rows that an iteration consists of, each with a checksum of its own. */
public enum ChecksummedPart {
    ITERATION("iteration", "id", "uuid, batch_id, position, point_hash, round, attempt, fork, state, verdict, "
            + "started_ns, monotonic_ns", "its row"),
    SETTING("setting", "iteration_id", "name, text, unit, origin, number, seq, read_back", "settings"),
    VALUE("measured_value", "iteration_id", "measure, seq, number, at_least", "values"),
    PHASE("phase", "iteration_id", "idx, phase, headline, started, ended, censored, workers, open_loop, late_free, "
            + "outside", "phases"),
    INTERVAL("interval_series", "iteration_id", "phase, seq, part, started, ended, stuck, series", "intervals"),
    // By their numbers, too, as these are their order.
    READING("reading", "iteration_id", "id, taken, moment, node, body", "readings"),
    EVENT("event", "iteration_id", "id, happened, kind, text", "events"),
    OUTCOME("outcome", "iteration_id", "phase, kind, outcome, reason, operations, units", "outcomes"),
    WORKER("worker", "iteration_id", "phase, worker, team, operations, units, failed, busy, kinds", "workers"),
    OPERATION("operation_log", "iteration_id", "phase, seq, why, kind, outcome, reason, lane, n, name, due, started, "
            + "ended", "operation log"),
    OPERATION_BLOCK("operation_block", "iteration_id", "phase, generator, seq, operations, body",
            "log of all operations");

    /** The format from which on a store has {@link #OPERATION_BLOCK}. */
    private static final int BLOCKS_SINCE = 10;

    /** What is read of a label when its iterations are; the rest is only read for details. */
    public static final Set<ChecksummedPart> SUMMARY = EnumSet.of(SETTING, VALUE);

    private final String table;
    private final String key;
    private final String columns;
    private final String words;

    ChecksummedPart(String table, String key, String columns, String words) {
        this.table = table;
        this.key = key;
        this.columns = columns;
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** What a store of a format has; see {@link StoreFile#format}. */
    public static Set<ChecksummedPart> of(int format) {
        return format >= BLOCKS_SINCE ? EnumSet.allOf(ChecksummedPart.class)
                : EnumSet.complementOf(EnumSet.of(OPERATION_BLOCK));
    }

    /** The rows of one iteration: what is guarded of each. */
    String ofIteration() {
        return where(key + " = ?");
    }

    /** The rows that meet a condition. */
    public String where(String condition) {
        return "SELECT " + columns + " FROM " + table + " WHERE " + condition;
    }

    /** All rows, each with its number first, of the parts that have such. */
    public String all() {
        return "SELECT id, " + columns + " FROM " + table;
    }

    /** The row of a number, of the parts that have such. */
    String last() {
        return where("id = ?");
    }

    /** The rows of a batch: the iteration's number, then what is guarded. */
    String ofBatch() {
        String guarded = "t." + columns.replace(", ", ", t.");
        return this == ITERATION ? "SELECT id, " + columns + " FROM iteration WHERE batch_id = ?"
                : "SELECT i.id, " + guarded + " FROM iteration i JOIN " + table + " t ON t." + key
                        + " = i.id WHERE i.batch_id = ?";
    }
}
