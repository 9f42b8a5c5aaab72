package dev.tidemark.core.data;

import module java.base;

/**
 * What follows the header of a value: a function of what the header says, so that it can be made again and compared.
 * Not thread-safe.
 *
 * <p>It is a fixed pattern of random numbers, in exclusive or with one random number per value and 8 KiB. Two values
 * then share no run of bytes that a compressor could refer to, and making one costs little more than copying it.
 *
 * <p>A body that shall compress is made of pieces of 1 KiB; each begins with as many of these numbers as shall remain
 * and goes on with copies of the last. So any compressor that knows repeats comes to the stated share, and whichever
 * part of a value an engine compresses together has it too. The header counts as incompressible.
 */
final class ValueBody {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int HEADER = BlockHeader.BYTES / Long.BYTES;
    /** Words of the pattern, 8 KiB: it stays in the processor's first cache. */
    private static final int PAGE = 1024;
    /** Words of a piece. */
    private static final int PIECE = 128;
    private static final double MILLION = 1e6;
    private static final long[] PATTERN = new long[PAGE];

    static {
        Arrays.setAll(PATTERN, i -> SplitMix64.mix(SplitMix64.mix(i) + SplitMix64.STEP));
    }

    private final int compressedPpm;
    private final double compressedShare;
    private final long[] page = new long[PAGE];
    /** The last one written to: a worker uses one and the same again and again. */
    private ByteBuffer buffer;
    private MemorySegment memory;

    /** @param compressedPpm compressed size by size, in millionths */
    ValueBody(int compressedPpm) {
        this.compressedPpm = compressedPpm;
        this.compressedShare = compressedPpm / MILLION;
    }

    static ValueBody ofShare(double compressedShare) {
        return new ValueBody((int) Math.round(compressedShare * MILLION));
    }

    int compressedPpm() {
        return compressedPpm;
    }

    /**
     * Puts the body of a value of so many bytes, header included, that begins at the buffer's position.
     *
     * @param start of {@link #start}
     */
    void put(long start, int size, ByteBuffer value) {
        MemorySegment into = memory(value);
        long from = value.position();
        for (int done = 0; done < size; done += PAGE * Long.BYTES) {
            int bytes = Math.min(size - done, PAGE * Long.BYTES);
            int first = done == 0 ? HEADER : 0;
            int end = bytes / Long.BYTES;
            make(start, done, bytes);
            if (end > first) {
                MemorySegment.copy(page, first, into, WORD, from + done + first * (long) Long.BYTES, end - first);
            }
            for (int at = Math.max(end, first) * Long.BYTES; at < bytes; at++) {
                into.set(ValueLayout.JAVA_BYTE, from + done + at, tail(at));
            }
        }
    }

    /** The whole buffer as memory, which is made anew only for another buffer. */
    private MemorySegment memory(ByteBuffer of) {
        if (buffer != of) {
            memory = MemorySegment.ofBuffer(of.duplicate().clear());
            buffer = of;
        }
        return memory;
    }

    /** Whether the body of the value from position to limit is the one that begins so. */
    boolean matches(long start, ByteBuffer value) {
        int size = value.remaining();
        int from = value.position();
        for (int done = 0; done < size; done += PAGE * Long.BYTES) {
            int bytes = Math.min(size - done, PAGE * Long.BYTES);
            make(start, done, bytes);
            for (int at = done == 0 ? BlockHeader.BYTES : 0; at < bytes; at++) {
                if (value.get(from + done + at) != tail(at)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** One byte of the page. */
    private byte tail(int at) {
        return (byte) (page[at / Long.BYTES] >>> at % Long.BYTES * Byte.SIZE);
    }

    /** Fills the page with the bytes that stand from byte {@code done} of the value on. */
    private void make(long start, int done, int bytes) {
        long mask = SplitMix64.mix(start + done * SplitMix64.STEP);
        int words = Math.ceilDiv(bytes, Long.BYTES);
        for (int i = 0; i < words; i++) {
            page[i] = PATTERN[i] ^ mask;
        }
        for (int piece = 0; compressedShare < 1 && piece < words; piece += PIECE) {
            int end = Math.min(words, piece + PIECE);
            int repeats = piece + (int) Math.clamp(Math.round((end - piece) * compressedShare), 1, PIECE);
            Arrays.fill(page, Math.min(repeats, end), end, page[repeats - 1]);
        }
    }

    /** Where the random numbers of a value begin, by what its header says. */
    static long start(int seedId, long key, int lane, long n) {
        long state = SplitMix64.mix(seedId + n);
        return SplitMix64.mix(SplitMix64.mix(state ^ key) + lane);
    }
}
