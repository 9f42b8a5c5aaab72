package dev.tidemark.core.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The header of a value, whose layout {@link Certificate} tells; reading and writing it. */
record ValueHeader(int mask, int magic, int size, int compressedPpm, Certificate.Valid says) {

    /** Little-endian whatever the buffer's order. */
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int MAGIC = 'T' | 'M' << 8 | 'V' << 16 | '2' << 24;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int COMPRESSED = 4;
    private static final int MASKED = 8;

    static void write(ByteBuffer value, int at, int size, int compressedPpm, Certificate.Valid says) {
        int mask = mask(size, compressedPpm, says);
        INT.set(value, at, mask);
        INT.set(value, at + COMPRESSED, compressedPpm ^ (int) Mix.mix(mask));
        setWord(value, at, 0, mask, join(MAGIC, size));
        setWord(value, at, 1, mask, join(says.seedId(), says.lane()));
        setWord(value, at, 2, mask, says.key());
        setWord(value, at, 3, mask, says.n());
    }

    /** Reads what stands at {@code at}, header or not. */
    static ValueHeader read(ByteBuffer value, int at) {
        int mask = (int) INT.get(value, at);
        long magicAndSize = word(value, at, 0, mask);
        long seedAndLane = word(value, at, 1, mask);
        return new ValueHeader(mask, (int) magicAndSize, (int) (magicAndSize >>> 32),
                (int) INT.get(value, at + COMPRESSED) ^ (int) Mix.mix(mask), new Certificate.Valid((int) seedAndLane,
                word(value, at, 2, mask), (int) (seedAndLane >>> 32), word(value, at, 3, mask)));
    }

    /** Whether it is as it was written. */
    boolean whole() {
        return mask == mask(size, compressedPpm, says);
    }

    private static int mask(int size, int compressedPpm, Certificate.Valid says) {
        long fields = Mix.mix(Mix.mix(Mix.mix(says.key()) + says.n()) + join(says.seedId(), says.lane()));
        return (int) Mix.mix(fields + join(size, compressedPpm));
    }

    private static long join(int low, int high) {
        return low & 0xffffffffL | (long) high << 32;
    }

    private static void setWord(ByteBuffer value, int at, int index, int mask, long word) {
        LONG.set(value, at + MASKED + index * Long.BYTES, word ^ Mix.mix(mask + (index + 1) * Mix.STEP));
    }

    private static long word(ByteBuffer value, int at, int index, int mask) {
        return (long) LONG.get(value, at + MASKED + index * Long.BYTES) ^ Mix.mix(mask + (index + 1) * Mix.STEP);
    }
}
