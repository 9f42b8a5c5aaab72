package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session over keys like a {@link KeyValueSession}'s that has several operations in progress at once, each in a slot
 * of its own. Every put is a transaction of its own, durable as far as the target's settings promise when it is done.
 * Used by one thread from the first submission on.
 */
public interface AsyncKeyValueSession extends Session {

    /** The name of the setting by which a driver that has such sessions is told their depth. */
    String QUEUE_DEPTH = "queue-depth";

    /** How many slots there are, numbered from 0. */
    int depth();

    /**
     * Begins to read the value of a key. It may be held back until {@link #await}.
     *
     * @param slot free: nothing is in progress in it
     * @param key  read before this call returns
     * @param into as for {@link KeyValueSession#get}; left alone by the caller until the slot is done
     */
    void submitGet(int slot, int keyspace, ByteBuffer key, ByteBuffer into) throws Exception;

    /**
     * Begins to store the value of a key. It may be held back until {@link #await}.
     *
     * @param slot  free: nothing is in progress in it
     * @param key   read before this call returns
     * @param value as for {@link KeyValueSession#put}; left alone by the caller until the slot is done
     */
    void submitPut(int slot, int keyspace, ByteBuffer key, ByteBuffer value) throws Exception;

    /**
     * Sends off what was held back and waits for operations to end.
     *
     * @param min          returns when so many have ended, or all that are in progress; 0 looks and does not wait
     * @param timeoutNanos returns after about so long at the latest
     * @param completions  told of each, on this thread
     * @return how many have ended
     */
    int await(int min, long timeoutNanos, Completions completions) throws Exception;

    /** Learns which slots are free again. Must not submit from within these calls. */
    interface Completions {

        /**
         * The operation that is told of next ended at a reading of the clock, which another thread took; not told where
         * it ends when it is told of.
         */
        default void ended(int slot, long nanoTime) {}

        /**
         * An operation has ended.
         *
         * @param size the value's size in bytes; {@link KeyValueSession#ABSENT} if there is none
         */
        void done(int slot, int size);

        void failed(int slot, Exception why);
    }
}
