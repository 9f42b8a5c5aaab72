package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as large the numbers of one system are as those of another that ran in the same rounds: the mean of
 * the logarithms of the pairs' ratios, with Student's interval. What a round does to both sides alike, a warmer machine
 * or a fuller disk, is not in it; what each pair does by itself is. Decision and interval come from the same quantile,
 * so that a difference is significant at a level exactly when the interval of that level leaves out 1.
 *
 * @param logarithm mean of the logarithms of the ratios, second system over first
 * @param deviation their standard deviation
 * @param pairs     how many rounds; at least 2
 * @param error     standard error of the mean: {@code deviation / √pairs}, but at least the resolution of the figures
 */
public record PairedRatio(double logarithm, double deviation, int pairs, double error) {

    private record Limit(double freedom, double level) {}

    /** A document asks for the same few again and again, and each takes a search for a root. */
    private static final Map<Limit, Double> LIMITS = new ConcurrentHashMap<>();
    private static final int MOST_KEPT = 10_000;

    /**
     * @param base       the first system's numbers, all above 0, at least two
     * @param other      the second system's, of the same rounds in the same order
     * @param resolution relative width within which figures cannot differ, above 0: rounds that agree to the last digit
     *                   are no proof that they always will
     */
    public static PairedRatio of(double[] base, double[] other, double resolution) {
        if (base.length != other.length || base.length < 2) {
            throw new IllegalArgumentException(base.length + " numbers cannot be paired with " + other.length);
        }
        if (!DoubleStream.concat(Arrays.stream(base), Arrays.stream(other)).allMatch(v -> v > 0) || !(resolution > 0)) {
            throw new IllegalArgumentException("a ratio needs numbers above 0");
        }
        int n = base.length;
        double[] logarithms = IntStream.range(0, n).mapToDouble(i -> Math.log(other[i] / base[i])).toArray();
        double mean = Arrays.stream(logarithms).average().orElseThrow();
        double squares = Arrays.stream(logarithms).map(l -> (l - mean) * (l - mean)).sum();
        double deviation = Math.sqrt(squares / (n - 1));
        return new PairedRatio(mean, deviation, n, Math.max(deviation / Math.sqrt(n), resolution));
    }

    /** Ratio of the geometric means. */
    public double ratio() {
        return Math.exp(logarithm);
    }

    /** @param level chance at which the interval misses the true ratio, below or above */
    public double low(double level) {
        return Math.exp(logarithm - margin(level));
    }

    /** The upper end, likewise. */
    public double high(double level) {
        return Math.exp(logarithm + margin(level));
    }

    private double margin(double level) {
        return error * limit(pairs - 1, level);
    }

    /** What the statistic's absolute value must exceed to be significant at a level. */
    static double limit(double freedom, double level) {
        if (LIMITS.size() > MOST_KEPT) {
            LIMITS.clear();
        }
        return LIMITS.computeIfAbsent(new Limit(freedom, level), l -> TDistribution.of(l.freedom())
                .inverseSurvivalProbability(l.level() / 2));
    }

    /** Probability of a ratio at least this far from 1 between two equal systems. */
    public double p() {
        return 2 * TDistribution.of(pairs - 1).survivalProbability(Math.abs(logarithm) / error);
    }

    /** Standard deviation of a pair's logarithm on which {@link PairedPower} plans. */
    public double spread() {
        return error * Math.sqrt(pairs);
    }
}
