package dev.tidemark.core.driver.remote.http;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;

/**
 * Connections of which each has a client of the JDK's of its own, and with it its socket: to close one closes the
 * socket, and a new one greets the server, encrypts and logs in anew.
 */
public final class SeparateHttpConnector implements Connector<HttpConnection> {

    private final ConnectionSettings settings;
    private final HttpApi api;
    private final HttpConnector failures;
    private final Map<HttpConnection, HttpConnector> clients = new ConcurrentHashMap<>();

    public SeparateHttpConnector(ConnectionSettings settings, HttpApi api) {
        this.settings = settings;
        this.api = api;
        failures = new HttpConnector(settings, api);
    }

    @Override
    public HttpConnection connect() throws Exception {
        HttpConnector client = new HttpConnector(settings, api);
        try {
            HttpConnection made = client.connect();
            clients.put(made, client);
            return made;
        } catch (Exception e) {
            client.close();
            throw e;
        }
    }

    @Override
    public void close(HttpConnection connection) {
        connection.close();
        HttpConnector client = clients.remove(connection);
        if (client != null) {
            client.close();
        }
    }

    @Override
    public Failure failure(Exception e) {
        return failures.failure(e);
    }
}
