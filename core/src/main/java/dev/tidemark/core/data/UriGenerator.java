package dev.tidemark.core.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The URIs of made documents: {@code /tidemark/}, sixteen digits, and a suffix such as {@code .txt}. All have the same
 * length, so that the two orders compare fairly. Immutable.
 *
 * <p>Spread URIs hold, in hexadecimal, a one-to-one map of the document's number that depends on the seed; sequential
 * ones hold the number itself, in decimal, which ends at 10¹⁶ − 1.
 */
public final class UriGenerator {

    /** What {@link #number} says of a URI that no document has. */
    public static final long NONE = -1;

    private static final int DIGITS = 16;
    private static final long SEQUENTIAL_END = 10_000_000_000_000_000L;
    private static final byte[] PREFIX = "/tidemark/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final long PURPOSE = 1;

    private final UriOrder order;
    private final SplitMix64.Permutation spread;
    private final byte[] suffix;

    public UriGenerator(UriOrder order, long seed, String suffix) {
        this.order = order;
        this.spread = SplitMix64.Permutation.of(seed, PURPOSE);
        this.suffix = suffix.getBytes(StandardCharsets.US_ASCII);
    }

    /** The length of each. */
    public int bytes() {
        return PREFIX.length + DIGITS + suffix.length;
    }

    /** Puts the URI of document {@code n} at the buffer's position and advances it. */
    public void put(long n, ByteBuffer into) {
        if (n < 0 || (order == UriOrder.SEQUENTIAL && n >= SEQUENTIAL_END)) {
            throw new IllegalArgumentException("no URI for document " + n);
        }
        into.put(PREFIX);
        switch (order) {
            case SPREAD -> putHex(spread.apply(n), into);
            case SEQUENTIAL -> putDecimal(n, into);
        }
        into.put(suffix);
    }

    private static void putHex(long value, ByteBuffer into) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            into.put(HEX[(int) (value >>> shift) & 15]);
        }
    }

    private static void putDecimal(long value, ByteBuffer into) {
        int at = into.position();
        for (int i = DIGITS - 1; i >= 0; i--) {
            into.put(at + i, (byte) ('0' + value % 10));
            value /= 10;
        }
        into.position(at + DIGITS);
    }

    /**
     * The number of the document that has this URI.
     *
     * @param uri read from position to limit, left as it was
     * @return {@link #NONE} when no document has it
     */
    public long number(ByteBuffer uri) {
        int at = uri.position();
        if (uri.remaining() != bytes() || !has(PREFIX, uri, at) || !has(suffix, uri, at + PREFIX.length + DIGITS)) {
            return NONE;
        }
        int radix = order == UriOrder.SPREAD ? 16 : 10;
        long value = 0;
        for (int i = at + PREFIX.length; i < at + PREFIX.length + DIGITS; i++) {
            int digit = digit(uri.get(i));
            if (digit < 0 || digit >= radix) {
                return NONE;
            }
            value = value * radix + digit;
        }
        return order == UriOrder.SPREAD ? Math.max(NONE, spread.invert(value)) : value;
    }

    private static boolean has(byte[] part, ByteBuffer uri, int at) {
        for (int i = 0; i < part.length; i++) {
            if (uri.get(at + i) != part[i]) {
                return false;
            }
        }
        return true;
    }

    /** The value of a digit as {@link #put} writes it: no capitals, so that a document has one URI only. */
    private static int digit(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
