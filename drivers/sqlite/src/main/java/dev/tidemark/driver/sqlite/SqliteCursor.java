package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Goes over the rows that a statement finds. */
final class SqliteCursor extends ByteArrayAccess.ByteArrayCursor {

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
