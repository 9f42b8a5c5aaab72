package dev.tidemark.core.stat;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Whether several variances may be equal, by two statistics, each at half the level.
 *
 * <p>M. S. Bartlett's {@code M = ν ln s² − Σ νᵢ ln sᵢ²} (1937, "Properties of sufficiency and statistical tests") sees
 * that many differ. Its usual χ² approximation fails where there are one or two degrees of freedom each, so a gamma
 * distribution with M's own mean and variance takes its place. For normal numbers these are known:
 * {@code ln(sᵢ²νᵢ/2)} has mean ψ(νᵢ/2) and variance ψ′(νᵢ/2), and shares do not depend on their sum.
 *
 * <p>W. G. Cochran's largest share of the sum (1941, "The distribution of the largest of a set of estimated variances
 * as a fraction of their total") sees one that is much larger than all others. Each share has a beta distribution.
 */
final class SpreadTest {

    private SpreadTest() {}

    /**
     * @param squares sums of squared deviations, all above 0
     * @param freedom their degrees of freedom
     * @return probability of variances so different by chance
     */
    static double p(double[] squares, double[] freedom) {
        double allSquares = 0;
        double allFreedom = 0;
        double parts = 0;
        double mean = 0;
        double variance = 0;
        for (int i = 0; i < squares.length; i++) {
            allSquares += squares[i];
            allFreedom += freedom[i];
            parts += freedom[i] * Math.log(squares[i] / freedom[i]);
            mean -= freedom[i] * logarithm(freedom[i]);
            variance += freedom[i] * freedom[i] * Trigamma.value(freedom[i] / 2);
        }
        double statistic = allFreedom * Math.log(allSquares / allFreedom) - parts;
        mean += allFreedom * logarithm(allFreedom);
        variance -= allFreedom * allFreedom * Trigamma.value(allFreedom / 2);
        double bartlett = statistic <= 0 ? 1 : GammaDistribution.of(mean * mean / variance, variance / mean)
                .survivalProbability(statistic);
        return Math.min(1, 2 * Math.min(bartlett, largestShare(squares, freedom, allSquares, allFreedom)));
    }

    private static double largestShare(double[] squares, double[] freedom, double allSquares, double allFreedom) {
        double p = 1;
        for (int i = 0; i < squares.length; i++) {
            p = Math.min(p, squares.length * BetaDistribution.of(freedom[i] / 2, (allFreedom - freedom[i]) / 2)
                    .survivalProbability(squares[i] / allSquares));
        }
        return p;
    }

    /** Mean of {@code ln s²} of so many degrees of freedom, where the variance is 1. */
    private static double logarithm(double freedom) {
        return Digamma.value(freedom / 2) - Math.log(freedom / 2);
    }
}
