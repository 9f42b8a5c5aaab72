package dev.tidemark.core.measure;

import dev.tidemark.core.data.SplitMix64;

/**
 * Which operations of a stage are logged one by one: all, while there are no more than so many; then half of them, a
 * quarter and so on, so that never many more are kept. Whether an operation is among them depends on its lane and
 * number alone, so that all workers, and all runners, keep the same without asking each other: it is a uniform sample,
 * and the next one is part of it (Gibbons, "Distinct Sampling for Highly-Accurate Answers to Distinct Values Queries",
 * 2001, halves like this). Thread-safe.
 */
public final class LogSample {

    private static final int LANE_BITS = 40;
    private static final int MOST_HALVINGS = 62;

    private final long most;
    /** Counted exactly until the first halving. */
    private long kept;
    private volatile int halvings;

    /** @param most operations that are all logged */
    public LogSample(long most) {
        this.most = most;
    }

    /** Whether the operation at {@code n} of a lane is logged. */
    boolean has(int lane, long n) {
        int now = halvings;
        return now == 0 || has(now, lane, n);
    }

    static boolean has(int halvings, int lane, long n) {
        return halvings == 0
                || SplitMix64.mix((n + 1 + ((long) lane << LANE_BITS)) * SplitMix64.STEP) >>> Long.SIZE - halvings == 0;
    }

    /** A worker hands over so many that it has kept. */
    synchronized void handedOver(int rows) {
        kept += rows;
        while (kept > most && halvings < MOST_HALVINGS) {
            kept /= 2;
            halvings++;
        }
    }

    /** How often the sample was halved; 0 while it has everything. */
    int halvings() {
        return halvings;
    }
}
