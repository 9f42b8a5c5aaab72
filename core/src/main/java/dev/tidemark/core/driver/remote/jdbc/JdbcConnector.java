package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections of a client library, with the limits of its settings. */
record JdbcConnector(JdbcPools.Opener opener, SqlDialect dialect, ConnectionSettings settings)
        implements Connector<JdbcConnection> {

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
