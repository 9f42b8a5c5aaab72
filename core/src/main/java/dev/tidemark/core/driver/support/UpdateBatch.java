package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.IndexEntries;

/**
 * The updates of a transaction that are kept until it is committed, in memory that is used again; for drivers of
 * engines that are told all of it at once. Not thread-safe. The buffers that it answers with are direct and valid until
 * the same method is called again or an update is added.
 */
public final class UpdateBatch {

    private static final int ABSENT = -1;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
    private ByteBuffer key = bytes.duplicate();
    private ByteBuffer value = bytes.duplicate();
    private ByteBuffer entries = bytes.duplicate();
    private int[] keyspaces = new int[64];
    /** Where each update's key begins, and the sizes of its parts; {@link #ABSENT} for parts that it has not. */
    private int[] starts = new int[64];
    private int[] keySizes = new int[64];
    private int[] valueSizes = new int[64];
    private int[] entriesSizes = new int[64];
    private int count;

    /** Adds the putting of a value. */
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) {
        begin(keyspace);
        keySizes[count] = append(key);
        valueSizes[count] = append(value);
        entriesSizes[count++] = ABSENT;
    }

    /** Adds the putting of a value with index entries. */
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries withEntries) {
        begin(keyspace);
        keySizes[count] = append(key);
        valueSizes[count] = append(value);
        entriesSizes[count++] = append(withEntries.encoded());
    }

    /** Adds the deletion of a key. */
    public void delete(int keyspace, ByteBuffer key) {
        begin(keyspace);
        keySizes[count] = append(key);
        valueSizes[count] = ABSENT;
        entriesSizes[count++] = ABSENT;
    }

    private void begin(int keyspace) {
        if (count == starts.length) {
            keyspaces = Arrays.copyOf(keyspaces, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            keySizes = Arrays.copyOf(keySizes, 2 * count);
            valueSizes = Arrays.copyOf(valueSizes, 2 * count);
            entriesSizes = Arrays.copyOf(entriesSizes, 2 * count);
        }
        keyspaces[count] = keyspace;
        starts[count] = bytes.position();
    }

    private int append(ByteBuffer part) {
        int size = part.remaining();
        makeRoom(size);
        bytes.put(bytes.position(), part, part.position(), size);
        bytes.position(bytes.position() + size);
        return size;
    }

    private void makeRoom(int size) {
        if (bytes.remaining() < size) {
            int needed = Math.addExact(bytes.position(), size);
            int larger = (int) Math.clamp(2L * bytes.capacity(), needed, Integer.MAX_VALUE);
            bytes = ByteBuffer.allocateDirect(larger).put(bytes.flip());
            key = bytes.duplicate();
            value = bytes.duplicate();
            entries = bytes.duplicate();
        }
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    public int keyspace(int update) {
        return keyspaces[update];
    }

    public ByteBuffer key(int update) {
        return key.limit(starts[update] + keySizes[update]).position(starts[update]);
    }

    /** Whether two updates are of one key in one keyspace. */
    public boolean ofSameKey(int update, int other) {
        if (keyspaces[update] != keyspaces[other] || keySizes[update] != keySizes[other]) {
            return false;
        }
        for (int i = 0; i < keySizes[update]; i++) {
            if (bytes.get(starts[update] + i) != bytes.get(starts[other] + i)) {
                return false;
            }
        }
        return true;
    }

    public boolean isDelete(int update) {
        return valueSizes[update] == ABSENT;
    }

    /** Must not be asked of a deletion. */
    public ByteBuffer value(int update) {
        int start = starts[update] + keySizes[update];
        return value.limit(start + valueSizes[update]).position(start);
    }

    /** Whether the update says what the key's index entries are. */
    public boolean hasEntries(int update) {
        return entriesSizes[update] != ABSENT;
    }

    /** As {@link IndexEntries#encoded()}; must not be asked of an update without. */
    public ByteBuffer entries(int update) {
        int start = starts[update] + keySizes[update] + valueSizes[update];
        return entries.limit(start + entriesSizes[update]).position(start);
    }

    /** Forgets all of them. */
    public void clear() {
        bytes.clear();
        count = 0;
    }
}
