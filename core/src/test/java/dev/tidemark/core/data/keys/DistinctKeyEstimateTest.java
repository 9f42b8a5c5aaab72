package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistinctKeyEstimateTest {

    private static final int KEYS = 20_000;

    static List<KeyDistribution> laws() {
        return List.of(new KeyDistribution.Uniform(), new KeyDistribution.HotSet(0.2, 0.8),
                new KeyDistribution.Zipf(0.99), new KeyDistribution.Zipf(1),
                new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.RESAMPLED),
                new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.CLAMPED),
                new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.UNBOUNDED));
    }

    @Test
    void uniformKeysAreMissedAsTheFormulaSays() {
        DistinctKeyEstimate distinctKeyEstimate = new DistinctKeyEstimate(new KeyDistribution.Uniform(), 1000, 0);
        for (int writes : new int[] {0, 1, 500, 5000}) {
            assertThat(distinctKeyEstimate.missing(writes, writes)).isCloseTo(Math.pow(1 - 1 / 1000.0, writes),
                    within(1e-9));
        }
        assertThat(new DistinctKeyEstimate(new KeyDistribution.Uniform(), 1000, 600).missing(0, 0)).isCloseTo(0.4,
                within(1e-9));
        assertThat(new DistinctKeyEstimate(new KeyDistribution.Uniform(), 1000, 1000).missing(7, 70)).isZero();
    }

    @Test
    void aKeyThatHasAllDrawsIsCertain() {
        for (int writes : new int[] {0, 1, 50}) {
            assertThat(new DistinctKeyEstimate(new KeyDistribution.Uniform(), 1, 0).missingVariance(writes)).isZero();
            assertThat(new DistinctKeyEstimate(new KeyDistribution.HotSet(0.01, 1), 100, 0).missingVariance(writes)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void asManyKeysComeAsAreDrawn(KeyDistribution keyDistribution) {
        int draws = 30_000;
        int before = 500;
        KeyDistribution.Sampler sampler = keyDistribution.sampler();
        BitSet seen = new BitSet();
        int far = 0;
        for (int i = 0; i < draws; i++) {
            long rank = sampler.rank(CounterRng.start(3, 0, i), KEYS);
            if (rank >= 10_000_000) {
                far++; // too far out to come twice
            } else if (rank >= before) {
                seen.set((int) rank);
            }
        }
        double expected = new DistinctKeyEstimate(keyDistribution, KEYS, before).distinct(draws);
        // The number of different keys varies less than that of draws would: by sqrt(n) at most.
        assertThat(seen.cardinality() + far).isCloseTo((int) expected, within((int) (4 * Math.sqrt(expected))));
    }

    /** The numbers are those of the published test of two hundred million keys. */
    @Test
    void theParetoLawComesToTheKnownFigures() {
        DistinctKeyEstimate distinctKeyEstimate =
                new DistinctKeyEstimate(new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.UNBOUNDED),
                200_000_000, 0);
        double[][] found = {{1e6, 0.027}, {10e6, 0.226}, {20e6, 0.375}, {30e6, 0.476}, {60e6, 0.64}, {100e6, 0.73}};
        for (double[] known : found) {
            assertThat(1 - distinctKeyEstimate.missing(known[0], known[0])).isCloseTo(known[1], within(0.01));
        }
    }
}
