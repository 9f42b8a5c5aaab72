package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * Keys that are numbers: eight bytes, most significant first, so that they are in order. For a file of blocks they are
 * the blocks' numbers.
 */
public final class NumberedKeys {

    /** Not a number's key. */
    public static final long NONE = -1;

    private NumberedKeys() {}

    /** Room for one, used again and again. */
    public static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(Long.BYTES);
    }

    /** Writes a number into a {@link #buffer}, which it answers with. */
    public static ByteBuffer set(ByteBuffer key, long number) {
        return key.putLong(0, number);
    }

    /** A key of its own. */
    public static ByteBuffer of(long number) {
        return set(buffer(), number);
    }

    /** @return the number, at least 0; {@link #NONE} where the key is none */
    public static long number(ByteBuffer key) {
        return key.remaining() == Long.BYTES ? Math.max(NONE, key.getLong(key.position())) : NONE;
    }
}
