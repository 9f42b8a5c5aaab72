package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/**
 * Makes binary values that certify themselves: a header (see {@link Certificate}) and a body that is a function of
 * seed, key, lane and n. Immutable.
 *
 * <p>A body that shall compress is made of pieces of 1 KiB; each begins with as many random bytes as shall remain and
 * goes on with copies of its last eight. So any compressor that knows repeats comes to the stated share, and whichever
 * part of a value an engine compresses together has it too. The header counts as incompressible.
 */
public final class BinaryValues {

    /** The smallest share that the pieces can give. */
    public static final double MIN_COMPRESSED_SHARE = 0.1;

    private static final int PIECE = 1024;
    private static final long SEED_ID = 3;

    private final int seedId;
    private final double compressedShare;

    /**
     * @param compressedShare compressed size by size, from {@link #MIN_COMPRESSED_SHARE} to 1: incompressible. Small
     *                        values are above it where the header alone takes more.
     */
    public BinaryValues(long seed, double compressedShare) {
        if (!(compressedShare >= MIN_COMPRESSED_SHARE && compressedShare <= 1)) {
            throw new IllegalArgumentException("compressed share " + compressedShare);
        }
        this.seedId = (int) Mix.Permutation.of(seed, SEED_ID).apply(0);
        this.compressedShare = compressedShare;
    }

    /** What the headers of these values say in place of the seed. */
    public int seedId() {
        return seedId;
    }

    /**
     * Puts a value at the buffer's position and advances it.
     *
     * @param size in bytes, at least {@link Certificate#BYTES}
     */
    public void put(long key, int lane, long n, int size, ByteBuffer into) {
        if (size < Certificate.BYTES) {
            throw new IllegalArgumentException("a value of " + size + " bytes cannot hold its certificate");
        }
        int at = into.position();
        into.position(at + size);
        Certificate.Valid says = new Certificate.Valid(seedId, key, lane, n);
        putBody(start(says), at, size, into);
        ValueHeader.write(into, at, size, says);
    }

    private static long start(Certificate.Valid says) {
        long state = Mix.mix(says.seedId() + says.n());
        return Mix.mix(Mix.mix(state ^ says.key()) + says.lane());
    }

    private void putBody(long state, int start, int size, ByteBuffer into) {
        int end = start + size;
        int header = Certificate.BYTES;
        for (int at = start; at < end; at += PIECE) {
            int piece = Math.min(PIECE, end - at);
            int from = at + header;
            int random = Math.clamp(Math.round(piece * compressedShare) - header, 0, Math.max(0, piece - header));
            state = putRandom(state, from, from + random, into);
            putRepeats(Mix.mix(state), from + random, at + piece, into);
            header = 0;
        }
    }

    private static long putRandom(long state, int at, int end, ByteBuffer into) {
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            state += Mix.STEP;
            ValueHeader.LONG.set(into, at, Mix.mix(state));
        }
        state += Mix.STEP;
        putTail(Mix.mix(state), at, end, into);
        return state;
    }

    private static void putRepeats(long word, int at, int end, ByteBuffer into) {
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            ValueHeader.LONG.set(into, at, word);
        }
        putTail(word, at, end, into);
    }

    private static void putTail(long word, int at, int end, ByteBuffer into) {
        for (; at < end; at++) {
            into.put(at, (byte) word);
            word >>>= 8;
        }
    }
}
