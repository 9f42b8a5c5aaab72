package dev.tidemark.core.data;

import module java.base;

/**
 * The URIs of made documents: {@code /tidemark/}, sixteen digits, and a suffix such as {@code .txt}. All have the same
 * length, so that the two orders compare fairly. Immutable.
 *
 * <p>Spread URIs hold, in hexadecimal, a one-to-one map of the document's number that depends on the seed; sequential
 * ones hold the number itself, in decimal, which ends at 10¹⁶ − 1.
 */
public final class UriGenerator {

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
}
