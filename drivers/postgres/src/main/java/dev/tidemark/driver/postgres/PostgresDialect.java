package dev.tidemark.driver.postgres;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.jdbc.BulkInsert;
import dev.tidemark.core.driver.remote.jdbc.BulkRows;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.SqlDialect;
import dev.tidemark.core.driver.remote.jdbc.TransactionState;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * The SQL of PostgreSQL.
 *
 * @param shards partitions of each table; 1 for a plain one
 * @param insert how documents are stored
 * @param begin  what is set at the beginning of each connection
 * @param pooler what stands before the server
 */
record PostgresDialect(int shards, PostgresParams.DocumentInsert insert, List<String> begin,
        Pooler pooler) implements SqlDialect {

    private static final String HELD = "SELECT name || ' = ' || setting FROM pg_catalog.pg_settings "
            + "WHERE source = 'session' UNION ALL SELECT 'role = ' || current_user "
            + "UNION ALL SELECT 'prepared statement ' || name FROM pg_catalog.pg_prepared_statements WHERE from_sql "
            + "UNION ALL SELECT 'temporary table ' || relname FROM pg_catalog.pg_class "
            + "WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r'";
    /** A prepared statement is there already, or is not there. */
    private static final Set<String> NAMES = Set.of("42P05", "26000");
    /** Bytes; of a longer name the server would take as many without a word. */
    private static final int LONGEST_NAME = 63;
    private static final String CANCELED = "57014";
    /** The server's function in which it gives a statement up that is being carried out. */
    private static final String INTERRUPTS = "ProcessInterrupts";

    private static final Pattern EXPLAINED = Pattern.compile(
            "(?i)\\s*(select|insert|update|delete|merge|values|with|table)\\b");
    private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

    @Override
    public Optional<String> refuses(String schema) {
        return schema.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME ? Optional.empty()
                : Optional.of("namespace: '" + schema + "' is longer than PostgreSQL's " + LONGEST_NAME + " bytes");
    }

    @Override
    public boolean isThere(JdbcConnection connection, String schema) throws SQLException {
        return !connection.texts("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?", schema).isEmpty();
    }

    @Override
    public List<String> tables(JdbcConnection connection, String schema) throws SQLException {
        return connection.texts("SELECT c.relname FROM pg_catalog.pg_class c "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = ? AND c.relkind IN ('r', 'p') ORDER BY 1", schema);
    }

    @Override
    public List<String> columns(JdbcConnection connection, String schema, String table) throws SQLException {
        return connection.texts("SELECT a.attname FROM pg_catalog.pg_attribute a "
                + "JOIN pg_catalog.pg_class c ON c.oid = a.attrelid "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ? "
                + "AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum", schema, table);
    }

    @Override
    public String textType() {
        return "text";
    }

    @Override
    public List<String> makeTable(String table) {
        return made(table, "(k bytea PRIMARY KEY, v bytea NOT NULL)");
    }

    @Override
    public List<String> makeIndex(String table, String name) {
        List<String> all = new ArrayList<>(made(table,
                "(i smallint NOT NULL, t bytea NOT NULL, k bytea NOT NULL, PRIMARY KEY (i, t, k))"));
        all.add("CREATE INDEX ON " + table + " (k)");
        return all;
    }

    /**
     * Makes the table of documents that are searched.
     *
     * @param more a comma and a column, or nothing
     */
    List<String> makeSearched(String table, String more) {
        return made(table, "number", "(number bigint PRIMARY KEY, bucket integer NOT NULL, words tsvector NOT NULL"
                + more + ")");
    }

    /** Makes the table of documents of a style. @param type of the documents */
    List<String> makeStyled(String table, String type) {
        return made(table, "id", "(id bigint PRIMARY KEY, doc " + type + " NOT NULL)");
    }

    /** {@inheritDoc} A function of a style has the name of its table. */
    @Override
    public List<String> dropPlace(String table) {
        return List.of("DROP FUNCTION IF EXISTS " + table, "DROP TABLE " + table);
    }

    private List<String> made(String table, String columns) {
        return made(table, "k", columns);
    }

    private List<String> made(String table, String key, String columns) {
        String create = "CREATE TABLE " + table + " " + columns;
        if (shards == 1) {
            return List.of(create);
        }
        List<String> all = new ArrayList<>(List.of(create + " PARTITION BY HASH (" + key + ")"));
        for (int shard = 0; shard < shards; shard++) {
            String name = table.substring(0, table.length() - 1) + "_shard_" + shard + '"';
            all.add("CREATE TABLE " + name + " PARTITION OF " + table + " FOR VALUES WITH (MODULUS " + shards
                    + ", REMAINDER " + shard + ")");
        }
        return all;
    }

    @Override
    public String upsert(String table) {
        return "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = EXCLUDED.v";
    }

    @Override
    public Optional<BulkInsert> documentInsert() {
        return insert == PostgresParams.DocumentInsert.COPY ? Optional.of(new CopyInsert()) : Optional.empty();
    }

    @Override
    public Optional<BulkRows> bulkRows() {
        return Optional.of(new CopyRows());
    }

    @Override
    public Optional<String> useSchema(String schema) {
        return Optional.of("SET search_path = " + quoted(schema));
    }

    /** {@inheritDoc} All text is of unknown type, as that of pgbench is. */
    @Override
    public boolean infersTypes() {
        return true;
    }

    @Override
    public boolean knowsEnd() {
        return true;
    }

    /** {@inheritDoc} What the protocol's messages for one statement have no place for. */
    @Override
    public boolean answersSeveral(Connection connection) {
        return false;
    }

    /**
     * {@inheritDoc} The server has one state for a statement whose time is over, one that somebody cancelled and others
     * that it gave up. Only its message parts the first two: where that is not English, each is late.
     */
    @Override
    public Optional<Failure> failure(SQLException e) {
        boolean other = CANCELED.equals(e.getSQLState()) && e instanceof PSQLException error
                && error.getServerErrorMessage() != null && !isLate(error.getServerErrorMessage());
        return other ? Optional.of(Failure.REFUSED) : Optional.empty();
    }

    private static boolean isLate(ServerErrorMessage message) {
        return INTERRUPTS.equals(message.getRoutine())
                && !String.valueOf(message.getMessage()).contains("user request");
    }

    /** In simple mode the client carries a statement out to find its columns. */
    @Override
    public boolean describes(Connection connection) throws SQLException {
        return !writesValues(connection);
    }

    @Override
    public boolean writesValues(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getPreferQueryMode() == PreferQueryMode.SIMPLE;
    }

    /** {@inheritDoc} EXPLAIN looks at privileges, and not at whether the server is a standby. */
    @Override
    public Optional<String> dryRun(JdbcConnection connection, String statement) throws SQLException {
        Matcher explained = EXPLAINED.matcher(statement);
        if (!explained.lookingAt()) {
            return Optional.empty();
        }
        String word = explained.group(1).toUpperCase(Locale.ROOT);
        if (WRITES.contains(word) && isStandby(connection.jdbc())) {
            throw new SQLException("cannot execute " + word + " on a standby", READ_ONLY);
        }
        return Optional.of("EXPLAIN " + statement);
    }

    /** One that does not know whether it is one is none. */
    private static boolean isStandby(Connection connection) throws SQLException {
        return SessionTimeZone.text(connection, "SELECT 1 WHERE pg_is_in_recovery()").isPresent();
    }

    @Override
    public Optional<String> forgets() {
        return pooler.forgets();
    }

    /** {@inheritDoc} Prepared statements have names, which are a session's; one that serves others, too, has theirs. */
    @Override
    public String hint(SQLException e) {
        return pooler.kind() != Pooler.Kind.NONE && NAMES.contains(String.valueOf(e.getSQLState()))
                ? "; a pooler that shares the server's sessions has no place for prepared statements: set protocol to "
                + "extended, or give the server's own address" : "";
    }

    @Override
    public List<String> connectionState(JdbcConnection connection) throws SQLException {
        try {
            return connection.texts(HELD);
        } catch (SQLException e) {
            if (SessionTimeZone.isRefusal(e)) {
                return List.of(); // another server that speaks as PostgreSQL does
            }
            throw e;
        }
    }

    @Override
    public TransactionState transaction(Connection connection) throws SQLException {
        return TransactionState.of(connection.unwrap(BaseConnection.class).getTransactionState()
                != org.postgresql.core.TransactionState.IDLE);
    }

    @Override
    public List<String> limitStatements(Duration longest) {
        return List.of("SET statement_timeout = " + Math.max(1, longest.toMillis()));
    }

    /** COPY in its text format; see "COPY", File Formats, in PostgreSQL's manual. */
    private static final class CopyRows implements BulkRows {

        @Override
        public void store(JdbcConnection connection, String table, List<String> columns, List<String[]> rows)
                throws SQLException {
            byte[] lines = BulkRows.lines(rows);
            CopyInsert.copy(connection.jdbc(), "COPY " + table + " (" + String.join(", ", columns) + ") FROM STDIN",
                    copy -> copy.writeToCopy(lines, 0, lines.length));
        }
    }
}
