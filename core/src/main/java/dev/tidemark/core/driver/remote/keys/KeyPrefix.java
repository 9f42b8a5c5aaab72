package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.remote.Namespace;

/** A namespace of the keys that begin with its name and a slash. */
record KeyPrefix<C>(String name, KeyServer<C> server) implements Namespace<C> {

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
