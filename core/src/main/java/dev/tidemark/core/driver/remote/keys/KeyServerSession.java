package dev.tidemark.core.driver.remote.keys;

import module java.base;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.support.Buffers;

/** A commit sends its updates at once, the last of those of one key. */
final class KeyServerSession<C> extends BatchedSession<C> {

    private final KeyServerTarget<C> target;

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
    protected int store() throws Exception {
        return call(connection -> {
            target.server().update(connection, byKey(connection));
            return 0;
        });
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
    public int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        return call(connection -> {
            KeyBytes of = target.keyspace(connection, keyspace);
            int begin = of.bytes().length;
            return target.server().range(connection, of.plus(from).bytes(), of.end(), most, (key, value) ->
                    visitor.visit(ByteBuffer.wrap(key, begin, key.length - begin).slice(), ByteBuffer.wrap(value)));
        });
    }
}
