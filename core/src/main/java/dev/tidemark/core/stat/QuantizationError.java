package dev.tidemark.core.stat;

import java.util.stream.DoubleStream;

/**
 * The least error that numbers have, whatever their spread: runs that agree to the last digit agree because their
 * digits are few, not because the next run would give the same.
 */
final class QuantizationError {

    /** Width of a bucket of the histograms that percentiles come from, relative to its value. */
    static final double BUCKET = 0.001;

    private QuantizationError() {}

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

    /**
     * The error of a square root of these numbers, zeros among them: by how much it changes with their last place, at
     * their mean root.
     */
    static double ofRoots(double... numbers) {
        double[] sizes = DoubleStream.of(numbers).map(Math::abs).filter(n -> n > 0).toArray();
        double place = sizes.length == 0 ? 1 : of(sizes) * DoubleStream.of(sizes).min().getAsDouble();
        double root = DoubleStream.of(sizes).map(Math::sqrt).sum() / Math.max(1, numbers.length);
        return Math.min(Math.sqrt(place), place / (2 * root));
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
