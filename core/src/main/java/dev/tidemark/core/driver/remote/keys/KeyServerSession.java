package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.KeyDeleter;
import dev.tidemark.core.driver.KeyScanner;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.UpdateBatch;

/** A commit sends its updates at once, the last of those of one key. */
final class KeyServerSession<C> extends RemoteSession<C> implements KeyDeleter, KeyScanner {

    private final KeyServerTarget<C> target;
    private final UpdateBatch updates = new UpdateBatch();

    KeyServerSession(KeyServerTarget<C> target, Connections<C> connections) {
        super(connections);
        this.target = target;
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] found = call(connection -> target.server().get(connection,
                target.keyspace(connection, keyspace).plus(key).bytes()));
        return Buffers.answer(found, into);
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) {
        updates.put(keyspace, key, value);
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) {
        updates.delete(keyspace, key);
    }

    @Override
    public int commit() throws Exception {
        try {
            if (updates.count() > 0) {
                call(connection -> {
                    target.server().update(connection, byKey(connection));
                    return null;
                });
            }
            return 0;
        } finally {
            updates.clear();
        }
    }

    private SequencedMap<KeyBytes, byte[]> byKey(C connection) throws Exception {
        SequencedMap<KeyBytes, byte[]> byKey = new LinkedHashMap<>();
        for (int i = 0; i < updates.count(); i++) {
            byKey.put(target.keyspace(connection, updates.keyspace(i)).plus(updates.key(i)),
                    updates.isDelete(i) ? null : Buffers.bytes(updates.value(i)));
        }
        return byKey;
    }

    @Override
    public void rollback() {
        updates.clear();
    }

    @Override
    public int scan(int keyspace, ByteBuffer from, int most, Visitor visitor) throws Exception {
        return call(connection -> {
            KeyBytes of = target.keyspace(connection, keyspace);
            int begin = of.bytes().length;
            return target.server().range(connection, of.plus(from).bytes(), of.end(), most, (key, value) ->
                    visitor.visit(ByteBuffer.wrap(key, begin, key.length - begin).slice(), ByteBuffer.wrap(value)));
        });
    }
}
