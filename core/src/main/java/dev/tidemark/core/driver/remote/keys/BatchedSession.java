package dev.tidemark.core.driver.remote.keys;

import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.support.UpdateBatch;
import java.nio.ByteBuffer;

/**
 * A session whose updates stay on this side until they are committed.
 *
 * @param <C> a connection
 */
public abstract class BatchedSession<C> extends RemoteSession<C> implements KeyValueSession {

    /** Those of the open transaction. */
    protected final UpdateBatch updates = new UpdateBatch();

    protected BatchedSession(Connections<C> connections) {
        super(connections);
    }

    /** Sends the updates, of which there is one at least. @return how many of them were not stored */
    protected abstract int store() throws Exception;

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        updates.put(keyspace, key, value);
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        updates.delete(keyspace, key);
    }

    @Override
    public final int commit() throws Exception {
        try {
            return updates.count() == 0 ? 0 : store();
        } finally {
            rollback();
        }
    }

    @Override
    public void rollback() {
        updates.clear();
    }
}
