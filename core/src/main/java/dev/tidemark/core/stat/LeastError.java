package dev.tidemark.core.stat;

import java.util.stream.DoubleStream;

/**
 * The least error that numbers have, whatever their spread: runs that agree to the last digit agree because their
 * digits are few, not because the next run would give the same.
 */
final class LeastError {

    /** Width of a bucket of the histograms that percentiles come from, relative to its value. */
    static final double BUCKET = 0.001;

    private LeastError() {}

    /**
     * The error of a logarithm of these numbers: the bucket's width, or where it is coarser the last decimal place in
     * which any of them has a digit.
     *
     * @param numbers above 0
     */
    static double of(double... numbers) {
        double smallest = DoubleStream.of(numbers).min().orElseThrow();
        for (double place = 1; place > BUCKET * smallest; place /= 10) {
            if (isMultiple(numbers, place)) {
                return place / smallest;
            }
        }
        return BUCKET;
    }

    private static boolean isMultiple(double[] numbers, double place) {
        for (double number : numbers) {
            double times = number / place;
            if (times < 0.5 || Math.abs(times - Math.rint(times)) > 1e-6) {
                return false;
            }
        }
        return true;
    }
}
