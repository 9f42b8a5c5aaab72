package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over independent runs and its confidence interval.
 *
 * @param mean the arithmetic mean
 * @param low  lower end of the interval; NaN when the error is unknown (fewer than two runs)
 * @param high upper end of the interval; NaN when the error is unknown
 * @param runs how many independent runs are behind it; at least 1
 */
public record Estimate(double mean, double low, double high, int runs) {

    public static final double CONFIDENCE = 0.95;

    /** An interval whose upper arm is longer than the lower one by more than this factor is told by its ends. */
    private static final double LOPSIDED = 1.25;

    /** Quantiles of Student's distribution with up to so many whole degrees of freedom are worked out once. */
    private static final int MOST_KEPT = 1000;
    private static final Map<Integer, Double> QUANTILES = new ConcurrentHashMap<>();

    /** One run: the error is unknown. */
    public static Estimate single(double value) {
        return new Estimate(value, Double.NaN, Double.NaN, 1);
    }

    /**
     * Student's interval for the mean of normally distributed runs: {@code mean ± t(0.975, n-1) · s / √n}
     * (Student 1908, "The probable error of a mean"). Times, rates and sizes cannot be below 0, nor can their mean:
     * where no number is, the interval is formed on the logarithm of the mean, whose standard error is
     * {@code s / (√n · mean)} by the delta method (W. Q. Meeker and L. A. Escobar 1998, "Statistical Methods for
     * Reliability Data", section 7.2.3): {@code mean · exp(± t · s / (√n · mean))}. For errors of a few percent both
     * are the same.
     *
     * @param values one number per independent run; not empty
     */
    public static Estimate of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        if (values.length == 1) {
            return single(mean);
        }
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        double standardError = Math.sqrt(squares / (values.length - 1) / values.length);
        double margin = quantile(values.length - 1) * standardError;
        if (mean > 0 && Arrays.stream(values).allMatch(v -> v >= 0)) {
            double factor = Math.exp(margin / mean);
            return new Estimate(mean, mean / factor, Math.min(Double.MAX_VALUE, mean * factor), values.length);
        }
        return new Estimate(mean, mean - margin, mean + margin, values.length);
    }

    /** Whole degrees of freedom come again for every measure of every row, and each takes a search for a root. */
    static double quantile(double degreesOfFreedom) {
        boolean cacheable = degreesOfFreedom == Math.rint(degreesOfFreedom) && degreesOfFreedom <= MOST_KEPT;
        return cacheable ? QUANTILES.computeIfAbsent((int) degreesOfFreedom, Estimate::search)
                : search(degreesOfFreedom);
    }

    private static double search(double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    }

    public boolean errorKnown() {
        return !Double.isNaN(low);
    }

    /** Half the width of the interval; NaN when the error is unknown. */
    public double margin() {
        return (high - low) / 2;
    }

    /** Whether the interval reaches so much farther to one side that half its width would mislead. */
    public boolean lopsided() {
        return errorKnown() && high - mean > LOPSIDED * (mean - low);
    }
}
