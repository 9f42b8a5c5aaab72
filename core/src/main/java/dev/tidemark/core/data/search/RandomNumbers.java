package dev.tidemark.core.data.search;

import dev.tidemark.core.data.SplitMix64;

/** Random numbers that follow from what they are for. Not thread-safe. */
final class RandomNumbers {

    private long state;

    /** @param purpose keeps the uses of a seed apart */
    RandomNumbers(long seed, long purpose, long n) {
        state = SplitMix64.mix(SplitMix64.mix(seed + SplitMix64.STEP) ^ SplitMix64.mix(purpose - SplitMix64.STEP)
                ^ n * SplitMix64.STEP);
    }

    long bits() {
        return SplitMix64.mix(state += SplitMix64.STEP);
    }

    /** At least 0 and below 1. */
    double share() {
        return (bits() >>> 11) * 0x1p-53;
    }

    int below(int bound) {
        return (int) (share() * bound);
    }

    /** Of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958). */
    double normal() {
        return Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
    }
}
