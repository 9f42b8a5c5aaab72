package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.Connections;

/**
 * What the styles of a database make and call, and the connections of their sessions, which are apart from all others:
 * a style may want its client set up otherwise than the target's settings say. Thread-safe.
 */
public abstract class JdbcStyles {

    private final List<SqlStyle> all;
    private final Map<String, Connections<JdbcConnection>> connections = new HashMap<>();
    private boolean closed;

    protected JdbcStyles(List<SqlStyle> all) {
        this.all = all;
    }

    /** @throws IllegalArgumentException where it is none of them */
    final SqlStyle of(ApiStyle declared) {
        return SqlStyle.of(declared, all);
    }

    /** The statements that make all that a style needs. */
    final List<String> make(ApiStyle declared, String table) {
        SqlStyle style = of(declared);
        return Stream.concat(makeTable(style, table).stream(), style.extraStatements().apply(table).stream()).toList();
    }

    /** The statements that make a style's table, with the columns {@code id} and {@code doc}. */
    protected abstract List<String> makeTable(SqlStyle style, String table);

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
