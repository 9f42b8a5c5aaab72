package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/** A session that reads keys in their order, which is that of their bytes, unsigned. */
public interface KeyScanner extends KeyValueSession {

    /**
     * Reads keys and values on from a key, with it, in one consistent view.
     *
     * @param most after how many to end
     * @return how many there were
     */
    int scan(int keyspace, ByteBuffer from, int most, Visitor visitor) throws Exception;

    /** Receives keys and values; the buffers are valid during the call only. */
    @FunctionalInterface
    interface Visitor {
        void visit(ByteBuffer key, ByteBuffer value) throws Exception;
    }
}
