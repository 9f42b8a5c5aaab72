package dev.tidemark.core.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Where things are in the header of a {@link Certificate}, and writing it. */
final class ValueHeader {

    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final int MAGIC = 'T' | 'M' << 8 | 'V' << 16 | '1' << 24;
    static final int CHECKSUM = 4;
    static final int SEED = 8;
    static final int KEY = 16;
    static final int N = 24;
    static final int LANE = 32;
    static final int SIZE = 36;

    private ValueHeader() {}

    /** Writes the header at {@code at} over a body that is there already. */
    static void write(ByteBuffer value, int at, int size, Certificate.Valid says) {
        INT.set(value, at, MAGIC);
        LONG.set(value, at + SEED, says.seedId());
        LONG.set(value, at + KEY, says.key());
        LONG.set(value, at + N, says.n());
        INT.set(value, at + LANE, says.lane());
        INT.set(value, at + SIZE, size);
        INT.set(value, at + CHECKSUM, checksum(value, at, size));
    }

    static int checksum(ByteBuffer value, int at, int size) {
        int position = value.position();
        int limit = value.limit();
        CRC32C crc = new CRC32C();
        crc.update(value.limit(at + size).position(at + SEED));
        value.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
