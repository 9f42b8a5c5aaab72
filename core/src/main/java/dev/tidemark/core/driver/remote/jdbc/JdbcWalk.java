package dev.tidemark.core.driver.remote.jdbc;

import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.remote.Connections;
import java.nio.ByteBuffer;

/**
 * Goes over all rows of a table with a cursor of the server, in a transaction of its own over a connection of its own;
 * so many rows are fetched at a time. It sees the table as it was when it began.
 */
final class JdbcWalk implements Walk {

    private final Connections<JdbcConnection> connections;
    private final Walk.Depth depth;
    private final JdbcConnection connection;
    private PreparedStatement statement;
    private ResultSet rows;
    /** Of the row at which it is. */
    private ByteBuffer key;
    private int size;
    private ByteBuffer value;
    private boolean atEnd;
    private boolean closed;

    JdbcWalk(Connections<JdbcConnection> connections, SqlTable table, Walk.Depth depth, int fetchSize)
            throws Exception {
        this.connections = connections;
        this.depth = depth;
        connection = connections.acquire();
        try {
            Connection jdbc = connection.jdbc();
            jdbc.setAutoCommit(false);
            statement = jdbc.prepareStatement(table.walk(depth), ResultSet.TYPE_FORWARD_ONLY,
                    ResultSet.CONCUR_READ_ONLY);
            statement.setFetchSize(fetchSize);
            rows = statement.executeQuery();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private Exception failed(SQLException e) {
        if (!closed) {
            closed = true;
            connections.discard(connection, e);
        }
        return connections.translate(e);
    }

    @Override
    public int next(int most, Walk.Visitor visitor) throws Exception {
        int visited = 0;
        while (visited < most && !atEnd) {
            atEnd = !advance();
            if (!atEnd) {
                visitor.visit(key, size, value);
                visited++;
            }
        }
        return visited;
    }

    /** To the next row, if there is one. */
    private boolean advance() throws Exception {
        try {
            if (!rows.next()) {
                return false;
            }
            key = ByteBuffer.wrap(JdbcConnection.notNull(rows.getBytes(1)));
            size = depth == Walk.Depth.KEYS ? KeyValueSession.ABSENT : rows.getInt(2);
            value = depth == Walk.Depth.VALUES ? ByteBuffer.wrap(JdbcConnection.notNull(rows.getBytes(3)))
                    : null;
            return true;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            rows.close();
            statement.close();
            connection.jdbc().rollback();
            connection.jdbc().setAutoCommit(true);
            connections.release(connection);
        } catch (SQLException e) {
            connections.discard(connection, e); // there is nothing to be lost
        }
    }
}
