package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.CommitLimit;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * Keyspaces and documents on a {@link KeyServer}, under keys that begin with the namespace.
 *
 * @param <C> a connection
 */
public final class KeyServerTarget<C> extends RemoteTarget<C> implements StyleTarget {

    private static final byte[] NOTHING = {};

    private final KeyServer<C> server;
    private final KeyPrefix<C> prefix;
    private final Connections<C> separate;
    /** Keyspaces of which is known that they are there: what is not there answers like an empty one. */
    private final Set<Integer> known = ConcurrentHashMap.newKeySet();

    /** @param separate each with a socket of its own, which is what API styles give up and make anew */
    public KeyServerTarget(Values values, Connections<C> connections, Connections<C> separate, KeyServer<C> server,
            Context context) {
        this(values, connections, separate, new KeyPrefix<>(connections.settings().namespace(), server), context);
    }

    private KeyServerTarget(Values values, Connections<C> connections, Connections<C> separate, KeyPrefix<C> prefix,
            Context context) {
        super(values, connections, prefix, context);
        this.separate = separate;
        this.server = prefix.server();
        this.prefix = prefix;
    }

    KeyServer<C> server() {
        return server;
    }

    /** What begins the keys of a keyspace. @throws DriverException where it is not there */
    KeyBytes keyspace(C connection, int keyspace) throws Exception {
        if (!known.contains(keyspace)) {
            if (server.get(connection, prefix.mark(keyspace).bytes()) == null) {
                throw new DriverException("no keyspace " + keyspace);
            }
            known.add(keyspace);
        }
        return prefix.keyspace(keyspace);
    }

    @Override
    public CommitLimit commitLimit() {
        return server.limit();
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        ours(connection -> {
            prefix.store(connection, prefix.mark(keyspace), NOTHING);
            return known.add(keyspace);
        });
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        long keys = ours(connection -> {
            KeyBytes of = keyspace(connection, keyspace);
            return server.count(connection, of.bytes(), of.end());
        });
        progress.report(keys, keys);
        return keys;
    }

    @Override
    public Session session(int worker) {
        return new KeyServerSession<>(this, connections());
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        KeyBytes of = prefix.place(name);
        ours(connection -> {
            prefix.delete(connection, of);
            return null;
        });
        return new KeyServerPlace<>(this, separate, style, of);
    }

    /** Does something for a place, outside the clock. */
    <T> T ask(Connections.Call<C, T> call) throws DriverException {
        return with(call);
    }

    @Override
    public String version() throws DriverException {
        return with(server::version);
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        return List.of(new MetricSnapshot("", Map.of(), with(server::gauges)));
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + separate.reconnects();
    }

    @Override
    public void abort() {
        super.abort();
        separate.close();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        separate.close();
    }

    @Override
    public void settle(Progress progress) {
        // It does its work in the background unasked, and tells nothing of it.
    }

    /** A namespace of the keys that begin with its name and a slash. */
    private record KeyPrefix<C>(String name, KeyServer<C> server) implements Namespace<C> {

        /** What begins the keys of something in it. */
        KeyBytes of(String what) {
            return KeyBytes.of(name + "/" + what);
        }

        private KeyBytes text(String of) {
            return of("texts/" + of);
        }

        /** The key that is there where a keyspace is. */
        KeyBytes mark(int keyspace) {
            return of("keyspaces/" + keyspace);
        }

        /** What begins the keys of a keyspace. */
        KeyBytes keyspace(int keyspace) {
            return of("data/" + keyspace + "/");
        }

        /** What begins the keys of a place of a style. */
        KeyBytes place(String style) {
            return of("styles/" + style + "/");
        }

        /** Deletes all keys that begin so. */
        void delete(C connection, KeyBytes prefix) throws Exception {
            server.delete(connection, prefix.bytes(), prefix.end());
        }

        void store(C connection, KeyBytes key, byte[] value) throws Exception {
            SequencedMap<KeyBytes, byte[]> update = new LinkedHashMap<>();
            update.put(key, value);
            server.update(connection, update);
        }

        @Override
        public boolean exists(C connection) throws Exception {
            return server.range(connection, of("").bytes(), of("").end(), 1, (_, _) -> { }) > 0;
        }

        @Override
        public void make(C connection, String key, String text) throws Exception {
            server.putNew(connection, text(key).bytes(), text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void drop(C connection) throws Exception {
            delete(connection, of(""));
        }

        @Override
        public Optional<String> text(C connection, String key) throws Exception {
            return Optional.ofNullable(server.get(connection, text(key).bytes()))
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void put(C connection, String key, String text) throws Exception {
            store(connection, text(key), text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void remove(C connection, String key) throws Exception {
            store(connection, text(key), null);
        }
    }
}
