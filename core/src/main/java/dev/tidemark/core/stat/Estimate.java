package dev.tidemark.core.stat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Quantiles of Student's distribution with up to so many whole degrees of freedom are worked out once. */
    private static final int MOST_KEPT = 1000;
    private static final Map<Integer, Double> QUANTILES = new ConcurrentHashMap<>();

    /** One run: the error is unknown. */
    public static Estimate single(double value) {
        return new Estimate(value, Double.NaN, Double.NaN, 1);
    }

    /**
     * Student's interval for the mean of normally distributed runs: {@code mean ± t(0.975, n-1) · s / √n}
     * (Student 1908, "The probable error of a mean").
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
        return new Estimate(mean, mean - margin, mean + margin, values.length);
    }

    /** Whole degrees of freedom come again for every measure of every row, and each takes a search for a root. */
    static double quantile(double degreesOfFreedom) {
        boolean kept = degreesOfFreedom == Math.rint(degreesOfFreedom) && degreesOfFreedom <= MOST_KEPT;
        return kept ? QUANTILES.computeIfAbsent((int) degreesOfFreedom, Estimate::search) : search(degreesOfFreedom);
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
}
