package dev.tidemark.core.driver.remote.http;

import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.util.List;

/**
 * Connections of the JDK's client to one server, all of one client: it keeps sockets open and gives each request one
 * that is free, or a new one. HTTP 1.1, since one request after the other over a socket is what is measured.
 */
public final class HttpConnector implements Connector<HttpConnection>, AutoCloseable {

    private final ConnectionSettings settings;
    private final HttpApi api;
    private final List<String> headers;
    private final String root;
    /** Null until it is needed. */
    private HttpClient client;
    private boolean closed;

    public HttpConnector(ConnectionSettings settings, HttpApi api) {
        this.settings = settings;
        this.api = api;
        root = (settings.tls().isPresent() ? "https://" : "http://") + settings.address();
        headers = api.headers(settings);
    }

    private synchronized HttpClient client() throws IOException {
        if (closed) {
            throw new IOException("the target was closed");
        }
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder().version(Version.HTTP_1_1)
                    .followRedirects(Redirect.NEVER).connectTimeout(settings.connectTimeout());
            settings.tls().ifPresent(tls -> builder.sslContext(tls.context()));
            client = builder.build();
        }
        return client;
    }

    /** {@inheritDoc} And asks whether the server is there and knows the user. */
    @Override
    public HttpConnection connect() throws Exception {
        HttpConnection made = new HttpConnection(client(), root, headers, settings.operationTimeout(), api);
        try {
            api.greet(made, settings.connectTimeout());
            return made;
        } catch (ConnectException e) {
            throw e.getMessage() != null ? e : new ConnectException("nobody listens there");
        }
    }

    @Override
    public void close(HttpConnection connection) {
        connection.close();
    }

    @Override
    public Failure failure(Exception e) {
        return e instanceof HttpRefusedException refused ? api.isOverload(refused.status()) ? Failure.OVERLOADED
                : Failure.REFUSED : Failure.of(e);
    }

    /** Ends the client and its threads. */
    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.shutdownNow();
        }
    }
}
