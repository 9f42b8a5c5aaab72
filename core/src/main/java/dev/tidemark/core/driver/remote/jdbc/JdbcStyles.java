package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.Connections;
import java.sql.SQLException;

/**
 * What the styles of a database make and call, and the connections of their sessions, which are apart from all others:
 * a style may want its client set up otherwise than the target's settings say. Thread-safe.
 */
public abstract class JdbcStyles {

    private final Map<String, Connections<JdbcConnection>> connections = new HashMap<>();
    private boolean closed;

    /**
     * The statements that make a style's table, with the columns {@code id} and {@code doc}, and what else it needs.
     */
    protected abstract List<String> make(ApiStyle style, String table);

    /** What a style calls over a connection. Does not speak to the database. */
    protected abstract SqlCall call(ApiStyle style, JdbcConnection connection, String table) throws SQLException;

    /** Connections that speak a protocol; one for each session. Asked for once. */
    protected abstract Connections<JdbcConnection> connections(String protocol);

    final synchronized Connections<JdbcConnection> connections(ApiStyle style) {
        Connections<JdbcConnection> found = connections.computeIfAbsent(style.protocol(), this::connections);
        if (closed) {
            found.close();
        }
        return found;
    }

    /** Connections that were opened in the place of broken ones. */
    final synchronized long reconnects() {
        return connections.values().stream().mapToLong(Connections::reconnects).sum();
    }

    /** Closes all connections, even those in use. */
    final synchronized void close() {
        closed = true;
        connections.values().forEach(Connections::close);
    }
}
