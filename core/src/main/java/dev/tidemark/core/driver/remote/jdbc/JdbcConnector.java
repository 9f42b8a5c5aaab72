package dev.tidemark.core.driver.remote.jdbc;

import module java.sql;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import java.util.regex.Pattern;

/** Opens connections of a client library, with the limits of its settings. */
record JdbcConnector(JdbcPools.Opener opener, SqlDialect dialect, ConnectionSettings settings)
        implements Connector<JdbcConnection> {

    /** MariaDB's client puts the number of the connection in front of what the server says. */
    private static final Pattern CONNECTION = Pattern.compile("\\(conn=[0-9]+\\) ");

    @Override
    public JdbcConnection connect() throws SQLException {
        Connection opened = opener.open(settings);
        try {
            return new JdbcConnection(opened, dialect, settings.operationTimeout());
        } catch (SQLException e) {
            opened.abort(Runnable::run);
            throw e;
        }
    }

    @Override
    public void close(JdbcConnection connection) throws SQLException {
        connection.cut();
    }

    @Override
    public boolean isAlive(JdbcConnection connection) {
        return connection.isAlive();
    }

    /** {@inheritDoc} Failures that are alike on two connections are to be told alike. */
    @Override
    public String message(Exception e) {
        return e.getMessage() == null ? null : CONNECTION.matcher(e.getMessage()).replaceAll("");
    }

    @Override
    public String hint(Exception e) {
        return e instanceof SQLException sql ? dialect.hint(sql) : "";
    }

    @Override
    public Failure failure(Exception e) {
        return e instanceof SQLException sql ? dialect.failure(sql).orElseGet(() -> SqlStates.failure(e))
                : SqlStates.failure(e);
    }
}
