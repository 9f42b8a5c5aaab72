package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as large the numbers of one system are as those of another, with its confidence interval. Ratios are
 * formed on the logarithms, so that "twice" and "half" are equally far from "equal", and the ratio is one of geometric
 * means.
 *
 * @param ratio     the second system's numbers over the first's
 * @param low       lower end of the interval of the ratio, of 95 % or as many as decide; NaN when the error is unknown
 * @param high      upper end of it; NaN when the error is unknown
 * @param p         probability of a difference at least this large between two equal systems, adjusted for what is
 *                  judged together, so that {@link #LEVEL} decides; NaN when unknown
 * @param baseRuns  independent runs of the first system
 * @param otherRuns independent runs of the second
 * @param paired    whether runs were compared pair by pair, or have rounds in common though too few
 */
public record Comparison(double ratio, double low, double high, double p, int baseRuns, int otherRuns,
        boolean paired) {

    /** The level below which {@link #p} tells a difference. */
    public static final double LEVEL = 0.05;

    /** Of the level, what the first look at some runs spends, and what is left for all later ones. */
    private static final double FIRST = 0.04;
    private static final double LATER = 0.01;

    /**
     * What a look at runs may spend of the {@link #LEVEL}, where runs are added until something shows: most of it the
     * first, and each later one half of what is left. So all looks together, however many, claim a difference that is
     * not there with no more than that chance (K. K. G. Lan and D. L. DeMets 1983, "Discrete sequential boundaries for
     * clinical trials", Biometrika 70: neither the number of looks nor their times need be known beforehand; here the
     * spent parts are added up, whatever looks at partly the same runs have in common).
     *
     * @param look from 1; 0, where there is nothing to look at yet, is as the first
     */
    public static double level(int look) {
        return look <= 1 ? FIRST : LATER / Math.pow(2, look - 1);
    }

    /**
     * Two independent samples with variances of their own: Welch's t-test on the logarithms (B. L. Welch 1947, "The
     * generalization of 'Student's' problem when several different population variances are involved"), degrees of
     * freedom after Welch and Satterthwaite. With one run on either side the error is unknown.
     *
     * @param base  the first system's numbers, all above 0, at least one
     * @param other the second system's numbers, likewise
     */
    public static Comparison independent(double[] base, double[] other) {
        return independent(base, other, LEVEL);
    }

    /** The same. @param level chance at which the interval misses the true ratio */
    public static Comparison independent(double[] base, double[] other, double level) {
        double[] a = logarithms(base);
        double[] b = logarithms(other);
        double difference = mean(b) - mean(a);
        if (a.length < 2 || b.length < 2) {
            return new Comparison(Math.exp(difference), Double.NaN, Double.NaN, Double.NaN, a.length, b.length, false);
        }
        double va = variance(a) / a.length;
        double vb = variance(b) / b.length;
        double freedom = va + vb == 0 ? Math.min(a.length, b.length) - 1
                : (va + vb) * (va + vb) / (va * va / (a.length - 1) + vb * vb / (b.length - 1));
        return of(difference, Math.max(Math.sqrt(va + vb), least(base, other)), freedom, level, a.length, b.length,
                false);
    }

    /**
     * Pairs of runs that shared their round, and with it whatever drifted between rounds: Student's interval for the
     * mean of the logarithms of the pairs' ratios. With one pair the error is unknown.
     *
     * @param base  the first system's numbers, all above 0, at least one
     * @param other the second system's, of the same rounds in the same order
     */
    public static Comparison paired(double[] base, double[] other) {
        if (base.length != other.length) {
            throw new IllegalArgumentException(base.length + " numbers cannot be paired with " + other.length);
        }
        double[] a = logarithms(base);
        double[] b = logarithms(other);
        double[] differences = IntStream.range(0, a.length).mapToDouble(i -> b[i] - a[i]).toArray();
        int n = differences.length;
        double difference = mean(differences);
        if (n < 2) {
            return new Comparison(Math.exp(difference), Double.NaN, Double.NaN, Double.NaN, n, n, true);
        }
        return of(difference, Math.max(Math.sqrt(variance(differences) / n), least(base, other)), n - 1, LEVEL, n, n, true);
    }

    /** However well runs agree, the error is no smaller than what their numbers can tell apart. */
    private static double least(double[] base, double[] other) {
        return QuantizationError.of(DoubleStream.concat(DoubleStream.of(base), DoubleStream.of(other)).toArray());
    }

    private static Comparison of(double difference, double error, double freedom, double level, int baseRuns,
            int otherRuns, boolean paired) {
        double margin = PairedRatio.limit(freedom, level) * error;
        double p = Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(Math.abs(difference) / error)
                * LEVEL / level);
        return new Comparison(Math.exp(difference), Math.exp(difference - margin), Math.exp(difference + margin), p,
                baseRuns, otherRuns, paired);
    }

    public boolean errorKnown() {
        return !Double.isNaN(p);
    }

    /** Whether the interval excludes that both are equal; false where the error is unknown. */
    public boolean significant() {
        return low > 1 || high < 1;
    }

    /** The same comparison seen from the other side. */
    public Comparison inverse() {
        return new Comparison(1 / ratio, 1 / high, 1 / low, p, otherRuns, baseRuns, paired);
    }

    private static double[] logarithms(double[] values) {
        if (values.length == 0 || DoubleStream.of(values).anyMatch(v -> !(v > 0))) {
            throw new IllegalArgumentException("a ratio needs numbers above 0, not " + Arrays.toString(values));
        }
        return DoubleStream.of(values).map(Math::log).toArray();
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }
}
