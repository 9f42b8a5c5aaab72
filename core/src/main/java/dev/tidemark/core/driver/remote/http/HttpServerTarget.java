package dev.tidemark.core.driver.remote.http;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.param.Values;

/** A target over HTTP, with a client of its own that ends with it. */
public abstract class HttpServerTarget extends ServerTarget<HttpConnection> {

    private final HttpConnector connector;

    protected HttpServerTarget(Values values, HttpConnector connector, ConnectionSettings settings) {
        super(values, new Connections<>(connector, settings));
        this.connector = connector;
    }

    @Override
    public void abort() {
        super.abort();
        connector.close();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        connector.close();
    }
}
