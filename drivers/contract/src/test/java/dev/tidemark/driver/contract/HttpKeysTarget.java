package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.param.Values;

/** A namespace on an {@link HttpServerOfKeys}. */
final class HttpKeysTarget extends RemoteTarget<HttpConnection> {

    static final byte[] NOTHING = {};
    private static final int BUSY = 503;

    private final ConnectionSettings settings;
    private final Context context;
    private final int depth;

    HttpKeysTarget(Values values, ConnectionSettings settings, Context context) {
        super(values, new Connections<>(new Sockets(settings), settings), new Texts(settings.namespace()),
                context);
        this.settings = settings;
        this.context = context;
        depth = Math.toIntExact(values.get(HttpKeysDriver.QUEUE_DEPTH));
    }

    static Failure failureOf(int status) {
        return status == BUSY ? Failure.OVERLOADED : Failure.REFUSED;
    }

    private record Sockets(ConnectionSettings settings) implements Connector<HttpConnection> {
        @Override
        public HttpConnection connect() throws IOException {
            return new HttpConnection(settings);
        }

        @Override
        public void close(HttpConnection connection) throws IOException {
            connection.close();
        }

        @Override
        public Failure failure(Exception e) {
            return e instanceof HttpConnection.Refused refused ? failureOf(refused.status) : Failure.of(e);
        }
    }

    private record Texts(String name) implements Namespace<HttpConnection> {
        private String text(String text) {
            return name + "/texts/" + text;
        }

        @Override
        public boolean exists(HttpConnection connection) throws Exception {
            return connection.send("GET", name, NOTHING) != null;
        }

        @Override
        public void make(HttpConnection connection, String key, String text) throws Exception {
            connection.send("PUT", name, (key + "=" + text).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void drop(HttpConnection connection) throws Exception {
            connection.send("DELETE", name, NOTHING);
        }

        @Override
        public Optional<String> text(HttpConnection connection, String key) throws Exception {
            return Optional.ofNullable(connection.send("GET", text(key), NOTHING))
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void put(HttpConnection connection, String key, String text) throws Exception {
            connection.send("PUT", text(key), text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void remove(HttpConnection connection, String key) throws Exception {
            connection.send("DELETE", text(key), NOTHING);
        }
    }

    String path(int keyspace) {
        return settings.namespace() + "/" + keyspace;
    }

    @Override
    public int queueDepth() {
        return depth;
    }

    @Override
    public Session session(int worker) throws DriverException {
        return depth > 1 ? new HttpKeysAsyncSession(this, settings, context.clock(), depth)
                : new HttpKeysSession(this, connections());
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        ours(connection -> connection.send("PUT", path(keyspace), NOTHING));
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        byte[] count = ours(connection -> connection.send("GET", path(keyspace), NOTHING));
        if (count == null) {
            throw new DriverException("no keyspace " + keyspace);
        }
        long keys = Long.parseLong(new String(count, StandardCharsets.UTF_8));
        progress.report(keys, keys);
        return keys;
    }

    @Override
    public void settle(Progress progress) {
        // it has nothing left to do
    }
}
