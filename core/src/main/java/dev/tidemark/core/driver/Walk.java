package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A walk over a whole keyspace that has begun, as a backup, a rebuild or a listing of keys makes it. It is made in chunks,
 * so that whoever makes it can pause, report or end in between; it sees the keyspace as it was when it began.
 */
public interface Walk extends AutoCloseable {

    /** How much of each key is looked at. */
    enum Depth {
        /** The key. */
        KEYS,
        /** The key and its value's size. */
        HEADS,
        /** The key and its value. */
        VALUES
    }

    /**
     * Goes on, in the order that is cheapest for the target.
     *
     * @param most how many keys to visit, at least 1
     * @return how many were visited; 0 at the end
     */
    int next(int most, Visitor visitor) throws Exception;

    /** Ends the walk and gives back what the engine holds for it. */
    @Override
    void close() throws DriverException;

    /** Receives keys; the buffers are valid during the call only. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param size  of the value in bytes; {@link KeyValueSession#ABSENT} in a walk over keys alone
         * @param value null but in a walk over values
         */
        void visit(ByteBuffer key, int size, ByteBuffer value) throws Exception;
    }
}
