package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.embedded.ByteArrayCursor;
import dev.tidemark.core.driver.embedded.ByteArraySession;
import dev.tidemark.core.driver.embedded.KeyTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One worker's side: a connection and the statements that were needed so far, prepared. */
final class SqliteSession extends ByteArraySession implements StatementSession {

    /** What is done with a space, {@code %s} standing for its table. */
    private enum Sql {
        GET("SELECT v FROM \"%s\" WHERE k = ?"),
        SIZE("SELECT length(v) FROM \"%s\" WHERE k = ?"),
        PUT("INSERT INTO \"%s\" (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v"),
        REMOVE("DELETE FROM \"%s\" WHERE k = ?"),
        KEYS("SELECT k FROM \"%s\" WHERE k >= ? ORDER BY k LIMIT ?"),
        HEADS("SELECT k, length(v) FROM \"%s\" WHERE k >= ? ORDER BY k LIMIT ?"),
        VALUES("SELECT k, length(v), v FROM \"%s\" WHERE k >= ? ORDER BY k LIMIT ?");

        private final String text;

        Sql(String text) {
            this.text = text;
        }

        static Sql rows(Depth depth) {
            return switch (depth) {
                case KEYS -> KEYS;
                case HEADS -> HEADS;
                case VALUES -> VALUES;
            };
        }
    }

    private record Prepared(Sql sql, KeyTable space) {}

    private static final byte[] FIRST = {};

    private final SqliteDatabase database;
    private final Connection connection;
    private final Map<Prepared, PreparedStatement> statements = new HashMap<>();
    private final Statement plain;
    private final SqliteStatements script;
    /** Whether what comes first on its connection was done. */
    private boolean ready;

    SqliteSession(SqliteDatabase database, Connection connection, Runnable ended) throws SQLException {
        super(database, ended);
        this.database = database;
        this.connection = connection;
        this.plain = connection.createStatement();
        this.script = new SqliteStatements(database, connection);
    }

    private PreparedStatement statement(Sql sql, KeyTable keyTable) throws SQLException {
        Prepared wanted = new Prepared(sql, keyTable);
        PreparedStatement found = statements.get(wanted);
        if (found == null) {
            found = connection.prepareStatement(String.format(Locale.ROOT, sql.text, keyTable));
            statements.put(wanted, found);
        }
        return found;
    }

    private PreparedStatement statement(Sql sql, KeyTable keyTable, byte[] key) throws SQLException {
        PreparedStatement found = statement(sql, keyTable);
        found.setBytes(1, key);
        return found;
    }

    @Override
    protected byte[] find(KeyTable keyTable, byte[] key) throws DriverException {
        try (ResultSet found = statement(Sql.GET, keyTable, key).executeQuery()) {
            return found.next() ? bytes(found, 1) : null;
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "read a value", e);
        }
    }

    /** An empty value is null to the library. */
    static byte[] bytes(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? FIRST : bytes;
    }

    /** {@inheritDoc} It is told by the row's own header; pages that only hold more of the value are not read. */
    @Override
    protected int size(KeyTable keyTable, byte[] key) throws DriverException {
        try (ResultSet found = statement(Sql.SIZE, keyTable, key).executeQuery()) {
            return found.next() ? found.getInt(1) : KeyValueSession.ABSENT;
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "read a value's size", e);
        }
    }

    @Override
    protected ByteArrayCursor cursor(KeyTable keyTable, byte[] from, Depth depth, int most) throws DriverException {
        try {
            PreparedStatement rows = statement(Sql.rows(depth), keyTable, from);
            rows.setInt(2, most);
            return new SqliteCursor(database, rows.executeQuery(), () -> { });
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    /** {@inheritDoc} On a connection of its own, whose reading keeps the log from being used again. */
    @Override
    protected ByteArrayCursor longCursor(KeyTable keyTable, Depth depth) throws DriverException {
        try {
            Connection walking = database.connect();
            PreparedStatement rows = walking.prepareStatement(String.format(Locale.ROOT, Sql.rows(depth).text,
                    keyTable));
            rows.setBytes(1, FIRST);
            rows.setInt(2, -1);
            return new SqliteCursor(database, rows.executeQuery(), walking::close);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    protected void store() throws Exception {
        try {
            database.inTurn(this::storeNow);
        } catch (SQLException e) {
            throw database.refused("store a transaction", e);
        }
    }

    /** Immediate: a writer that began as a reader could be told to begin again. */
    private void storeNow() throws Exception {
        plain.execute("BEGIN IMMEDIATE");
        try {
            apply(new Changes());
            plain.execute("COMMIT");
        } catch (Exception e) {
            undo(e);
            throw e;
        }
    }

    private void undo(Exception failure) {
        try {
            plain.execute("ROLLBACK");
        } catch (SQLException e) {
            failure.addSuppressed(e); // a full disk, for one, has rolled back already
        }
    }

    private final class Changes implements Writer {

        @Override
        public byte[] get(KeyTable index, byte[] key) throws Exception {
            return find(index, key);
        }

        @Override
        public void put(KeyTable keyTable, byte[] key, byte[] value) throws SQLException {
            PreparedStatement put = statement(Sql.PUT, keyTable, key);
            put.setBytes(2, value);
            put.executeUpdate();
        }

        @Override
        public void remove(KeyTable keyTable, byte[] key) throws SQLException {
            statement(Sql.REMOVE, keyTable, key).executeUpdate();
        }
    }

    /** {@inheritDoc} The database has but one place for tables. */
    @Override
    public void begin(boolean ownNamespace) {
        script.begin();
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        return script.execute(text, binding, columns);
    }

    @Override
    public boolean isNew() {
        return !ready;
    }

    @Override
    public void ready() {
        ready = true;
    }

    @Override
    public long written() {
        return script.written();
    }

    @Override
    public Optional<List<String>> describe(String text, Binding binding) throws Exception {
        return script.describe(text);
    }

    @Override
    public void end() throws StatementException {
        if (script.end()) {
            throw StatementException.leftOpen();
        }
    }

    @Override
    protected void release() throws DriverException {
        try {
            database.close(connection);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "end a session", e);
        }
    }
}
