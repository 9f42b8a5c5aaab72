package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/**
 * What a stored value says of itself. Every binary value begins with a header of {@value #BYTES} bytes, little-endian:
 *
 * <pre>
 *  0  4  the letters TMV1
 *  4  4  CRC-32C of everything from byte 8 on
 *  8  8  seed id
 * 16  8  key
 * 24  8  n, the operation that wrote it
 * 32  4  lane that wrote it
 * 36  4  size of the value, header included
 * </pre>
 */
public sealed interface Certificate {

    /** The header's size. */
    int BYTES = 40;

    /** A whole value, by its own word. */
    record Valid(long seedId, long key, int lane, long n) implements Certificate {}

    /** Not a whole value; the reason completes the sentence "The value …". */
    record Broken(String reason) implements Certificate {}

    /**
     * Checks a value.
     *
     * @param value read from position to limit, left as it was
     */
    static Certificate check(ByteBuffer value) {
        int at = value.position();
        int size = value.remaining();
        if (size < BYTES) {
            return new Broken("has " + size + " bytes, fewer than its header of " + BYTES);
        }
        if ((int) ValueHeader.INT.get(value, at) != ValueHeader.MAGIC) {
            return new Broken("does not begin with a header");
        }
        int stated = (int) ValueHeader.INT.get(value, at + ValueHeader.SIZE);
        if (stated != size) {
            return new Broken("has " + size + " bytes, but was written with " + stated);
        }
        if ((int) ValueHeader.INT.get(value, at + ValueHeader.CHECKSUM) != ValueHeader.checksum(value, at, size)) {
            return new Broken("does not match its checksum");
        }
        return new Valid((long) ValueHeader.LONG.get(value, at + ValueHeader.SEED),
                (long) ValueHeader.LONG.get(value, at + ValueHeader.KEY),
                (int) ValueHeader.INT.get(value, at + ValueHeader.LANE),
                (long) ValueHeader.LONG.get(value, at + ValueHeader.N));
    }
}
