package dev.tidemark.core.data;

/**
 * The arithmetic behind everything that is a function of seed and number. {@link #mix} is the finalizer of SplitMix64
 * (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014, with the constants of Stafford's
 * variant 13). It maps the 64-bit numbers one to one, so different numbers never meet, and counting up by
 * {@link #STEP} and mixing gives a random generator whose n-th number needs no earlier one.
 */
public final class SplitMix64 {

    /** The golden ratio's fraction in 64 bits, odd: counting by it visits every 64-bit number. */
    public static final long STEP = 0x9e3779b97f4a7c15L;

    private SplitMix64() {}

    /** Scrambles 64 bits; one to one. */
    public static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** A one-to-one map of the 64-bit numbers that depends on a seed and on what it is used for. */
    public record Permutation(long before, long between) {

        /**
         * @param purpose keeps the maps of one seed apart; any number, another one for each use
         */
        public static Permutation of(long seed, long purpose) {
            long key = mix(mix(seed + STEP) ^ mix(purpose - STEP));
            return new Permutation(mix(key + STEP), mix(key + 2 * STEP));
        }

        public long apply(long n) {
            return mix(mix(n + before) ^ between);
        }
    }
}
