package dev.tidemark.core.data;

import module java.base;

/**
 * The header of a value, whose layout {@link BlockHeader} tells; reading and writing it. One serves for value after
 * value, so that checking them allocates nothing; not thread-safe.
 */
final class ValueHeader {

    /** Little-endian whatever the buffer's order. */
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int MAGIC = 'T' | 'M' << 8 | 'V' << 16 | '2' << 24;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int COMPRESSED = 4;
    private static final int MASKED = 8;

    private int mask;
    private int magic;
    private int size;
    private int compressedPpm;
    private int seedId;
    private int lane;
    private long key;
    private long n;

    static void write(ByteBuffer value, int at, int size, int compressedPpm, int seedId, long key, int lane, long n) {
        int mask = mask(size, compressedPpm, seedId, key, lane, n);
        INT.set(value, at, mask);
        INT.set(value, at + COMPRESSED, compressedPpm ^ (int) SplitMix64.mix(mask));
        setWord(value, at, 0, mask, join(MAGIC, size));
        setWord(value, at, 1, mask, join(seedId, lane));
        setWord(value, at, 2, mask, key);
        setWord(value, at, 3, mask, n);
    }

    /** Reads what stands at {@code at}, header or not. */
    void read(ByteBuffer value, int at) {
        mask = (int) INT.get(value, at);
        compressedPpm = (int) INT.get(value, at + COMPRESSED) ^ (int) SplitMix64.mix(mask);
        long magicAndSize = word(value, at, 0, mask);
        magic = (int) magicAndSize;
        size = (int) (magicAndSize >>> 32);
        long seedAndLane = word(value, at, 1, mask);
        seedId = (int) seedAndLane;
        lane = (int) (seedAndLane >>> 32);
        key = word(value, at, 2, mask);
        n = word(value, at, 3, mask);
    }

    /** Whether it is as it was written. */
    boolean whole() {
        return mask == mask(size, compressedPpm, seedId, key, lane, n);
    }

    int magic() {
        return magic;
    }

    int size() {
        return size;
    }

    int compressedPpm() {
        return compressedPpm;
    }

    int seedId() {
        return seedId;
    }

    int lane() {
        return lane;
    }

    long key() {
        return key;
    }

    long n() {
        return n;
    }

    private static int mask(int size, int compressedPpm, int seedId, long key, int lane, long n) {
        long fields = SplitMix64.mix(SplitMix64.mix(SplitMix64.mix(key) + n) + join(seedId, lane));
        return (int) SplitMix64.mix(fields + join(size, compressedPpm));
    }

    private static long join(int low, int high) {
        return low & 0xffffffffL | (long) high << 32;
    }

    private static void setWord(ByteBuffer value, int at, int index, int mask, long word) {
        LONG.set(value, at + MASKED + index * Long.BYTES, word ^ SplitMix64.mix(mask + (index + 1) * SplitMix64.STEP));
    }

    private static long word(ByteBuffer value, int at, int index, int mask) {
        return (long) LONG.get(value, at + MASKED + index * Long.BYTES) ^ SplitMix64.mix(mask + (index + 1)
                * SplitMix64.STEP);
    }
}
