package dev.tidemark.core.driver.remote.http;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.time.Clock;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;

/**
 * Connections of the JDK's client to one server, all of one client: it keeps sockets open and gives each request one
 * that is free, or a new one. HTTP 1.1, since one request after the other over a socket is what is measured.
 */
public final class HttpConnector implements Connector<HttpConnection> {

    private final ConnectionSettings settings;
    private final HttpApi api;
    private final List<String> headers;
    private final HttpNodes nodes;
    private final String place;
    /** Null until it is needed. */
    private HttpClient client;
    private boolean closed;

    public HttpConnector(ConnectionSettings settings, HttpApi api) {
        this(List.of(settings), api, Clock.system(), _ -> { });
    }

    /**
     * To several nodes of one server, which are asked in turn.
     *
     * @param note is told when one of them cannot be reached, and when it can be again
     */
    public HttpConnector(List<ConnectionSettings> nodes, HttpApi api, Clock clock, Consumer<String> note) {
        settings = nodes.getFirst();
        this.api = api;
        this.nodes = new HttpNodes(nodes.stream().map(node -> (node.tls().isPresent() ? "https://" : "http://")
                + node.address()).toList(), clock::nanoTime, note);
        place = nodes.stream().map(ConnectionSettings::address).collect(Collectors.joining(", "));
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
        try {
            HttpConnection made = connection(headers);
            List<String> login = api.logIn(made, settings);
            if (!login.isEmpty()) {
                made = connection(Stream.concat(headers.stream(), login.stream()).toList());
            }
            api.greet(made, settings.connectTimeout());
            return made;
        } catch (ConnectException e) {
            throw e.getMessage() != null ? e : new ConnectException("nobody listens there");
        }
    }

    private HttpConnection connection(List<String> common) throws IOException {
        return new HttpConnection(client(), nodes, common, settings.operationTimeout(), api);
    }

    @Override
    public String place(ConnectionSettings any) {
        return place;
    }

    @Override
    public void close(HttpConnection connection) {
        connection.close();
    }

    /** {@inheritDoc} A {@link TimeoutException} is what an answer says; the client's own are of other classes. */
    @Override
    public Failure failure(Exception e) {
        if (!(e instanceof HttpRefusedException refused)) {
            return e instanceof TimeoutException ? Failure.GIVEN_UP : Failure.of(e);
        }
        return api.isOverload(refused.status()) ? Failure.OVERLOADED
                : api.isLoggedOut(refused.status()) ? Failure.BROKEN : Failure.REFUSED;
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
