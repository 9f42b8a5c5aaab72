package dev.tidemark.core.stat;

import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How often a test of {@link PairedRatio} finds a difference that is there, and how many rounds that takes. Under a
 * true difference the test's statistic has the noncentral t distribution (D. B. Owen 1968, "A survey of properties and
 * applications of the noncentral t-distribution", Technometrics 10), with {@code n − 1} degrees of freedom and
 * noncentrality {@code difference · √n / deviation}.
 */
public final class PairedPower {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    /** More rounds than this nobody runs. */
    private static final int MOST = 1000;
    /** Steps of Simpson's rule; the density is smooth, so that this is exact to five digits and more. */
    private static final int STEPS = 200;

    private PairedPower() {}

    /**
     * @param difference true mean of the pairs' logarithms
     * @param deviation  their standard deviation
     * @param pairs      number of rounds; at least 2
     * @param level      of the test, two-sided
     * @return the probability of a significant difference
     */
    public static double of(double difference, double deviation, int pairs, double level) {
        double limit = PairedRatio.limit(pairs - 1, level);
        double noncentrality = Math.abs(difference) * Math.sqrt(pairs) / deviation;
        return 1 - probability(limit, pairs - 1, noncentrality) + probability(-limit, pairs - 1, noncentrality);
    }

    /** The least number of rounds with at least that power; empty when it is more than {@value #MOST}. */
    public static OptionalInt rounds(double difference, double deviation, double power, double level) {
        if (of(difference, deviation, MOST, level) < power) {
            return OptionalInt.empty();
        }
        int tooFew = 1;
        int enough = MOST;
        while (enough - tooFew > 1) { // power grows with the rounds
            int middle = (tooFew + enough) >>> 1;
            if (of(difference, deviation, middle, level) < power) {
                tooFew = middle;
            } else {
                enough = middle;
            }
        }
        return OptionalInt.of(enough);
    }

    /**
     * P(T ≤ t) of the noncentral t distribution: {@code ∫ Φ(t·s − δ) f(s) ds}, where s = √(χ²ν / ν) has the density
     * {@code 2 (ν/2)^(ν/2) / Γ(ν/2) · s^(ν−1) · exp(−ν s² / 2)}.
     */
    static double probability(double t, int freedom, double noncentrality) {
        double half = freedom / 2.0;
        double constant = Math.log(2) + half * Math.log(half) - logGamma(freedom);
        double reach = 8 / Math.sqrt(2.0 * freedom);
        double from = Math.max(0, 1 - reach);
        double step = (1 + reach - from) / STEPS;
        double sum = 0;
        for (int i = 0; i <= STEPS; i++) {
            double s = from + i * step;
            double density = s == 0 ? freedom == 1 ? Math.exp(constant) : 0
                    : Math.exp(constant + (freedom - 1) * Math.log(s) - half * s * s);
            int weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * density * NORMAL.cumulativeProbability(t * s - noncentrality);
        }
        return sum * step / 3;
    }

    /** ln Γ(ν/2) of a whole ν, from Γ(1/2) = √π and Γ(1) = 1 by Γ(x + 1) = x Γ(x). */
    private static double logGamma(int freedom) {
        double log = freedom % 2 == 1 ? 0.5 * Math.log(Math.PI) : 0;
        for (double x = freedom % 2 == 1 ? 0.5 : 1; x < freedom / 2.0; x++) {
            log += Math.log(x);
        }
        return log;
    }
}
