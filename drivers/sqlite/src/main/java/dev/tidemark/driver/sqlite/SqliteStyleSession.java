package dev.tidemark.driver.sqlite;

import module java.sql;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.SqlSteps;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import java.util.List;

/** One worker's side of a style: a connection of its own. Where writers queue, a transaction is one turn. */
final class SqliteStyleSession implements StyleSession {

    private final SqliteDatabase database;
    private final ApiStyle style;
    private final Connection connection;
    private final SqlSteps steps;
    private List<StyleDocument> documents = List.of();
    /** Whether it is this session's turn to write. */
    private boolean inTurn;

    private SqliteStyleSession(SqliteDatabase database, ApiStyle style, Connection connection, String table)
            throws SQLException {
        this.database = database;
        this.style = style;
        this.connection = connection;
        this.steps = SqlStyle.of(style, SqliteStyles.ALL).steps(SqlStyle.Client.of(connection), table);
    }

    static SqliteStyleSession open(SqliteDatabase database, ApiStyle style, String table) throws DriverException {
        try {
            return database.connected(connection -> new SqliteStyleSession(database, style, connection, table));
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "begin a session", e);
        }
    }

    @Override
    public void prepare(List<StyleDocument> next) throws DriverException {
        rollback();
        documents = next;
    }

    @Override
    public void map() {
        documents = SqlSteps.mapped(documents);
    }

    /** {@inheritDoc} All or none here. */
    @Override
    public int call() throws Exception {
        if (!style.noop()) {
            database.takeTurn();
            inTurn = true;
        }
        boolean called = false;
        try {
            steps.call(documents);
            called = true;
        } catch (SQLException e) {
            throw database.refused("store documents", e);
        } finally {
            if (!called || !style.commits()) {
                endTurn();
            }
        }
        return 0;
    }

    @Override
    public void commit() throws Exception {
        try {
            steps.commit();
        } catch (SQLException e) {
            throw database.refused("commit documents", e);
        } finally {
            endTurn();
        }
    }

    private void rollback() throws DriverException {
        try {
            steps.rollback();
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "undo a transaction", e);
        } finally {
            endTurn();
        }
    }

    private void endTurn() {
        if (inTurn) {
            inTurn = false;
            database.endTurn();
        }
    }

    @Override
    public void close() throws DriverException {
        try (connection) {
            rollback();
        } catch (SQLException e) {
            throw SqliteDatabase.failure(database.folder(), "end a session", e);
        }
    }
}
