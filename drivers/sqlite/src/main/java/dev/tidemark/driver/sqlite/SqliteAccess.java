package dev.tidemark.driver.sqlite;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.support.Buffers;

/** One worker's side: a connection and the statements that were needed so far, prepared. */
final class SqliteAccess extends ByteArrayAccess<String> {

    /** What is done with a table, {@code %s} standing for its table. */
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

    private record Prepared(Sql sql, String table) {}

    private static final byte[] FIRST = {};

    private final SqliteDatabase database;
    private final Connection connection;
    private final Map<Prepared, PreparedStatement> statements = new HashMap<>();
    private final Statement plain;

    SqliteAccess(SqliteDatabase database, Connection connection) throws SQLException {
        this.database = database;
        this.connection = connection;
        this.plain = connection.createStatement();
    }

    Connection connection() {
        return connection;
    }

    private PreparedStatement statement(Sql sql, String table) throws SQLException {
        Prepared id = new Prepared(sql, table);
        PreparedStatement found = statements.get(id);
        if (found == null) {
            found = connection.prepareStatement(String.format(Locale.ROOT, sql.text, table));
            statements.put(id, found);
        }
        return found;
    }

    private PreparedStatement statement(Sql sql, String table, byte[] key) throws SQLException {
        PreparedStatement found = statement(sql, table);
        found.setBytes(1, key);
        return found;
    }

    @Override
    protected byte[] find(String table, byte[] key) throws DriverException {
        try (ResultSet found = statement(Sql.GET, table, key).executeQuery()) {
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
    public int size(String table, ByteBuffer key, ByteBuffer nothing) throws DriverException {
        try (ResultSet found = statement(Sql.SIZE, table, Buffers.bytes(key)).executeQuery()) {
            return found.next() ? found.getInt(1) : KeyValueSession.ABSENT;
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "read a value's size", e);
        }
    }

    @Override
    protected SortedStore.Cursor cursor(String table, byte[] from, Depth depth, int most) throws DriverException {
        try {
            PreparedStatement rows = statement(Sql.rows(depth), table, from);
            rows.setInt(2, most);
            return new SqliteCursor(database, rows.executeQuery(), () -> { });
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    /** {@inheritDoc} On a connection of its own, whose reading keeps the log from being used again. */
    @Override
    public SortedStore.Cursor walk(String table, Depth depth) throws DriverException {
        try {
            return database.connected(walking -> {
                PreparedStatement rows = walking.prepareStatement(String.format(Locale.ROOT, Sql.rows(depth).text,
                        table));
                rows.setBytes(1, FIRST);
                rows.setInt(2, -1);
                return new SqliteCursor(database, rows.executeQuery(), walking::close);
            });
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
            complete();
            for (int i = 0; i < count(); i++) {
                PreparedStatement change = statement(isDelete(i) ? Sql.REMOVE : Sql.PUT, table(i), keyBytes(i));
                if (!isDelete(i)) {
                    change.setBytes(2, valueBytes(i));
                }
                change.executeUpdate();
            }
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

    @Override
    public void close() throws DriverException {
        try {
            database.close(connection);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "end a session", e);
        }
    }

    /** Goes over the rows that a statement finds. */
    private static final class SqliteCursor extends ByteArrayAccess.ByteArrayCursor {

        /** What is to be closed after the rows. */
        interface Behind extends AutoCloseable {
            @Override
            void close() throws SQLException;
        }

        private final SqliteDatabase database;
        private final ResultSet rows;
        private final Behind behind;

        SqliteCursor(SqliteDatabase database, ResultSet rows, Behind behind) {
            this.database = database;
            this.rows = rows;
            this.behind = behind;
        }

        @Override
        public boolean next() throws DriverException {
            try {
                return rows.next();
            } catch (SQLException e) {
                throw SqliteDatabase.failure(database.folder(), "go over keys", e);
            }
        }

        @Override
        protected byte[] keyBytes() throws SQLException {
            return SqliteAccess.bytes(rows, 1);
        }

        @Override
        public int size() throws SQLException {
            return rows.getInt(2);
        }

        @Override
        protected byte[] valueBytes() throws SQLException {
            return SqliteAccess.bytes(rows, 3);
        }

        @Override
        public void close() throws DriverException {
            try (behind) {
                rows.close();
            } catch (SQLException e) {
                throw SqliteDatabase.failure(database.folder(), "end going over keys", e);
            }
        }
    }
}
