package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.data.SplitMix64;

/**
 * pgbench's {@code permute}: a one-to-one map of the numbers below a size, the same as pgbench's of PostgreSQL 15 and
 * later for the same seed. Six rounds, each of which multiplies by an odd number, flips and rotates the bits of the
 * lower and then of the upper numbers (as many as the largest power of two within the size; they overlap), and shifts
 * all. What the rounds need comes from xoroshiro128** (Blackman and Vigna, 2018), begun with two numbers of SplitMix64.
 */
final class Permutation {

    private static final int ROUNDS = 6;

    private long s0;
    private long s1;
    private long mask;
    private int bits;

    long of(long value, long size, long seed) {
        if (size <= 0) {
            throw new ScriptException("permute size parameter must be greater than zero");
        }
        if (size == 1) {
            return 0;
        }
        begin(size, seed);
        long at = Long.remainderUnsigned(value, size);
        for (int i = 0; i < ROUNDS; i++) {
            at = mixed(at);
            at = size - 1 - mixed(size - 1 - at);
            at = Long.remainderUnsigned(at + below(size), size);
        }
        return at;
    }

    private void begin(long size, long seed) {
        s0 = SplitMix64.mix(seed + SplitMix64.STEP);
        s1 = SplitMix64.mix(seed + 2 * SplitMix64.STEP);
        bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
        mask = (1L << bits) - 1;
    }

    /** Both numbers are drawn also where they are not needed. */
    private long mixed(long value) {
        long factor = next() & mask | 1;
        long flipped = next() & mask;
        if (value > mask) {
            return value;
        }
        long mixed = (value * factor ^ flipped) & mask;
        return mixed << 1 & mask | mixed >>> bits - 1;
    }

    private long below(long size) {
        int unused = Long.numberOfLeadingZeros(size - 1);
        long drawn;
        do {
            drawn = next() >>> unused;
        } while (drawn > size - 1);
        return drawn;
    }

    private long next() {
        long x = s1 ^ s0;
        long drawn = Long.rotateLeft(s0 * 5, 7) * 9;
        s0 = Long.rotateLeft(s0, 24) ^ x ^ x << 16;
        s1 = Long.rotateLeft(x, 37);
        return drawn;
    }
}
