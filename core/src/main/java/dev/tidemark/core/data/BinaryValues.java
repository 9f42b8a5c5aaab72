package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/**
 * Makes binary values that certify themselves: a header (see {@link BlockHeader}) and a body that is a function of
 * seed, key, lane and n. Not thread-safe.
 */
public final class BinaryValues {

    /** The smallest share that a body can have. */
    public static final double MIN_COMPRESSED_SHARE = 0.1;

    private static final long SEED_ID = 3;

    private final int seedId;
    private final ValueBody body;

    /**
     * @param compressedShare compressed size by size, from {@link #MIN_COMPRESSED_SHARE} to 1: incompressible. Small
     *                        values are above it where the header alone takes more.
     */
    public BinaryValues(long seed, double compressedShare) {
        if (!(compressedShare >= MIN_COMPRESSED_SHARE && compressedShare <= 1)) {
            throw new IllegalArgumentException("compressed share " + compressedShare);
        }
        this.seedId = (int) SplitMix64.Permutation.of(seed, SEED_ID).apply(0);
        this.body = ValueBody.ofShare(compressedShare);
    }

    /** What the headers of these values say in place of the seed. */
    public int seedId() {
        return seedId;
    }

    /**
     * Puts a value at the buffer's position and advances it.
     *
     * @param size in bytes, at least {@link BlockHeader#BYTES}
     */
    public void put(long key, int lane, long n, int size, ByteBuffer into) {
        if (size < BlockHeader.BYTES) {
            throw new IllegalArgumentException("a value of " + size + " bytes cannot hold its certificate");
        }
        int at = into.position();
        body.put(ValueBody.start(seedId, key, lane, n), size, into);
        ValueHeader.write(into, at, size, body.compressedPpm(), seedId, key, lane, n);
        into.position(at + size);
    }
}
