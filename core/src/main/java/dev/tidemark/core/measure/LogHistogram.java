package dev.tidemark.core.measure;

import module java.base;

/**
 * A histogram of durations in nanoseconds whose buckets grow with the value, as in HdrHistogram: values up to 1023 are
 * exact, above that every octave is cut into 512 equal buckets, so a bucket's midpoint is within 0.1 % of any value in
 * it. Recording allocates only when an octave is touched for the first time, and merging is addition. The number of
 * values, their sum, the minimum and the maximum are exact. Not thread-safe.
 */
public final class LogHistogram {

    private static final int BITS = 9;
    private static final int COARSE_BITS = 6;
    private static final long[] UNTOUCHED = new long[0];

    private final int bits;
    private final int perOctave;
    /** With 9 bits, row 0 holds 0 … 511 exactly, and row r the octave from 2^(r+8), cut into 512. */
    private final long[][] rows;
    private long count;
    /**
     * The lower and the upper half of 128 bits, without a sign: what half of the slots of 100,000/s wait for adds up to
     * more than 64 bits hold within a quarter of an hour.
     */
    private long sum;
    private long upperSum;
    private long min = Long.MAX_VALUE;
    private long max;

    public LogHistogram() {
        this(BITS);
    }

    private LogHistogram(int bits) {
        this.bits = bits;
        perOctave = 1 << bits;
        rows = new long[64 - bits][];
        Arrays.fill(rows, UNTOUCHED);
    }

    /**
     * One with an eighth of the buckets, for what each worker has many of, as the times of every statement. It is not
     * written but added to another one, in which each value counts as the midpoint of its bucket, within 0.9 % of it.
     */
    static LogHistogram coarse() {
        return new LogHistogram(COARSE_BITS);
    }

    /** Counts one value; a negative one counts as 0 (a clock that stood still). */
    public void record(long value) {
        record(value, 1);
    }

    /** Counts one value several times. */
    public void record(long value, long times) {
        long v = Math.max(0, value);
        int row = row(v);
        long[] counts = rows[row];
        if (counts.length == 0) {
            counts = touch(row);
        }
        counts[column(v, row)] += times;
        count += times;
        addToSum(Math.multiplyHigh(v, times), v * times);
        if (v < min) {
            min = v;
        }
        if (v > max) {
            max = v;
        }
    }

    private void addToSum(long upper, long lower) {
        sum += lower;
        upperSum += upper + (Long.compareUnsigned(sum, lower) < 0 ? 1 : 0);
    }

    /** Whether two values are one to it, as they are counted in the same bucket. */
    public boolean alike(long a, long b) {
        return row(a) == row(b) && column(a, row(a)) == column(b, row(b));
    }

    private int row(long value) {
        return 64 - bits - Long.numberOfLeadingZeros(value | perOctave - 1);
    }

    private int column(long value, int row) {
        return (int) (value >>> Math.max(0, row - 1)) & perOctave - 1;
    }

    private long[] touch(int row) {
        return rows[row] = new long[perOctave];
    }

    private long lowest(int row, int column) {
        return row == 0 ? column : (long) (perOctave + column) << row - 1;
    }

    private static long width(int row) {
        return row == 0 ? 1 : 1L << row - 1;
    }

    /** Adds all of another histogram's values. */
    public void add(LogHistogram other) {
        for (int row = 0; row < other.rows.length; row++) {
            long[] theirs = other.rows[row];
            if (theirs.length > 0 && bits == other.bits) {
                long[] ours = counts(row);
                for (int i = 0; i < perOctave; i++) {
                    ours[i] += theirs[i];
                }
            } else {
                for (int i = 0; i < theirs.length; i++) {
                    if (theirs[i] > 0) {
                        long value = other.midpoint(row, i);
                        counts(row(value))[column(value, row(value))] += theirs[i];
                    }
                }
            }
        }
        count += other.count;
        addToSum(other.upperSum, other.sum);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    private long[] counts(int row) {
        return rows[row].length == 0 ? touch(row) : rows[row];
    }

    /** What a value of a bucket is taken for. */
    private long midpoint(int row, int column) {
        return Math.clamp(lowest(row, column) + (width(row) - 1) / 2, min, max);
    }

    /** Empties it and keeps its pages. */
    public void clear() {
        if (count == 0) {
            return;
        }
        for (long[] row : rows) {
            Arrays.fill(row, 0);
        }
        count = 0;
        sum = 0;
        upperSum = 0;
        min = Long.MAX_VALUE;
        max = 0;
    }

    public long count() {
        return count;
    }

    /** The sum of all values, exact as far as a double is. */
    public double sum() {
        return upperSum == 0 && sum >= 0 ? sum : upperSum * 0x1p64 + (sum >>> 1) * 2.0;
    }

    /** The exact smallest value; 0 when empty. */
    public long min() {
        return count == 0 ? 0 : min;
    }

    /** The exact largest value; 0 when empty. */
    public long max() {
        return max;
    }

    /** The exact mean; NaN when empty. */
    public double mean() {
        return count == 0 ? Double.NaN : sum() / count;
    }

    /**
     * The smallest value that at least the share {@code q} of all values does not exceed (the nearest-rank
     * definition), within 0.1 %.
     *
     * @param q from 0 to 1
     * @return nanoseconds; 0 when empty
     */
    public long quantile(double q) {
        return atRank(Math.max(1, (long) Math.ceil(q * count - 1e-9)));
    }

    /** The value of the given rank, from 1, within 0.1 %; that of {@link #count()}, the maximum, is exact. */
    public long atRank(long rank) {
        if (count == 0) {
            return 0;
        }
        if (rank >= count) {
            return max;
        }
        long seen = 0;
        for (int row = 0; row < rows.length; row++) {
            long[] counts = rows[row];
            for (int i = 0; i < counts.length; i++) {
                seen += counts[i];
                if (seen >= rank) {
                    return midpoint(row, i);
                }
            }
        }
        return max;
    }

    /** Receives the buckets that are not empty, from the smallest values to the largest. */
    @FunctionalInterface
    public interface BucketVisitor {
        /**
         * @param low   smallest value of the bucket
         * @param high  largest value of the bucket
         * @param count how many values are in it
         */
        void bucket(long low, long high, long count);
    }

    public void forEachBucket(BucketVisitor visitor) {
        for (int row = 0; row < rows.length; row++) {
            long[] counts = rows[row];
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    long low = lowest(row, i);
                    visitor.bucket(low, low + width(row) - 1, counts[i]);
                }
            }
        }
    }

    /** Writes it compactly: the touched buckets as gaps and counts, in variable-length numbers. */
    void write(DataOutput out) throws IOException {
        Varint.write(out, count);
        if (count == 0) {
            return;
        }
        Varint.write(out, upperSum, sum);
        Varint.write(out, min);
        Varint.write(out, max);
        int next = 0;
        for (int row = 0; row < rows.length; row++) {
            long[] counts = rows[row];
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    int index = row * perOctave + i;
                    Varint.write(out, index - next + 1);
                    Varint.write(out, counts[i]);
                    next = index + 1;
                }
            }
        }
        Varint.write(out, 0);
    }

    /** Adds the values of one that was written, without making it. */
    void addWritten(DataInput in) throws IOException {
        long more = Varint.read(in);
        if (more == 0) {
            return;
        }
        count += more;
        addWrittenSum(in);
        min = Math.min(min, Varint.read(in));
        max = Math.max(max, Varint.read(in));
        int next = 0;
        for (long gap; (gap = Varint.read(in)) != 0;) {
            int index = next + (int) gap - 1;
            counts(index >> bits)[index & perOctave - 1] += Varint.read(in);
            next = index + 1;
        }
    }

    private void addWrittenSum(DataInput in) throws IOException {
        for (int shift = 0; shift < 2 * Long.SIZE; shift += 7) {
            byte next = in.readByte();
            long part = next & 0x7F;
            boolean lower = shift < Long.SIZE;
            addToSum(!lower ? part << shift - Long.SIZE : shift == 0 ? 0 : part >>> Long.SIZE - shift,
                    lower ? part << shift : 0);
            if (next >= 0) {
                return;
            }
        }
        throw new IOException("a sum is longer than 128 bits");
    }
}
