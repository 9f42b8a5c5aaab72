package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session that takes in documents, one transaction at a time: {@code add} … {@code add}, perhaps
 * {@link #findExisting}, then {@code commit} or {@code rollback}; and that reads them back, where it can. Buffers are
 * direct; a call reads from position to limit and leaves both as they were.
 */
public interface DocumentSession extends Session {

    /** The document is not there. */
    int ABSENT = -1;

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

    /**
     * Reads one document into {@code content}, from its position; the position stays. Of {@link
     * Capability#DOCUMENT_READER}.
     *
     * @param uri     direct; read from position to limit, left as it was
     * @param content direct
     * @return the document's size in bytes, which may exceed what fitted; {@link #ABSENT} if there is none
     */
    default int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        throw Capability.DOCUMENT_READER.missing();
    }

    /**
     * Whether what was read is what was stored although its bytes are others: a target may keep documents of a format,
     * and tell them in its own words.
     */
    default boolean isSame(ByteBuffer read, ByteBuffer stored) {
        return false;
    }

    /**
     * Walks all documents in the order that is cheapest for the target, until the visitor says stop. Of {@link
     * Capability#DOCUMENT_READER}.
     */
    default void forEach(Visitor visitor) throws Exception {
        throw Capability.DOCUMENT_READER.missing();
    }

    /** Receives documents; the buffers are valid during the call only. */
    @FunctionalInterface
    interface Visitor {
        /** @return whether to go on */
        boolean visit(ByteBuffer uri, ByteBuffer content) throws Exception;
    }
}
