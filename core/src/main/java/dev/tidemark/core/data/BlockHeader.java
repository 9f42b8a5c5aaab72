package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/**
 * What a stored value says of itself. Every binary value begins with a header of {@value #BYTES} bytes, little-endian:
 *
 * <pre>
 *  0  4  mask, a hash of the fields below
 *  4  4  share to which the body compresses, in millionths
 *  8  4  the letters TMV2
 * 12  4  size of the value, header included
 * 16  4  seed id
 * 20  4  lane that wrote it
 * 24  8  key
 * 32  8  n, the operation that wrote it
 * </pre>
 *
 * From byte 4 on the header is stored as its exclusive or with random numbers that follow from the mask; else the
 * headers of small values would resemble each other, and an engine could compress what shall be incompressible. The
 * body follows from the header, so there is no checksum of it: it is made again and compared.
 */
public sealed interface BlockHeader {

    /** The header's size. */
    int BYTES = 40;

    /** A whole value, by its own word. */
    record Valid(int seedId, long key, int lane, long n) implements BlockHeader {}

    /** Not a whole value; the reason completes the sentence "The value …". */
    record Broken(String reason) implements BlockHeader {}

    /**
     * Checks a value.
     *
     * @param value read from position to limit, left as it was
     */
    static BlockHeader check(ByteBuffer value) {
        ValueChecker checker = new ValueChecker();
        String broken = checker.broken(value);
        ValueHeader says = checker.header();
        return broken == null ? new Valid(says.seedId(), says.key(), says.lane(), says.n()) : new Broken(broken);
    }
}
