package dev.tidemark.bench.support;

import dev.tidemark.core.data.SplitMix64;

/**
 * Keys drawn from few hot and many cold ones: key {@code k} of 1000 with a probability proportional to
 * {@code 1 / (k + 1)^0.99}, as YCSB's workload c draws them. By Walker's alias method, as rebuilt by Vose (1991): one
 * random number picks a column and the side of it. Never changes, so all threads share it.
 */
public final class ZipfKeys {

    public static final int KEYS = 1000;
    private static final double EXPONENT = 0.99;

    /** For each column the share of its own key, as a fraction of 2^32, and the key that has the rest. */
    private final long[] share = new long[KEYS];
    private final int[] other = new int[KEYS];

    public ZipfKeys() {
        double[] left = heights();
        int[] low = new int[KEYS];
        int[] high = new int[KEYS];
        int lows = 0;
        int highs = 0;
        for (int k = 0; k < KEYS; k++) {
            if (left[k] < 1) {
                low[lows++] = k;
            } else {
                high[highs++] = k;
            }
        }
        while (lows > 0 && highs > 0) {
            int poor = low[--lows];
            int rich = high[highs - 1];
            fill(poor, left[poor], rich);
            left[rich] -= 1 - left[poor];
            if (left[rich] < 1) {
                highs--;
                low[lows++] = rich;
            }
        }
        while (lows > 0) {
            int k = low[--lows];
            fill(k, 1, k);
        }
        while (highs > 0) {
            int k = high[--highs];
            fill(k, 1, k);
        }
    }

    /** Probabilities as multiples of the mean one. */
    private static double[] heights() {
        double[] heights = new double[KEYS];
        double sum = 0;
        for (int k = 0; k < KEYS; k++) {
            heights[k] = Math.pow(k + 1, -EXPONENT);
            sum += heights[k];
        }
        for (int k = 0; k < KEYS; k++) {
            heights[k] *= KEYS / sum;
        }
        return heights;
    }

    private void fill(int column, double own, int rest) {
        share[column] = (long) (own * 0x1p32);
        other[column] = rest;
    }

    /** The key of operation {@code n}. */
    public int key(long n) {
        long random = SplitMix64.mix(n * SplitMix64.STEP);
        int column = (int) ((random >>> 32) * KEYS >>> 32);
        return (random & 0xFFFF_FFFFL) < share[column] ? column : other[column];
    }
}
