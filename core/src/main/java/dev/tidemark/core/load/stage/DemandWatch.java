package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.load.Demand;

/**
 * Looks at the backlog of a stage at regular times and tells whether it grew. A queue that is kept up with is empty
 * time and again, however long it is in between, as behind a stall; one that is not kept up with is shorter the earlier
 * one looks. So what counts is the least of each quarter of the time: it has to grow from each to the next, and from
 * the first to the last by more than a queue at its limit does by chance: {@code n} arrivals and services, both as
 * irregular as can be expected (exponential), make a difference with a standard deviation of {@code √(2n)}.
 */
final class DemandWatch {

    /** Beyond, neighbours are merged. */
    private static final int MOST = 256;
    /** Fewer looks than this do not tell: one for each quarter. */
    private static final int LEAST = 4;
    /** Standard deviations that chance may make. */
    private static final double CHANCE = 3;
    /**
     * Of its growth over all quarters, the share that the backlog grows at least from each to the next: a stall does it
     * once.
     */
    private static final double EVEN = 1.0 / 20;

    private final long[] lowest = new long[MOST];
    private int count;
    private int stride = 1;
    private int pending;
    private long least = Long.MAX_VALUE;
    private long due;
    private long backlog;

    /** @param dueByNow slots that are due; @param left those that no worker has taken */
    void sample(long dueByNow, long left) {
        due = dueByNow;
        backlog = left;
        least = Math.min(least, left);
        if (++pending < stride) {
            return;
        }
        lowest[count++] = least;
        pending = 0;
        least = Long.MAX_VALUE;
        if (count == MOST) {
            merge();
        }
    }

    private void merge() {
        for (int i = 0; i < MOST / 2; i++) {
            lowest[i] = Math.min(lowest[2 * i], lowest[2 * i + 1]);
        }
        count = MOST / 2;
        stride *= 2;
    }

    /** Empty when it never looked. */
    Optional<Demand> demand() {
        return count == 0 && pending == 0 ? Optional.empty() : Optional.of(new Demand(due, backlog, grew(),
                emptied()));
    }

    private boolean emptied() {
        long last = count == 0 ? Long.MAX_VALUE : quarter(3);
        return Math.min(last, least) == 0;
    }

    private boolean grew() {
        if (count < LEAST) {
            return false;
        }
        long growth = quarter(3) - quarter(0);
        boolean evenly = true;
        for (int i = 1; i < 4; i++) {
            evenly &= quarter(i) - quarter(i - 1) >= EVEN * growth;
        }
        return evenly && growth > CHANCE * Math.sqrt(2.0 * due);
    }

    private long quarter(int number) {
        return Arrays.stream(lowest, number * count / 4, (number + 1) * count / 4).min().orElseThrow();
    }
}
