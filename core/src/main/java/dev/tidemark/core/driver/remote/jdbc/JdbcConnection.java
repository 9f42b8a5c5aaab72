package dev.tidemark.core.driver.remote.jdbc;

import java.time.Duration;
import module java.base;
import module java.sql;

/** A connection that commits each statement by itself, with the statements that were needed so far, prepared. */
public final class JdbcConnection implements SqlStyle.Client {

    private static final int NONE = -1;
    private static final int SCRIPTS = 1024;

    private final Connection connection;
    private final SqlDialect dialect;
    private final Duration longest;
    private final boolean answersSeveral;
    private final boolean writesValues;
    /** Whether what the user has set for the beginning leaves it committing each statement by itself. */
    private final boolean committing;
    /** Whether it may not commit each statement by itself now; asking the database for that may take a round trip. */
    private boolean asSet = true;
    /** For texts that are sent as they stand; null before the first. */
    private Statement plain;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    /** The user's, those first that were not needed for longest; one with values in its text is soon another one. */
    private final SequencedMap<String, PreparedStatement> scripts = new LinkedHashMap<>(16, 0.75f, true);
    /** The statement that chose a schema last; null for none. */
    private String used;
    /** What {@link #set} has set. */
    private final Map<String, String> settings = new HashMap<>();
    /** What may take long and must be ended on the server, too, when the connection is cut; null while nothing does. */
    private volatile Statement running;

    JdbcConnection(Connection connection, SqlDialect dialect, Duration longest) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        this.longest = longest;
        answersSeveral = dialect.answersSeveral(connection);
        writesValues = dialect.writesValues(connection);
        limit(longest);
        set(dialect.begin());
        committing = connection.getAutoCommit();
        commitEach();
    }

    /** Commits each statement by itself from now on, whatever was set before: nobody else would commit an update. */
    void commitEach() throws SQLException {
        if (asSet && !connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        asSet = false;
    }

    /** Whether statements of the user's are committed each by itself, by what is set for the beginning. */
    boolean committing() {
        return committing;
    }

    /** For statements of the user's, which may say themselves what is committed, as the user has set it. */
    void commitAsSet() throws SQLException {
        asSet = true;
        if (!committing && connection.getAutoCommit()) {
            connection.setAutoCommit(false);
        }
    }

    private void limit(Duration limit) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, Math.max(1, Math.toIntExact(limit.toMillis())));
        } catch (SQLFeatureNotSupportedException | AbstractMethodError e) {
            // what the dialect does to limit statements is all that there is
        }
        set(dialect.limitStatements(limit));
    }

    /** Only where it stays on this connection. */
    private void set(List<String> statements) throws SQLException {
        for (String set : dialect.forgets().isPresent() ? List.<String>of() : statements) {
            execute(set);
        }
    }

    /** Whether the server answers; true where the client cannot ask. */
    boolean isAlive() {
        try {
            return connection.isValid(Math.clamp(longest.toSeconds(), 1, Integer.MAX_VALUE));
        } catch (SQLFeatureNotSupportedException | AbstractMethodError e) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** See {@link SqlDialect#connectionState}. */
    List<String> connectionState() throws SQLException {
        return dialect.forgets().isPresent() ? List.of() : dialect.connectionState(this);
    }

    /** The client's. */
    @Override
    public Connection jdbc() {
        return connection;
    }

    SqlDialect dialect() {
        return dialect;
    }

    /** What the server and the client tell of themselves, and of the tables that are there. */
    public DatabaseMetaData metaData() throws SQLException {
        return connection.getMetaData();
    }

    /** The major version of the server. */
    public int serverVersion() throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion();
    }

    /** A statement of this text; it is made once, and never closed before its connection. */
    public PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement found = statements.get(sql);
        if (found == null) {
            found = prepare(sql);
            statements.put(sql, found);
        }
        return found;
    }

    /** A new statement of this text, which is the caller's to close. */
    @Override
    public PreparedStatement prepare(String sql) throws SQLException {
        return dialect.prepared(connection, sql);
    }

    /** A statement of the user's; only so many are kept. */
    PreparedStatement preparedScript(String sql) throws SQLException {
        PreparedStatement found = scripts.get(sql);
        if (found == null) {
            if (scripts.size() == SCRIPTS) {
                scripts.pollFirstEntry().getValue().close();
            }
            found = connection.prepareStatement(sql);
            dialect.limit(found);
            scripts.put(sql, found);
        }
        return found;
    }

    /** See {@link SqlDialect#writesValues}. */
    boolean writesValues() {
        return writesValues;
    }

    /** For texts that are sent as they stand. */
    Statement plain() throws SQLException {
        if (plain == null) {
            plain = connection.createStatement();
            plain.setEscapeProcessing(false);
            dialect.limit(plain);
        }
        return plain;
    }

    /** See {@link SqlDialect#answersSeveral}. */
    boolean answersSeveral() {
        return answersSeveral;
    }

    private PreparedStatement prepared(String sql, byte[] key) throws SQLException {
        PreparedStatement statement = prepared(sql);
        statement.setBytes(1, key);
        return statement;
    }

    /** The only column of the only row; null when there is none. */
    byte[] bytes(String sql, byte[] key) throws SQLException {
        try (ResultSet found = prepared(sql, key).executeQuery()) {
            return found.next() ? notNull(found.getBytes(1)) : null;
        }
    }

    /** Some databases have no empty bytes but null. */
    static byte[] notNull(byte[] bytes) {
        return bytes == null ? new byte[0] : bytes;
    }

    /** The only column of the only row; -1 when there is none. */
    int number(String sql, byte[] key) throws SQLException {
        try (ResultSet found = prepared(sql, key).executeQuery()) {
            return found.next() ? found.getInt(1) : NONE;
        }
    }

    /** The first column of all rows. */
    public List<String> texts(String sql, String... parameters) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                ask.setString(i + 1, parameters[i]);
            }
            List<String> all = new ArrayList<>();
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
            }
            return all;
        }
    }

    /** Carries out one statement, which may take long where the connection allows it. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running = statement;
            statement.execute(sql);
        } finally {
            running = null;
        }
    }

    /** The number that a statement answers with, which may take long where the connection allows it. */
    long count(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running = statement;
            try (ResultSet answer = statement.executeQuery(sql)) {
                answer.next();
                return answer.getLong(1);
            }
        } finally {
            running = null;
        }
    }

    /** Carries out all that was added to a statement; the client's message would quote the parameters. */
    static void executeBatch(PreparedStatement statement) throws SQLException {
        try {
            statement.executeBatch();
        } catch (BatchUpdateException e) {
            throw e.getNextException() == null ? e : e.getNextException();
        }
    }

    /** Makes a schema the one of tables without a named place, if it is not already. */
    void use(String statement) throws SQLException {
        if (!statement.equals(used)) {
            refuseForgotten(statement);
            execute(statement);
            used = statement;
        }
    }

    /** Sets something for this connection alone, unless this has done so already. */
    public void set(String name, String value) throws SQLException {
        if (!value.equals(settings.get(name))) {
            refuseForgotten(name);
            execute("SET " + name + " = " + value);
            settings.put(name, value);
        }
    }

    private void refuseForgotten(String what) throws SQLException {
        Optional<String> why = dialect.forgets();
        if (why.isPresent()) {
            throw new SQLException(what + ": " + why.get(), "0A000");
        }
    }

    /** Something done with statements of which all take effect or none. */
    @FunctionalInterface
    public interface Action {
        void on(JdbcConnection connection) throws SQLException;
    }

    /** Does something in a transaction. */
    public void transaction(Action work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            work.on(this);
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            rollback(e);
            throw e;
        }
    }

    private void rollback(Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            failure.addSuppressed(e); // it is broken, as the next one to use it will find
        }
    }

    /** The same number, which may take longer than an operation. */
    long countPatiently(String sql) throws SQLException {
        long[] counted = new long[1];
        patiently(c -> counted[0] = c.count(sql));
        return counted[0];
    }

    /** Does something in a transaction that may take longer than an operation. */
    void patiently(Action work) throws SQLException {
        limit(JdbcPools.LONGEST);
        try {
            transaction(work);
        } catch (SQLException | RuntimeException e) {
            try {
                limit(longest);
            } catch (SQLException broken) {
                e.addSuppressed(broken);
            }
            throw e;
        }
        limit(longest);
    }

    /** Ends it, even while another thread uses it, whose statement the server gives up, too, if it may take long. */
    void cut() throws SQLException {
        Statement unfinished = running;
        if (unfinished != null) {
            try {
                unfinished.cancel();
            } catch (SQLException e) {
                // the server is not there to be told
            }
        }
        connection.abort(Runnable::run);
        if (!connection.isClosed()) { // some clients do nothing on that
            connection.close();
        }
    }
}
