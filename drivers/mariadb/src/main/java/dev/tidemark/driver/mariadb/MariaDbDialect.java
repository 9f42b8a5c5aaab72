package dev.tidemark.driver.mariadb;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.jdbc.BulkRows;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.SqlDialect;
import dev.tidemark.core.driver.remote.jdbc.TransactionState;
import org.mariadb.jdbc.util.constants.ServerStatus;

/**
 * The SQL of MariaDB and MySQL, where a schema is a database. What is written behind {@code /*M!} only MariaDB reads,
 * and behind {@code /*!50708} only MySQL.
 *
 * @param shards   partitions of each table; 1 for a plain one
 * @param prepares whether statements are prepared on the server
 * @param begin    what is set at the beginning of each connection
 */
record MariaDbDialect(int shards, boolean prepares, List<String> begin) implements SqlDialect {

    private static final int LONGEST_NAME = 64;
    private static final int LARGEST_CHARACTER = 0xffff;
    /** Bytes; an index has room for 3,072, of which partitions need some. */
    static final int LONGEST_KEY = 3000;
    /** Beside the number of the index and a term. */
    private static final int LONGEST_INDEXED_KEY = 3072 - 2 - 255;
    /** 64 in one statement are about as fast as more. */
    private static final int POWER_OF_ROWS = 6;

    /** A lock was not free in time, or there are connections enough. */
    private static final Set<Integer> BUSY = Set.of(1205, 1040, 1203, 1226);
    private static final int CHANGED_SINCE = 1020;
    /** Somebody has cancelled the statement; one whose time is over has the same SQL state. */
    private static final int CANCELED = 1317;
    /** Its time is over; MySQL has no SQL state for that. */
    private static final int LATE = 3024;
    private static final Pattern CALL = Pattern.compile(
            "(?is)(?:\\s|--[^\n]*\n|#[^\n]*\n|/\\*.*?\\*/)*(call|begin\\s+not\\s+atomic)\\b");
    /** Another has ended the connection, or the server goes down. */
    private static final Set<Integer> GONE = Set.of(1927, 1053, 1152, 1158, 1159, 1160, 1161);

    @Override
    public String quoted(String name) {
        return quote(name);
    }

    static String quote(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    @Override
    public Optional<String> refuses(String schema) {
        boolean fits = schema.length() <= LONGEST_NAME && !schema.endsWith(" ")
                && schema.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c) || c > LARGEST_CHARACTER);
        return fits ? Optional.empty() : Optional.of("namespace: '" + schema + "' can be no database's name: it may "
                + "have " + LONGEST_NAME + " characters of the basic plane, and no blank at its end");
    }

    @Override
    public boolean isThere(JdbcConnection connection, String schema) throws SQLException {
        return refuses(schema).isEmpty() && !connection.texts("SELECT 1 FROM information_schema.schemata "
                + "WHERE schema_name = ? AND BINARY schema_name = ?", schema, schema).isEmpty();
    }

    @Override
    public List<String> tables(JdbcConnection connection, String schema) throws SQLException {
        return connection.texts("SELECT table_name FROM information_schema.tables "
                + "WHERE table_schema = ? AND BINARY table_schema = ? AND table_type = 'BASE TABLE' ORDER BY 1", schema,
                schema);
    }

    @Override
    public List<String> columns(JdbcConnection connection, String schema, String table) throws SQLException {
        return connection.texts("SELECT column_name FROM information_schema.columns "
                + "WHERE table_schema = ? AND BINARY table_schema = ? AND BINARY table_name = ? "
                + "ORDER BY ordinal_position", schema, schema, table);
    }

    @Override
    public List<String> nonTables(JdbcConnection connection, String schema) throws SQLException {
        return connection.texts("SELECT CONCAT(LOWER(table_type), ' ', table_name) FROM information_schema.tables "
                + "WHERE table_schema = ? AND table_type <> 'BASE TABLE' "
                + "UNION ALL SELECT CONCAT(LOWER(routine_type), ' ', routine_name) FROM information_schema.routines "
                + "WHERE routine_schema = ? "
                + "UNION ALL SELECT CONCAT('event ', event_name) FROM information_schema.events WHERE event_schema = ? "
                + "UNION ALL SELECT CONCAT('trigger ', trigger_name) FROM information_schema.triggers "
                + "WHERE trigger_schema = ?", schema, schema, schema, schema);
    }

    /** {@inheritDoc} It also commits each of these statements by itself. */
    @Override
    public boolean dropsContents() {
        return true;
    }

    @Override
    public List<String> makeSchema(String schema) {
        return List.of("CREATE DATABASE " + quoted(schema) + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }

    @Override
    public List<String> dropSchema(String schema) {
        return List.of("DROP DATABASE " + quoted(schema));
    }

    @Override
    public Optional<String> useSchema(String schema) {
        return Optional.of("USE " + quoted(schema));
    }

    @Override
    public String textType() {
        return "LONGTEXT";
    }

    @Override
    public List<String> makeTable(String table) {
        return made(table, "(k VARBINARY(" + LONGEST_KEY + ") NOT NULL, v LONGBLOB NOT NULL, PRIMARY KEY (k))");
    }

    @Override
    public List<String> makeIndex(String table, String name) {
        return made(table, "(i SMALLINT NOT NULL, t VARBINARY(255) NOT NULL, k VARBINARY(" + LONGEST_INDEXED_KEY
                + ") NOT NULL, PRIMARY KEY (i, t, k), KEY (k))");
    }

    /** Makes the table of documents of a style. @param type of the documents */
    List<String> makeStyled(String table, String type) {
        return made(table, "id", "(id BIGINT NOT NULL, doc " + type + " NOT NULL, PRIMARY KEY (id))");
    }

    private List<String> made(String table, String columns) {
        return made(table, "k", columns);
    }

    private List<String> made(String table, String key, String columns) {
        return List.of("CREATE TABLE " + table + " " + columns + " ENGINE=InnoDB ROW_FORMAT=DYNAMIC"
                + (shards == 1 ? "" : " PARTITION BY KEY (" + key + ") PARTITIONS " + shards));
    }

    @Override
    public String upsert(String table) {
        return upsert(table, 1);
    }

    private static String upsert(String table, int rows) {
        return "INSERT INTO " + table + " (k, v) VALUES (?, ?)" + ", (?, ?)".repeat(rows - 1)
                + " ON DUPLICATE KEY UPDATE v = VALUES(v)";
    }

    /** {@inheritDoc} Of a batch of these the client would send each row by itself. */
    @Override
    public List<String> upserts(String table) {
        return IntStream.rangeClosed(0, POWER_OF_ROWS).mapToObj(power -> upsert(table, 1 << power)).toList();
    }

    /**
     * {@inheritDoc} By asking for its parameters: a batch that fails while the client also prepares its statement
     * leaves the client with a statement that the server does not know.
     */
    @Override
    public PreparedStatement prepared(Connection connection, String sql) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(sql);
        if (prepares) {
            prepared.getParameterMetaData();
        }
        return prepared;
    }

    @Override
    public boolean describes(Connection connection) {
        return true;
    }

    /**
     * {@inheritDoc} MySQL limits statements that only read; both limit the wait for a row, to whole seconds, which are
     * fewer than the statement's where that has more than one, so that the lock is what is told of.
     */
    @Override
    public List<String> limitStatements(Duration longest) {
        long millis = Math.max(1, longest.toMillis());
        String seconds = String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
        return List.of("SET SESSION innodb_lock_wait_timeout = " + Math.max(1, (millis - 1) / 1000)
                + " /*M!100101 , SESSION max_statement_time = " + seconds + " */"
                + " /*!50708 , SESSION max_execution_time = " + millis + " */");
    }

    /** {@inheritDoc} It does where an error comes last of several answers to one prepared statement. */
    @Override
    public boolean losesStep(String sql) {
        return prepares && CALL.matcher(sql).lookingAt();
    }

    /** {@inheritDoc} What a transaction has read has changed: the server wants it to be tried again. */
    @Override
    public String state(SQLException e) {
        return e.getErrorCode() == CHANGED_SINCE ? "40001" : e.getSQLState();
    }

    @Override
    public Optional<BulkRows> bulkRows() {
        return Optional.of(new LoadData());
    }

    /** {@inheritDoc} MySQL has no table of settings that every user may read. */
    @Override
    public List<String> connectionState(JdbcConnection connection) throws SQLException {
        List<String> all = new ArrayList<>(
                connection.texts("SELECT CONCAT('database = ', COALESCE(DATABASE(), 'none'))"));
        try {
            all.addAll(connection.texts("SELECT CONCAT(LOWER(variable_name), ' = ', COALESCE(session_value, '')) "
                    + "FROM information_schema.system_variables WHERE variable_scope = 'SESSION'"));
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith("42")) {
                throw e;
            }
        }
        return all;
    }

    @Override
    public TransactionState transaction(Connection connection) throws SQLException {
        return TransactionState.of(hasFlag(connection, ServerStatus.IN_TRANSACTION));
    }

    @Override
    public boolean autocommits(Connection connection) throws SQLException {
        return hasFlag(connection, ServerStatus.AUTOCOMMIT);
    }

    /** Whether the server's last answer had a flag. */
    private static boolean hasFlag(Connection connection, short flag) throws SQLException {
        return (connection.unwrap(org.mariadb.jdbc.Connection.class).getContext().getServerStatus() & flag) != 0;
    }

    @Override
    public Optional<Failure> failure(SQLException e) {
        int code = e.getErrorCode();
        return BUSY.contains(code) ? Optional.of(Failure.OVERLOADED)
                : GONE.contains(code) ? Optional.of(Failure.BROKEN)
                : code == CANCELED ? Optional.of(Failure.REFUSED)
                : code == LATE ? Optional.of(Failure.GIVEN_UP) : Optional.empty();
    }

    /**
     * LOAD DATA LOCAL INFILE. Since the server only warns of rows and cells that it would refuse in an INSERT, a
     * warning
     * undoes the statement here. Notes, which an INSERT has, too, as of decimal places that a column lacks, are left
     * out.
     */
    private static final class LoadData implements BulkRows {

        /** One of the two sides does not allow it. */
        private static final Set<Integer> NOT_ALLOWED = Set.of(1148, 3948, 4166);

        @Override
        public void store(JdbcConnection connection, String table, List<String> columns, List<String[]> rows)
                throws SQLException {
            connection.set("sql_notes", "0");
            connection.transaction(open -> {
                try (Statement statement = open.jdbc().createStatement()) {
                    load(statement, "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table + " CHARACTER SET utf8mb4 ("
                            + String.join(", ", columns) + ")", rows);
                }
            });
        }

        private static void load(Statement statement, String command, List<String[]> rows) throws SQLException {
            statement.unwrap(org.mariadb.jdbc.Statement.class)
                    .setLocalInfileInputStream(new ByteArrayInputStream(BulkRows.lines(rows)));
            int stored;
            try {
                stored = statement.executeUpdate(command);
            } catch (SQLException e) {
                throw NOT_ALLOWED.contains(e.getErrorCode())
                        ? new SQLException("LOAD DATA LOCAL needs local-infile: true "
                        + "here and local_infile=ON on the server: " + e.getMessage(), e.getSQLState(),
                        e.getErrorCode(), e)
                        : e;
            }
            try (ResultSet warning = statement.executeQuery("SHOW WARNINGS LIMIT 1")) {
                if (warning.next()) {
                    throw new SQLException(warning.getString("Message"), "22000", warning.getInt("Code"));
                }
            }
            if (stored != rows.size()) {
                throw new SQLException("of " + rows.size() + " rows " + stored + " were stored", "23000");
            }
        }
    }
}
