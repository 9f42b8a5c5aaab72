package dev.tidemark.core.data;

import module java.base;

/**
 * The values of a dataset: the ones it is filled with and the ones that runs replace them with. Each certifies itself,
 * so whatever version a key holds, it can be told whether it is one that was offered for that key.
 */
public final class DatasetValues {

    /** The smallest size of a value: its certificate's. */
    public static final int SMALLEST = BlockHeader.BYTES;

    /** Room for keys within a keyspace, in bits: a key is certified together with its keyspace. */
    private static final int KEY_BITS = 44;

    /** The largest number of keyspaces: what is left of 64 bits beside the key. */
    public static final int MOST_KEYSPACES = 1 << Long.SIZE - KEY_BITS;
    /** The largest size of a value in bytes: a writer and a reader of it have room for it in memory. */
    public static final int LARGEST = 64 << 20;

    private final BinaryValues values;
    private final int size;

    public DatasetValues(long seed, int size) {
        this.values = new BinaryValues(seed, 1);
        this.size = size;
    }

    /** The largest number of keys that a keyspace can have. */
    public static long mostKeys() {
        return 1L << KEY_BITS;
    }

    /** Puts the value that the key is filled with at the buffer's position and advances it. */
    public void first(int keyspace, long key, ByteBuffer into) {
        values.put(certified(keyspace, key), 0, 0, size, into);
    }

    /**
     * Puts the value that operation {@code n} of a lane writes.
     *
     * @param n from 0
     */
    public void update(int keyspace, long key, int lane, long n, ByteBuffer into) {
        values.put(certified(keyspace, key), lane, n + 1, size, into);
    }

    private static long certified(int keyspace, long key) {
        return (long) keyspace << KEY_BITS | key;
    }

    /**
     * Checks a value that was read back.
     *
     * @param stored read from position to limit, left as it was
     * @return what is wrong with it; empty when it is one that was offered for this key
     */
    public Optional<String> fault(int keyspace, long key, ByteBuffer stored) {
        return switch (BlockHeader.check(stored)) {
            case BlockHeader.Broken broken -> Optional.of("the value " + broken.reason());
            case BlockHeader.Valid valid when valid.seedId() != values.seedId() ->
                    Optional.of("the value belongs to another dataset");
            case BlockHeader.Valid valid when valid.key() != certified(keyspace, key) ->
                    Optional.of("the value belongs to another key");
            case BlockHeader.Valid valid when stored.remaining() != size ->
                    Optional.of("the value has " + stored.remaining() + " bytes instead of " + size);
            case BlockHeader.Valid valid -> Optional.empty();
        };
    }
}
