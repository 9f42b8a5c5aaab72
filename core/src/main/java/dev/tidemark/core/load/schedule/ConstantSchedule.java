package dev.tidemark.core.load.schedule;

/**
 * Slots at equal distances. The rate is held as a fraction {@code p / q}, and due times are computed from it in whole
 * numbers, so that nothing drifts.
 */
final class ConstantSchedule implements Schedule {

    private static final long SECOND = 1_000_000_000L;
    /** Remainders below it can be multiplied by 10⁹ in a long. */
    private static final long SMALL = 9_000_000_000L;
    /** Remainders below it can be multiplied by 10³ in a long. */
    private static final long LARGEST = 9_000_000_000_000_000L;

    private final double rate;
    private final long p;
    private final long q;

    ConstantSchedule(double rate) {
        this.rate = rate;
        long[] fraction = fraction(rate);
        p = fraction[0];
        q = fraction[1];
    }

    /**
     * The simplest fraction that is the given number to the precision of a double, by continued fractions. Where that
     * would take too large numbers, the last one that does not; it is off by less than one part in 10¹⁵.
     */
    private static long[] fraction(double number) {
        long p = 1;
        long q = 0;
        long olderP = 0;
        long olderQ = 1;
        double rest = number;
        while (true) {
            long whole = (long) rest;
            double nextP = (double) whole * p + olderP;
            double nextQ = (double) whole * q + olderQ;
            if (q > 0 && (nextP > LARGEST || nextQ > LARGEST)) {
                return new long[] {p, q};
            }
            olderP = p;
            olderQ = q;
            p = (long) nextP;
            q = (long) nextQ;
            if ((double) p / q == number || rest == whole) {
                return new long[] {p, q};
            }
            rest = 1 / (rest - whole);
        }
    }

    /**
     * {@code floor(slot · q · 10⁹ / p)}, dividing before multiplying wherever the quotient is whole. What is left times
     * q may be too large for a long, so its quotient is computed as a double and set right by the remainder. That is
     * off by a few p, and fits: it is exact, although both of its products may have overflowed.
     */
    long due(long slot) {
        long left = slot % p;
        long seconds = (long) ((double) left * q / p);
        long rest = left * q - seconds * p;
        for (; rest < 0; rest += p) {
            seconds--;
        }
        for (; rest >= p; rest -= p) {
            seconds++;
        }
        return (slot / p * q + seconds) * SECOND + nanos(rest);
    }

    /** {@code floor(rest · 10⁹ / p)}; by long division, three decimal digits at a time, where p is large. */
    private long nanos(long rest) {
        if (p <= SMALL) {
            return rest * SECOND / p;
        }
        long millis = rest * 1000 / p;
        long afterMillis = rest * 1000 % p;
        long micros = afterMillis * 1000 / p;
        long afterMicros = afterMillis * 1000 % p;
        return millis * 1_000_000 + micros * 1000 + afterMicros * 1000 / p;
    }

    @Override
    public Cursor cursor() {
        return this::due;
    }

    @Override
    public long lasting(long count) {
        return due(count);
    }

    @Override
    public double meanRate() {
        return rate;
    }
}
