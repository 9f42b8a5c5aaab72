package dev.tidemark.core.data.keys;

import dev.tidemark.core.data.SplitMix64;

/**
 * A one-to-one map of the numbers from 0 below a count to themselves that looks random and depends on a seed: it takes
 * neighbours apart. Immutable; holds no table.
 *
 * <p>On the numbers of as many bits as the count needs, it is three rounds of multiplying by an odd number and folding
 * the high half onto the low one, each of which can be undone. Where that leads beyond the count, it is applied again
 * until it does not, which keeps it one to one ("cycle walking", Black and Rogaway, "Ciphers with arbitrary finite
 * domains", 2002); since more than half of those numbers are below the count, that takes less than two turns on
 * average.
 */
public final class KeyPermutation {

    private static final long PURPOSE = 11;

    private final long count;
    private final long mask;
    private final int fold;
    private final long before;
    private final long first;
    private final long second;
    private final long third;

    /** @param count at least 1 */
    public KeyPermutation(long seed, long count) {
        if (count < 1) {
            throw new IllegalArgumentException("nothing to scatter");
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(count - 1);
        SplitMix64.Permutation keys = SplitMix64.Permutation.of(seed, PURPOSE);
        this.count = count;
        this.mask = bits == 0 ? 0 : -1L >>> Long.SIZE - bits;
        this.fold = Math.max(1, bits / 2);
        this.before = keys.apply(0);
        this.first = keys.apply(1) | 1;
        this.second = keys.apply(2) | 1;
        this.third = keys.apply(3) | 1;
    }

    /** @param n from 0 below the count */
    public long apply(long n) {
        long image = n;
        do {
            image = image * first + before & mask;
            image ^= image >>> fold;
            image = image * second & mask;
            image ^= image >>> fold;
            image = image * third & mask;
            image ^= image >>> fold;
        } while (image >= count);
        return image;
    }
}
