package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.search.SearchTarget.Statistics;
import java.sql.SQLException;

/**
 * The table of documents that are searched: number, bucket, words and, where there are any, vectors. Its indexes are
 * made when it is first refreshed with documents in it, which is much faster than to add one document after the other
 * to them. Thread-safe.
 */
final class SearchTable {

    private static final String NOT_ALLOWED = "42501";

    /**
     * What there is of vectors.
     *
     * @param schema that pgvector is in, quoted
     * @param type   of the column, with the schema
     * @param lists  of an IVFFlat index; 1 for none
     */
    record Vectors(String schema, String type, long lists) {}

    /** Whether a database has pgvector, and in which schema, quoted; else why not, and how to get it. */
    record Extension(Optional<String> schema, String lack) {}

    private final PostgresDialect dialect;
    private final String schema;
    private final String table;
    private final VectorSettings settings;
    private final AtomicLong added = new AtomicLong();
    private long analysed;
    private boolean indexed;
    /** Null while it has not been looked up. */
    private volatile Optional<Vectors> vectors;

    /** @param table its whole name */
    SearchTable(PostgresDialect dialect, String schema, String table, VectorSettings settings) {
        this.dialect = dialect;
        this.schema = schema;
        this.table = table;
        this.settings = settings;
    }

    String name() {
        return table;
    }

    VectorSettings settings() {
        return settings;
    }

    /** Counts documents that were added. */
    void count(int documents) {
        added.addAndGet(documents);
    }

    /** Finds pgvector, and puts it into the database where the server has it and the database has not. */
    static Extension extension(JdbcConnection connection) throws SQLException {
        if (schemaOfVectors(connection).isEmpty()) {
            if (connection.texts("SELECT 1 FROM pg_catalog.pg_available_extensions WHERE name = 'vector'").isEmpty()) {
                return new Extension(Optional.empty(), "the server lacks the extension pgvector: install it there (on "
                        + "Debian and Ubuntu the package postgresql-" + connection.serverVersion()
                        + "-pgvector), or start a rig with extensions: FOLDER");
            }
            try {
                connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public");
            } catch (SQLException e) {
                if (NOT_ALLOWED.equals(e.getSQLState())) {
                    return new Extension(Optional.empty(), "the database lacks the extension pgvector, and this user "
                            + "may not add it: let an administrator say CREATE EXTENSION vector there");
                }
                throw e;
            }
        }
        return new Extension(schemaOfVectors(connection), "");
    }

    private static Optional<String> schemaOfVectors(JdbcConnection connection) throws SQLException {
        return connection.texts("SELECT quote_ident(n.nspname) FROM pg_catalog.pg_extension e "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'").stream()
                .findFirst();
    }

    /**
     * Makes it anew, empty.
     *
     * @param extension the schema of pgvector, quoted; needed with vectors alone
     */
    synchronized void make(JdbcConnection connection, int dimension, Optional<String> extension) throws SQLException {
        vectors = null;
        indexed = false;
        added.set(0);
        analysed = 0;
        String near = dimension == 0 ? ""
                : ", near " + extension.orElseThrow() + "." + settings.word() + "(" + dimension + ")";
        connection.execute("DROP TABLE IF EXISTS " + table);
        for (String statement : dialect.makeSearched(table, near)) {
            connection.execute(statement);
        }
    }

    /** What is known of vectors; empty where the table has none, or is not there. */
    Optional<Vectors> vectors(JdbcConnection connection) throws SQLException {
        Optional<Vectors> known = vectors;
        if (known == null) {
            known = connection.texts("SELECT quote_ident(n.nspname) || ' ' || t.typname FROM pg_catalog.pg_attribute a "
                    + "JOIN pg_catalog.pg_type t ON t.oid = a.atttypid "
                    + "JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace "
                    + "WHERE a.attrelid = to_regclass(?) AND a.attname = 'near' AND NOT a.attisdropped", table).stream()
                    .findFirst().map(found -> found.split(" (?=[a-z]+$)"))
                    .map(parts -> new Vectors(parts[0], parts[0] + "." + parts[1], 1));
            if (known.isPresent()) {
                known = Optional.of(new Vectors(known.get().schema(), known.get().type(), lists(connection)));
            }
            vectors = known;
        }
        return known;
    }

    private long lists(JdbcConnection connection) throws SQLException {
        return connection.texts("SELECT substring(o FROM 'lists=([0-9]+)') FROM pg_catalog.pg_class c, "
                + "unnest(c.reloptions) AS o WHERE c.oid = to_regclass(?) AND o LIKE 'lists=%'", index("near")).stream()
                .findFirst().map(Long::parseLong).orElse(1L);
    }

    /** The whole name of an index. */
    private String index(String of) {
        return dialect.table(schema, indexName(of));
    }

    private static String indexName(String of) {
        return "search_" + of;
    }

    private boolean isThere(JdbcConnection connection) throws SQLException {
        return connection.texts("SELECT to_regclass(?)::text", table).getFirst() != null;
    }

    /**
     * Makes the indexes that are not there yet, and lets the server learn what it plans with where much has changed.
     */
    synchronized void refresh(JdbcConnection connection) throws SQLException {
        if (!isThere(connection)) {
            return;
        }
        if (!indexed && documents(connection) > 0) {
            makeIndexes(connection);
        }
        long now = added.get();
        if (now > 1.1 * analysed) {
            connection.execute("ANALYZE " + table);
            analysed = now;
        }
    }

    private void makeIndexes(JdbcConnection connection) throws SQLException {
        makeIndex(connection, "words", "gin (words)");
        makeIndex(connection, "bucket", "btree (bucket)");
        Optional<Vectors> found = vectors(connection);
        if (found.isPresent()) {
            Optional<String> method = settings.method(found.get().schema(),
                    Math.ceilDiv(documents(connection), dialect.shards()));
            if (method.isPresent()) {
                makeIndex(connection, "near", method.get());
            }
        }
        vectors = null;
        indexed = true;
    }

    private void makeIndex(JdbcConnection connection, String of, String method) throws SQLException {
        connection.execute("CREATE INDEX IF NOT EXISTS " + dialect.quoted(indexName(of)) + " ON " + table + " USING "
                + method);
    }

    private long documents(JdbcConnection connection) throws SQLException {
        return Long.parseLong(connection.texts("SELECT count(*) FROM " + table).getFirst());
    }

    /** Of the table and its indexes, all partitions together. */
    Statistics statistics(JdbcConnection connection) throws SQLException {
        if (!isThere(connection)) {
            return new Statistics(0, OptionalLong.empty(), OptionalLong.empty());
        }
        List<String> bytes = connection.texts("SELECT sum(pg_total_relation_size(part)) FROM (SELECT "
                + "to_regclass(?)::oid UNION ALL SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = "
                + "to_regclass(?)) AS parts (part)",
                table, table);
        return new Statistics(documents(connection), OptionalLong.of(Long.parseLong(bytes.getFirst())),
                OptionalLong.empty());
    }
}
