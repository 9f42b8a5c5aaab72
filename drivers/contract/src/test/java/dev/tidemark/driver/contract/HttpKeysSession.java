package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.keys.BatchedSession;
import dev.tidemark.core.driver.support.Buffers;

/** A session without transactions over several keys: a commit sends its updates one after the other. */
final class HttpKeysSession extends BatchedSession<HttpConnection> implements KeyValueSession {

    private final HttpKeysTarget target;

    HttpKeysSession(HttpKeysTarget target, Connections<HttpConnection> connections) {
        super(connections);
        this.target = target;
    }

    private String path(int keyspace, ByteBuffer key) {
        return path(target, keyspace, key);
    }

    static String path(HttpKeysTarget target, int keyspace, ByteBuffer key) {
        return target.path(keyspace) + "/" + HexFormat.of().formatHex(Buffers.bytes(key));
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] found = call(connection -> connection.send("GET", path(keyspace, key), HttpKeysTarget.NOTHING));
        return Buffers.answer(found, into);
    }

    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        byte[] size = call(connection -> connection.send("HEAD", path(keyspace, key), HttpKeysTarget.NOTHING));
        return size == null ? ABSENT : Integer.parseInt(new String(size, StandardCharsets.UTF_8));
    }

    /** {@inheritDoc} Where one fails after others were stored, it and those behind it are not. */
    @Override
    protected int store() throws Exception {
        for (int i = 0; i < updates.count(); i++) {
            int update = i;
            try {
                call(connection -> updates.isDelete(update)
                        ? connection.send("DELETE", path(updates.keyspace(update), updates.key(update)),
                        HttpKeysTarget.NOTHING)
                        : connection.send("PUT", path(updates.keyspace(update), updates.key(update)),
                        Buffers.bytes(updates.value(update))));
            } catch (Exception e) {
                if (i == 0) {
                    throw e;
                }
                return updates.count() - i;
            }
        }
        return 0;
    }
}
