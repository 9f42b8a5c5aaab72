package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/** A session that reads documents back. */
public interface DocumentReader extends Session {

    /** The document is not there. */
    int ABSENT = -1;

    /**
     * Reads one document into {@code content}, from its position; the position stays.
     *
     * @param uri     direct; read from position to limit, left as it was
     * @param content direct
     * @return the document's size in bytes, which may exceed what fitted; {@link #ABSENT} if there is none
     */
    int read(ByteBuffer uri, ByteBuffer content) throws Exception;

    /**
     * Whether what was read is what was stored although its bytes are others: a target may keep documents of a format,
     * and tell them in its own words.
     */
    default boolean isSame(ByteBuffer read, ByteBuffer stored) {
        return false;
    }

    /** Walks all documents in the order that is cheapest for the target, until the visitor says stop. */
    void forEach(Visitor visitor) throws Exception;

    /** Receives documents; the buffers are valid during the call only. */
    @FunctionalInterface
    interface Visitor {
        /** @return whether to go on */
        boolean visit(ByteBuffer uri, ByteBuffer content) throws Exception;
    }
}
