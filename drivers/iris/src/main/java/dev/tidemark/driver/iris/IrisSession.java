package dev.tidemark.driver.iris;

import module java.base;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.keys.BatchedSession;
import dev.tidemark.core.driver.support.Buffers;

/**
 * A worker's side of the globals. A commit is a transaction of IRIS: TSTART, a set or kill for each update, TCOMMIT. What
 * it needs for a call, the client's own objects apart, it has once.
 */
final class IrisSession extends BatchedSession<IrisConnection> {

    /** Numbers that IRIS has exactly. */
    private static final long NUMBERS = 1_000_000_000_000_000L;

    private final GlobalNamespace namespace;
    private final Object[] subscript = new Object[1];
    private final Connections.Call<IrisConnection, Integer> storing = this::store;
    private final Connections.Call<IrisConnection, Integer> reading = this::read;
    private byte[] keyBytes = {};
    private byte[] value = {};
    /** What is read. */
    private int keyspace;
    private ByteBuffer key;
    private ByteBuffer into;

    IrisSession(GlobalNamespace namespace, Connections<IrisConnection> connections) {
        super(connections);
        this.namespace = namespace;
    }

    /** A number for a numbered key, as users of IRIS have it; else a text that is none, whatever the bytes. */
    private Object[] at(ByteBuffer key) {
        long number = NumberedKeys.number(key);
        if (number >= 0 && number < NUMBERS) {
            subscript[0] = number;
        } else {
            keyBytes = sized(keyBytes, key.remaining() + 1);
            keyBytes[0] = 'k';
            key.get(key.position(), keyBytes, 1, key.remaining());
            subscript[0] = new String(keyBytes, StandardCharsets.ISO_8859_1);
        }
        return subscript;
    }

    private static byte[] sized(byte[] array, int size) {
        return array.length == size ? array : new byte[size];
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        this.keyspace = keyspace;
        this.key = key;
        this.into = into;
        return call(reading);
    }

    /** What is empty and what is not there, the client may answer alike. */
    private int read(IrisConnection connection) throws Exception {
        String global = namespace.global(connection, keyspace);
        byte[] found = connection.get(global, at(key));
        if (found == null) {
            return connection.hasValue(global, subscript) ? 0 : KeyValueSession.ABSENT;
        }
        return Buffers.answer(found, into);
    }

    @Override
    protected int store() throws Exception {
        return call(storing);
    }

    private int store(IrisConnection connection) throws Exception {
        for (int i = 0; i < updates.count(); i++) { // before anything is begun
            namespace.global(connection, updates.keyspace(i));
        }
        connection.begin();
        try {
            for (int i = 0; i < updates.count(); i++) {
                update(connection, i);
            }
            connection.commit();
        } catch (Exception e) {
            undo(connection, e);
            throw e;
        }
        return 0;
    }

    private void update(IrisConnection connection, int update) throws Exception {
        String global = namespace.global(connection, updates.keyspace(update));
        Object[] at = at(updates.key(update));
        if (updates.isDelete(update)) {
            connection.kill(global, at);
        } else {
            ByteBuffer stored = updates.value(update);
            value = sized(value, stored.remaining());
            stored.get(stored.position(), value);
            connection.set(value, global, at);
        }
    }

    /** Where the connection is gone, the server undoes it. */
    private static void undo(IrisConnection connection, Exception failure) {
        try {
            connection.rollback();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }
}
