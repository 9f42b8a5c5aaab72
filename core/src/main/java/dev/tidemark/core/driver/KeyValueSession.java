package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session over keys of bytes in numbered keyspaces, from 0; where the driver's capability is
 * {@link Capability#KEYSPACES} alone, over {@link NumberedKeys}. Updates are gathered in a transaction: {@code put} …
 * {@code put}, then {@code commit} or {@code rollback}. Reads see what is committed.
 *
 * <p>Buffers are direct; a call uses them from position to limit, leaves both as they were and does not keep them.
 * Those of values are aligned to {@link LocalStorage#alignment()}.
 */
public interface KeyValueSession extends Session {

    /** The key is not there. */
    int ABSENT = -1;

    /**
     * Reads the value of a key.
     *
     * @param into filled from its position
     * @return the value's size in bytes, which may exceed what fitted; {@link #ABSENT} if there is none
     */
    int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception;

    /**
     * Adds an update to the open transaction; whether it goes to the target now or with the commit is the driver's
     * matter. Entries in an index that the key has stay as they are.
     */
    void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception;

    /**
     * Stores the open transaction, durable as far as the target's settings promise, and empties it, whatever happens.
     * Of this shape so that a session can take in documents, too: a transaction may hold both.
     *
     * @return how many of its updates were not stored; 0 when all were
     * @throws OverloadedException when the target is too busy
     */
    int commit() throws Exception;

    /** Empties the open transaction without storing it; updates that went to a plain file already stay there. */
    void rollback();
}
