package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session that takes in documents, one transaction at a time: {@code add} … {@code add}, perhaps
 * {@link #findExisting}, then {@code commit} or {@code rollback}. Buffers are direct; a call reads from position to
 * limit, does not keep the buffer after {@link #commit}, and leaves its position and limit as they were.
 */
public interface DocumentWriter extends Session {

    /** Adds one document to the transaction. Must not block on the target where the engine can avoid it. */
    void add(ByteBuffer uri, ByteBuffer content) throws Exception;

    /**
     * Asks the target which of the transaction's URIs are there already (an insert that is not blind).
     *
     * @return how many exist
     */
    int findExisting() throws Exception;

    /**
     * Stores the transaction and empties it, whatever happens. Durable as far as the target's settings promise.
     *
     * @return how many of its documents were not stored; 0 when all were
     * @throws PushBackException when the target is too busy
     * @throws java.util.concurrent.TimeoutException when it did not answer in time
     */
    int commit() throws Exception;

    /** Empties the transaction without storing it. */
    void rollback();
}
