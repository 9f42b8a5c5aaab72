package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session over keys of any bytes in numbered keyspaces. Updates are gathered in a transaction: {@code put} …
 * {@code put}, then {@code commit} or {@code rollback}. Reads see what is committed. Where a session is also a
 * {@link NumericKeySession}, its numbered keys are those of eight bytes, most significant first, and both share one
 * transaction.
 *
 * <p>Buffers are direct; a call uses them from position to limit, leaves both as they were and does not keep them.
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
     * Adds an update to the open transaction. Entries in an index that the key has stay as they are.
     */
    void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception;

    /**
     * Stores the open transaction, durable as far as the target's settings promise, and empties it, whatever happens.
     *
     * @return how many of its updates were not stored; 0 when all were
     * @throws OverloadedException when the target is too busy
     */
    int commit() throws Exception;

    /** Empties the open transaction without storing it. */
    void rollback();
}
