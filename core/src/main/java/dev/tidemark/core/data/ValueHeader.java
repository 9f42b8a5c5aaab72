package dev.tidemark.core.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The header of a value, whose layout {@link Certificate} tells; reading and writing it. */
record ValueHeader(int magic, int size, Certificate.Valid says) {

    /** Little-endian whatever the buffer's order. */
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int MAGIC = 'T' | 'M' << 8 | 'V' << 16 | '1' << 24;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHECKSUM = 4;
    private static final int MASKED = 8;

    /** Writes the header at {@code at} before a body that is there already. */
    static void write(ByteBuffer value, int at, int size, Certificate.Valid says) {
        int mask = (int) Mix.mix(Mix.mix(Mix.mix(says.key()) + says.n()) + join(says.seedId(), says.lane()));
        INT.set(value, at, mask);
        setWord(value, at, 0, mask, join(MAGIC, size));
        setWord(value, at, 1, mask, join(says.seedId(), says.lane()));
        setWord(value, at, 2, mask, says.key());
        setWord(value, at, 3, mask, says.n());
        INT.set(value, at + CHECKSUM, checksum(value, at, size));
    }

    /** Reads what stands at {@code at}, header or not. */
    static ValueHeader read(ByteBuffer value, int at) {
        int mask = (int) INT.get(value, at);
        long magicAndSize = word(value, at, 0, mask);
        long seedAndLane = word(value, at, 1, mask);
        return new ValueHeader((int) magicAndSize, (int) (magicAndSize >>> 32), new Certificate.Valid((int) seedAndLane,
                word(value, at, 2, mask), (int) (seedAndLane >>> 32), word(value, at, 3, mask)));
    }

    static boolean checksumHolds(ByteBuffer value, int at, int size) {
        return (int) INT.get(value, at + CHECKSUM) == checksum(value, at, size);
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

    private static int checksum(ByteBuffer value, int at, int size) {
        int position = value.position();
        int limit = value.limit();
        CRC32C crc = new CRC32C();
        crc.update(value.limit(at + size).position(at + MASKED));
        value.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
