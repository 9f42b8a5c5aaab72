package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session over keys of bytes in numbered keyspaces, from 0; where the driver's capability is
 * {@link Capability#KEYSPACES} alone, over {@link NumberedKeys}. Updates are gathered in a transaction: {@code put} …
 * {@code put}, then {@code commit} or {@code rollback}. Reads see what is committed. What only some can do is one of the
 * driver's capabilities, and its sessions override what that names.
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

    /**
     * Adds the deletion of a key to the open transaction: its value and, where the keyspace has an index, its entries.
     * A key that is not there is no error. Of {@link Capability#DELETE}.
     */
    default void delete(int keyspace, ByteBuffer key) throws Exception {
        throw Capability.DELETE.missing();
    }

    /**
     * Asks about a key without taking its value: whether it is there and how large its value is. What that saves the
     * engine differs, and the driver's page says it. Of {@link Capability#HEAD}.
     *
     * @return the value's size in bytes; {@link #ABSENT} if there is none
     */
    default int head(int keyspace, ByteBuffer key) throws Exception {
        throw Capability.HEAD.missing();
    }

    /**
     * Reads keys and values on from a key, with it, in one consistent view and in the order of keys, which is that of
     * their bytes, unsigned. Of {@link Capability#SCAN}.
     *
     * @param most after how many to end
     * @return how many there were
     */
    default int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        throw Capability.SCAN.missing();
    }

    /**
     * Begins a walk over a whole keyspace. The session may be used for other operations meanwhile. Of {@link
     * Capability#WALK}.
     */
    default Walk walk(int keyspace, Walk.Depth depth) throws Exception {
        throw Capability.WALK.missing();
    }

    /**
     * Adds an update to the open transaction that also gives the key these entries in place of all it had. Value, new
     * entries and the removal of old ones become visible together, also when several sessions update one key at once.
     * Of {@link Capability#INDEX}.
     *
     * @param keyspace one that has an index
     * @param entries  copied
     */
    default void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        throw Capability.INDEX.missing();
    }

    /**
     * Finds the keys whose term in one index lies in a range, in the order of terms and, below one term, of keys; of
     * a target of several shards, in whatever order the shards answer. Every shard is asked, so it takes as long as the
     * slowest. A key is found once for each of its terms in the range. Of {@link Capability#INDEX}.
     *
     * @param keyspace one that has an index
     * @param index    as in {@link IndexEntries#add}
     * @param from     the least term
     * @param to       the greatest term, included
     * @param terms    whether the terms are wanted, too
     */
    default void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms, IndexVisitor visitor)
            throws Exception {
        throw Capability.INDEX.missing();
    }

    /** Receives keys and values; the buffers are valid during the call only. */
    @FunctionalInterface
    interface RowVisitor {
        void visit(ByteBuffer key, ByteBuffer value) throws Exception;
    }

    /** Receives what an index found; the buffers are valid during the call only. */
    @FunctionalInterface
    interface IndexVisitor {
        /**
         * @param term null where terms are not wanted
         * @return whether to go on
         */
        boolean visit(ByteBuffer key, ByteBuffer term) throws Exception;
    }
}
