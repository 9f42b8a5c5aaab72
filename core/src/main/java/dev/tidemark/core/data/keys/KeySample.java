package dev.tidemark.core.data.keys;

import module java.base;
import dev.tidemark.core.data.SplitMix64;

/**
 * Draws some of the keys that a store goes over, of which nobody knows how many there are, each as likely as another
 * (Vitter's algorithm R). The same keys give the same sample. Not thread-safe.
 */
public final class KeySample {

    private static final long SEED = 0x6b6579732074686cL;

    private record Drawn(long position, byte[] key, int valueSize) {}

    private final int most;
    private final List<Drawn> drawn = new ArrayList<>();
    private long seen;
    private long bytes;

    /** @param most how many it keeps */
    public KeySample(int most) {
        this.most = most;
    }

    /** Whether the key that comes next is drawn, so that it is to be {@link #add added}; else {@link #pass passed}. */
    public boolean wants() {
        return seen < most || place() < most;
    }

    private long place() {
        return Math.unsignedMultiplyHigh(SplitMix64.mix(SEED + seen * SplitMix64.STEP), seen + 1);
    }

    public void pass() {
        seen++;
    }

    /** @param key from position to limit, left as it is */
    public void add(ByteBuffer key, int valueSize) {
        byte[] copy = new byte[key.remaining()];
        key.get(key.position(), copy);
        Drawn next = new Drawn(seen, copy, valueSize);
        bytes += copy.length;
        if (seen < most) {
            drawn.add(next);
        } else {
            bytes -= drawn.set((int) place(), next).key().length;
        }
        seen++;
    }

    /** Of all the keys that are drawn now. */
    public long bytes() {
        return bytes;
    }

    /** Those that were drawn, in the order in which they came. */
    public FoundKeys drawn() {
        List<Drawn> inOrder = drawn.stream().sorted(Comparator.comparingLong(Drawn::position)).toList();
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(bytes));
        int[] ends = new int[inOrder.size()];
        for (int i = 0; i < ends.length; i++) {
            all.put(inOrder.get(i).key());
            ends[i] = all.position();
        }
        return new FoundKeys(all.array(), ends, inOrder.stream().mapToInt(Drawn::valueSize).max().orElse(0));
    }
}
