package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.SchemaNamespace;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * Reads the server's statistics. Its views differ from version to version; one that is refused or not there leaves out
 * what it would tell, and is not asked again. Thread-safe.
 */
final class ServerCounters {

    /** Sizes are asked for every second, and each table's is several looks at files. */
    private static final int MOST_TABLES = 2000;

    /** One row of numbers, each named by its measure. @param ofSchema whether the schema is its only parameter */
    private record Question(String sql, boolean gauges, boolean ofSchema) {}

    private static final String BLOCK = "current_setting('block_size')::float8";

    /** As standbys report it; of what one has replayed nothing is told soon after. */
    private static final Question STANDBYS = new Question("SELECT max(extract(epoch FROM replay_lag))::float8 AS \""
            + EngineMeasures.REPLICA_LAG.name() + "\" FROM pg_catalog.pg_stat_replication", true, false);

    private static final Question SESSIONS = counters(WaitProfile.QUESTION);

    private final String schema;
    private final Set<Question> refused = new HashSet<>();
    private final WaitProfile waits = new WaitProfile();

    ServerCounters(String schema) {
        this.schema = schema;
    }

    private static Question counters(String sql) {
        return new Question(sql, false, false);
    }

    private static Question gauges(String sql) {
        return new Question(sql, true, true);
    }

    /**
     * @param version  the server's major one
     * @param visiting whether what is worked on was made by others
     */
    private static List<Question> questions(int version, boolean visiting) {
        List<Question> all = new ArrayList<>(List.of(database(), journal(), dataPages(version), checkpoints(version), STANDBYS));
        if (version >= 14) {
            all.add(counters("SELECT wal_records AS \"journal-records\", wal_fpi AS \"full-page-images\" "
                    + "FROM pg_catalog.pg_stat_wal"));
            all.add(journalSyncs(version));
        }
        all.addAll(visiting ? ofDatabase() : List.of(gauges(sizes("n.nspname = ?", "relkind = 'r'")), rows()));
        return all;
    }

    private static Question database() {
        return counters("SELECT xact_commit AS commits, xact_rollback AS rollbacks, "
                + "blks_hit AS \"buffer-hits\", blks_read AS \"buffer-misses\", tup_inserted AS \"rows-inserted\", "
                + "tup_updated AS \"rows-updated\", tup_deleted AS \"rows-deleted\", deadlocks AS deadlocks, "
                + "temp_bytes AS \"temporary-write\" "
                + "FROM pg_catalog.pg_stat_database WHERE datname = current_database()");
    }

    /**
     * The place in the journal is known at once, when the statistics' count of its bytes comes later. A standby has
     * none until it is promoted.
     */
    private static Question journal() {
        return counters("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS \"journal-write\" "
                + "WHERE NOT pg_is_in_recovery()");
    }

    private static Question dataPages(int version) {
        if (version >= 16) {
            String write = version >= 18 ? "write_bytes" : "writes * op_bytes";
            String read = version >= 18 ? "read_bytes" : "reads * op_bytes";
            return counters("SELECT sum(" + write + ")::float8 AS \"flush-write\", sum(" + read
                    + ")::float8 AS \"data-read\" FROM pg_catalog.pg_stat_io WHERE object = 'relation'");
        }
        return counters("SELECT (buffers_checkpoint + buffers_clean + buffers_backend) * " + BLOCK
                + " AS \"flush-write\" FROM pg_catalog.pg_stat_bgwriter");
    }

    private static Question checkpoints(int version) {
        String of = version >= 17
                ? "num_timed AS \"checkpoints-timed\", num_requested AS \"checkpoints-requested\", "
                + "write_time / 1000 AS \"checkpoint-write-time\", sync_time / 1000 AS \"checkpoint-sync-time\" "
                + "FROM pg_catalog.pg_stat_checkpointer"
                : "checkpoints_timed AS \"checkpoints-timed\", checkpoints_req AS \"checkpoints-requested\", "
                + "checkpoint_write_time / 1000 AS \"checkpoint-write-time\", "
                + "checkpoint_sync_time / 1000 AS \"checkpoint-sync-time\" FROM pg_catalog.pg_stat_bgwriter";
        return counters("SELECT " + of);
    }

    private static Question journalSyncs(int version) {
        return counters(version >= 18
                ? "SELECT sum(fsyncs)::float8 AS \"journal-syncs\" FROM pg_catalog.pg_stat_io WHERE object = 'wal'"
                : "SELECT wal_sync AS \"journal-syncs\" FROM pg_catalog.pg_stat_wal");
    }

    /**
     * Whoever asks for a size waits for those who have the table or an index to themselves, or want to, as VACUUM FULL
     * does for minutes. Nothing is told meanwhile.
     *
     * @param namespaces which; a condition
     * @param tables     which relations of these; a condition
     */
    private static String sizes(String namespaces, String tables) {
        return "WITH relations AS (SELECT c.oid, c.relkind FROM pg_catalog.pg_class c "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE " + namespaces + ") "
                + "SELECT sum(pg_table_size(oid)) AS \"table-size\", sum(pg_indexes_size(oid)) AS \"index-size\", "
                + "sum(pg_total_relation_size(oid)) AS \"on-disk-size\" FROM relations WHERE " + tables
                + " AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_locks l JOIN relations r ON r.oid = l.relation "
                + "WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' "
                + "AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()))";
    }

    private static Question rows() {
        return gauges("SELECT sum(n_live_tup) AS \"live-rows\", sum(n_dead_tup) AS \"dead-rows\" "
                + "FROM pg_catalog.pg_stat_user_tables WHERE schemaname = ? AND relname <> '" + SchemaNamespace.TEXTS
                + "'");
    }

    /** What of a database tells of its tables, whoever made them. */
    private static List<Question> ofDatabase() {
        String others = "n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'";
        return List.of(new Question(sizes(others + " AND NOT pg_is_other_temp_schema(n.oid)", "relkind IN ('r', 'm') "
                + "AND (SELECT count(*) FROM pg_catalog.pg_class WHERE relkind IN ('r', 'm')) <= " + MOST_TABLES),
                true, false),
                new Question("SELECT sum(n_live_tup) AS \"live-rows\", sum(n_dead_tup) AS \"dead-rows\" "
                        + "FROM pg_catalog.pg_stat_user_tables", true, false));
    }

    /** @param visiting whether tables are told of whoever made them, and not those of the schema */
    synchronized MetricSnapshot read(JdbcConnection connection, boolean visiting) throws SQLException {
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> gauges = new HashMap<>();
        Map<String, Double> sessions = new HashMap<>();
        if (!refused.contains(SESSIONS)) {
            ask(connection, SESSIONS, sessions); // before what may take too long, so that no sample is missed for it
        }
        if (!sessions.isEmpty()) {
            counters.putAll(waits.add(sessions));
        }
        for (Question question : questions(connection.serverVersion(), visiting)) {
            if (!refused.contains(question)) {
                ask(connection, question, question.gauges() ? gauges : counters);
            }
        }
        return new MetricSnapshot("", counters, gauges);
    }

    private void ask(JdbcConnection connection, Question question, Map<String, Double> into) throws SQLException {
        try {
            PreparedStatement statement = connection.prepared(question.sql());
            if (question.ofSchema()) {
                statement.setString(1, schema);
            }
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    take(row, into);
                }
            }
        } catch (SQLException e) {
            if (!isRefusal(String.valueOf(e.getSQLState()))) {
                throw e;
            }
            refused.add(question);
        }
    }

    private static void take(ResultSet row, Map<String, Double> into) throws SQLException {
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            double number = row.getDouble(column);
            if (!row.wasNull()) {
                into.put(row.getMetaData().getColumnLabel(column), number);
            }
        }
    }

    /** Not allowed or not there (42), not supported (0A), or not in this state (55000). */
    private static boolean isRefusal(String state) {
        return state.startsWith("42") || state.startsWith("0A") || state.equals("55000");
    }
}
