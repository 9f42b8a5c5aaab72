package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session over numbered keys in numbered keyspaces, both from 0. For a file of blocks a key is a block. Updates are
 * gathered in a transaction: {@code put} … {@code put}, then {@code commit} or {@code rollback}. Reads see what is
 * committed.
 */
public interface NumericKeySession extends Session {

    /** The key is not there. */
    int ABSENT = -1;

    /**
     * Reads the value of a key.
     *
     * @param into direct, and aligned to {@link LocalStorage#alignment()}; filled from its position, which stays
     * @return the value's size in bytes, which may exceed what fitted; {@link #ABSENT} if there is none
     */
    int get(int keyspace, long key, ByteBuffer into) throws Exception;

    /**
     * Adds an update to the open transaction; whether it goes to the target now or with the commit is the driver's
     * matter.
     *
     * @param value direct and aligned as for {@link #get}; read from position to limit, left as it was, and not kept
     *              after the call
     */
    void put(int keyspace, long key, ByteBuffer value) throws Exception;

    /**
     * Stores the open transaction, durable as far as the target's settings promise, and empties it, whatever happens.
     * Of this shape so that a session can take in documents, too: a transaction may hold both.
     *
     * @return how many of its updates were not stored; 0 when all were
     */
    int commit() throws Exception;

    /** Empties the open transaction without storing it; updates that went to a plain file already stay there. */
    void rollback();
}
