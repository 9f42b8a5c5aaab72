package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;

/** Opens and closes connections, and tells what their failures mean. */
final class MarkLogicConnector implements Connector<MarkLogicConnection> {

    private final ClientFactory factory;
    private final String database;

    /** To the target's own database. */
    MarkLogicConnector(ClientFactory factory) {
        this(factory, factory.settings().namespace());
    }

    /** @param database null for the one that the server at this port has */
    MarkLogicConnector(ClientFactory factory, String database) {
        this.factory = factory;
        this.database = database;
    }

    @Override
    public MarkLogicConnection connect() throws Exception {
        return new MarkLogicConnection(factory, database);
    }

    @Override
    public void close(MarkLogicConnection connection) {
        connection.close();
    }

    @Override
    public Failure failure(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerBusyException) {
                return Failure.OVERLOADED;
            }
        }
        return Failure.of(e);
    }
}
