package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Pearson's test of counts against a law. Seeds are fixed, so a test that passes goes on passing. */
final class ChiSquare {

    private ChiSquare() {}

    /** @param law the probability of each count; what is expected fewer than ten times goes together */
    static void assertFollows(long[] counts, double[] law) {
        long draws = Arrays.stream(counts).sum();
        double sum = 0;
        double rareExpected = 0;
        long rare = 0;
        int cells = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = law[i] * draws;
            if (expected < 10) {
                rareExpected += expected;
                rare += counts[i];
            } else {
                sum += square(counts[i] - expected) / expected;
                cells++;
            }
        }
        if (rareExpected >= 10) {
            sum += square(rare - rareExpected) / rareExpected;
            cells++;
        } else {
            assertThat(rare).as("draws of what is hardly ever drawn").isLessThan(40);
        }
        double p = ChiSquaredDistribution.of(cells - 1).survivalProbability(sum);
        assertThat(p).as("probability of a chi-square of %s over %s cells", sum, cells).isGreaterThan(1e-4);
    }

    private static double square(double x) {
        return x * x;
    }

    static double[] evenly(int cells) {
        double[] law = new double[cells];
        Arrays.fill(law, 1.0 / cells);
        return law;
    }
}
