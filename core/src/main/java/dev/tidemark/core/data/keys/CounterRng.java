package dev.tidemark.core.data.keys;

import dev.tidemark.core.data.SplitMix64;

/**
 * Random numbers that belong to a position: those of operation {@code n} of a lane are {@code SplitMix64.mix} of its
 * start plus one, two, three … steps, so that a draw which needs several takes no more state than a number.
 */
final class CounterRng {

    private CounterRng() {}

    /** Where the random numbers of an operation begin. */
    static long start(long seed, int lane, long n) {
        return SplitMix64.mix(SplitMix64.mix(seed ^ lane * SplitMix64.STEP) + n);
    }

    /** The first random number after {@code at}. */
    static long random(long at) {
        return SplitMix64.mix(at + SplitMix64.STEP);
    }

    /** Uniform from 0, included, to 1, excluded, in steps of 2⁻⁵³. */
    static double uniform(long at) {
        return (random(at) >>> 11) * 0x1.0p-53;
    }

    /** Uniform from 0 below a bound, by the high half of the product (Lemire 2019); its bias is the bound by 2⁶⁴. */
    static long below(long at, long bound) {
        return Math.unsignedMultiplyHigh(random(at), bound);
    }
}
