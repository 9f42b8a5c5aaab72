package dev.tidemark.driver.redis;

import module java.base;

/**
 * Where the parts of a keyspace lie.
 *
 * @param prefix  what the key of each value begins with
 * @param keys    key of the sorted set of its keys, if it is ordered
 * @param index   key of the sorted set of its index entries, if it has an index: the rows of
 *                {@link dev.tidemark.core.driver.support.IndexRows}
 * @param entries key of the hash of each key's entries
 */
record Keyspace(int number, byte[] prefix, byte[] keys, byte[] index, byte[] entries, boolean ordered,
        boolean indexed) {

    Keyspace with(boolean ordersKeys) {
        return new Keyspace(number, prefix, keys, index, entries, ordersKeys, indexed);
    }

    Keyspace withIndex() {
        return new Keyspace(number, prefix, keys, index, entries, ordered, true);
    }

    /** The key of a value on the server. */
    byte[] key(ByteBuffer key) {
        return key(prefix, key);
    }

    static byte[] key(byte[] prefix, ByteBuffer key) {
        byte[] whole = Arrays.copyOf(prefix, prefix.length + key.remaining());
        key.get(key.position(), whole, prefix.length, key.remaining());
        return whole;
    }
}
