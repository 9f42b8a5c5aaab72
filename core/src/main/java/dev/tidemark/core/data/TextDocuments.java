package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Text made word by word: words drawn uniformly and independently from a source text, joined by single blanks.
 *
 * <p>With mean word length {@code m}, a document of {@code w} words has {@code w (m + 1) - 1} bytes on average, so
 * {@code w} is {@code (payload + 1) / (m + 1)}, rounded up or down at random with the odds that make the mean size
 * exactly {@code payload}. A document has at least one word, so a payload below {@code m} gives {@code m}.
 */
public final class TextDocuments implements DocumentSource {

    /** The largest mean size. */
    public static final long MAX_PAYLOAD = 1L << 30;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PURPOSE = 2;
    private static final int SCRATCH_BYTES = 16 << 10;

    /**
     * A document stops early rather than grow by more than so many standard deviations over its mean: that lets
     * buffers be little larger than the payload. By Bernstein's inequality it does not happen in the life of a disk.
     */
    private static final double DEVIATIONS = 16;

    private final Corpus source;
    private final UriGenerator uriGenerator;
    private final SplitMix64.Permutation starts;
    private final long wordsBelow;
    private final double oneMore;
    /** The longest word and its blank. */
    private final int widest;
    private final int maxBytes;
    /** Words are written here first, two longs each whatever their length, which only an array allows cheaply. */
    private final byte[] scratch = new byte[SCRATCH_BYTES + 2 * Long.BYTES];
    private ByteBuffer again = ByteBuffer.allocate(0);

    /**
     * @param payload mean size of a document, in bytes
     * @throws InvalidInputException when the payload is below 1 or above {@link #MAX_PAYLOAD}
     */
    public TextDocuments(Corpus source, long seed, long payload, UriOrder order) {
        if (payload < 1 || payload > MAX_PAYLOAD) {
            throw new InvalidInputException("payload " + payload + "B is out of range; it goes from 1B to "
                    + (MAX_PAYLOAD >> 30) + "GiB");
        }
        this.source = source;
        this.uriGenerator = new UriGenerator(order, seed, ".txt");
        this.starts = SplitMix64.Permutation.of(seed, PURPOSE);
        this.widest = source.longestWordBytes() + 1;
        double words = Math.max(1, (payload + 1) / (source.meanWordBytes() + 1));
        this.wordsBelow = (long) words;
        this.oneMore = words - wordsBelow;
        this.maxBytes = maxBytes(wordsBelow + 1);
    }

    private int maxBytes(long words) {
        double mean = words * (source.meanWordBytes() + 1);
        double room = mean + DEVIATIONS * source.wordBytesDeviation() * Math.sqrt(words) + 2 * widest;
        return (int) Math.min(words * widest - 1, Math.ceil(room));
    }

    @Override
    public void uri(long n, ByteBuffer into) {
        uriGenerator.put(n, into);
    }

    @Override
    public int maxUriBytes() {
        return uriGenerator.bytes();
    }

    @Override
    public int maxContentBytes(long n) {
        return maxBytes;
    }

    @Override
    public void content(long n, ByteBuffer into) {
        long state = starts.apply(n);
        long left = words(state);
        int room = maxBytes + 1;
        while (left > 0) {
            int sure = (int) Math.min(left, Math.min(room, SCRATCH_BYTES) / widest);
            // A random number makes two words, so only the last chunk may be odd.
            int words = sure == left ? sure : sure & ~1;
            if (words == 0) {
                into.position(into.position() - 1);
                return;
            }
            int bytes = fill(state, words);
            state += SplitMix64.STEP * (words / 2);
            left -= words;
            room -= bytes;
            into.put(scratch, 0, left == 0 ? bytes - 1 : bytes);
        }
    }

    private long words(long state) {
        double roll = (SplitMix64.mix(~state) >>> 11) * 0x1p-53;
        return roll < oneMore ? wordsBelow + 1 : wordsBelow;
    }

    /**
     * Fills the scratch with words, each followed by a blank.
     *
     * @return how many bytes they have
     */
    private int fill(long state, int words) {
        int at = 0;
        for (int i = 1; i < words; i += 2) {
            state += SplitMix64.STEP;
            long random = SplitMix64.mix(state);
            at = put(random >>> 32, at);
            at = put(random & 0xffffffffL, at);
        }
        return (words & 1) == 0 ? at : put(SplitMix64.mix(state + SplitMix64.STEP) >>> 32, at);
    }

    /**
     * Puts one word and returns where it ends. A multiplication and a shift scale 32 random bits to the words of the
     * text (Lemire: "Fast random integer generation in an interval", 2019); the odds are off by no more than one part
     * in 2³² / words.
     */
    private int put(long random32, int at) {
        int slot = 2 * source.picks[(int) (random32 * source.picks.length >>> 32)];
        long low = source.slots[slot];
        long high = source.slots[slot + 1];
        int length = (int) (high >>> 56);
        if (length == 0) {
            byte[] word = source.longWords[(int) low];
            System.arraycopy(word, 0, scratch, at, word.length);
            return at + word.length;
        }
        LONG.set(scratch, at, low);
        LONG.set(scratch, at + Long.BYTES, high);
        return at + length;
    }

    @Override
    public boolean matches(long n, ByteBuffer stored) {
        if (stored.remaining() > maxBytes) {
            return false;
        }
        if (again.capacity() < maxBytes) {
            again = ByteBuffer.allocate(maxBytes);
        }
        again.clear();
        content(n, again);
        return again.flip().equals(stored);
    }
}
