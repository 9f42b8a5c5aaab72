package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session that takes in documents, one transaction at a time: {@code add} … {@code add}, perhaps
 * {@link #findExisting}, then {@code commit} or {@code rollback}. Buffers are direct; a call reads from position to
 * limit and leaves both as they were.
 */
public interface DocumentWriter extends Session {

    /**
     * Gathers one document for the transaction as a copy: the caller uses its buffers again at once. It must not speak
     * to the target, since it is called outside the clock.
     */
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
     * @throws OverloadedException when the target is too busy
     * @throws java.util.concurrent.TimeoutException when it did not answer in time
     */
    int commit() throws Exception;

    /** Empties the transaction without storing it. */
    void rollback();
}
