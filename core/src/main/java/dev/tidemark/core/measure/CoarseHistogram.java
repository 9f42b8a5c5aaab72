package dev.tidemark.core.measure;

import java.util.Arrays;

/**
 * A histogram as {@link LogHistogram} with an eighth of its buckets, 64 to an octave, so that a bucket's midpoint is within
 * 0.8 % of any value in it: for what each worker has many of, as the times of every statement. The number of values, their
 * sum, the minimum and the maximum are exact. Recording allocates only when an octave is touched for the first time. Not
 * thread-safe.
 */
final class CoarseHistogram {

    private static final int BITS = 6;
    private static final int PER_OCTAVE = 1 << BITS;
    private static final int OCTAVES = 64 - BITS;

    private final int[][] rows = new int[OCTAVES][];
    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    /** Counts one value; a negative one counts as 0 (a clock that stood still). */
    void record(long value) {
        long v = Math.max(0, value);
        int row = OCTAVES - Long.numberOfLeadingZeros(v | PER_OCTAVE - 1);
        if (rows[row] == null) {
            rows[row] = new int[PER_OCTAVE];
        }
        rows[row][(int) (v >>> Math.max(0, row - 1)) & PER_OCTAVE - 1]++;
        count++;
        sum += v;
        min = Math.min(min, v);
        max = Math.max(max, v);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds all of its values, each as the midpoint of its bucket. */
    void addTo(LogHistogram all) {
        if (count == 0) {
            return;
        }
        for (int row = 0; row < OCTAVES; row++) {
            for (int i = 0; rows[row] != null && i < PER_OCTAVE; i++) {
                if (rows[row][i] > 0) {
                    long lowest = row == 0 ? i : (long) (PER_OCTAVE + i) << row - 1;
                    long width = row == 0 ? 1 : 1L << row - 1;
                    all.place(Math.clamp(lowest + (width - 1) / 2, min, max), rows[row][i]);
                }
            }
        }
        all.total(count, sum, min, max);
    }

    /** Empties it and keeps its pages. */
    void clear() {
        if (count == 0) {
            return;
        }
        for (int[] row : rows) {
            if (row != null) {
                Arrays.fill(row, 0);
            }
        }
        count = 0;
        sum = 0;
        min = Long.MAX_VALUE;
        max = 0;
    }
}
