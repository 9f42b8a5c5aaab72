package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/** A session that deletes keys. */
public interface KeyDeleter extends KeyValueSession {

    /**
     * Adds the deletion of a key to the open transaction: its value and, where the keyspace has an index, its entries.
     * A key that is not there is no error.
     */
    void delete(int keyspace, ByteBuffer key) throws Exception;
}
