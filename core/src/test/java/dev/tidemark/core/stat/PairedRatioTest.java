package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedRatioTest {

    private static final double FINE = 1e-9;

    private static double[] exp(double... logarithms) {
        return DoubleStream.of(logarithms).map(Math::exp).toArray();
    }

    /** "Student's" own data: hours of sleep gained by ten patients with two drugs (Biometrika 6, 1908). */
    @Test
    void pairsGiveThePublishedTestOfTheSleepData() {
        PairedRatio r = PairedRatio.of(exp(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0),
                exp(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4), FINE);
        assertThat(r.logarithm()).isCloseTo(1.58, within(1e-9));
        assertThat(r.p()).isCloseTo(0.002833, within(5e-7));
        assertThat(Math.log(r.low(0.05))).isCloseTo(0.7001142, within(1e-6));
        assertThat(Math.log(r.high(0.05))).isCloseTo(2.4598858, within(1e-6));
    }

    /** The level at which the interval just touches 1 is the test's probability. */
    @Test
    void theIntervalLeavesOutOneExactlyWhenTheTestIsSignificant() {
        PairedRatio r = PairedRatio.of(new double[] {100, 101, 99}, new double[] {104, 103, 104}, FINE);
        assertThat(r.low(r.p() * 1.001)).isGreaterThan(1);
        assertThat(r.low(r.p() * 0.999)).isLessThan(1);
    }

    @Test
    void roundsThatAgreeToTheLastDigitHaveTheErrorOfTheirResolution() {
        PairedRatio r = PairedRatio.of(new double[] {5, 5}, new double[] {5.005, 5.005}, 0.002);
        assertThat(r.error()).isEqualTo(0.002);
        assertThat(r.low(0.05)).isLessThan(1);
        assertThat(r.p()).isGreaterThan(0.5);
    }

    @Test
    void numbersThatHaveNoRatioAreRefused() {
        assertThatThrownBy(() -> PairedRatio.of(new double[] {0, 1}, new double[] {1, 2}, FINE))
                .hasMessageContaining("above 0");
        assertThatThrownBy(() -> PairedRatio.of(new double[] {1}, new double[] {1}, FINE))
                .hasMessageContaining("cannot be paired");
    }

    // ---- Power ----

    @Test
    void withoutADifferencePowerIsTheLevelAndCentralProbabilitiesAreStudents() {
        assertThat(PairedPower.of(0, 0.02, 5, 0.05)).isCloseTo(0.05, within(1e-5));
        assertThat(PairedPower.probability(2.776445, 4, 0)).isCloseTo(0.975, within(1e-6));
        assertThat(PairedPower.probability(12.706205, 1, 0)).isCloseTo(0.975, within(1e-5));
        assertThat(PairedPower.probability(1.962339, 1000, 0)).isCloseTo(0.975, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"2, 0.1", "3, 0.05", "5, 0.03", "10, 0.02"})
    void powerIsHowOftenTheTestFindsTheDifference(int pairs, double difference) {
        SplittableRandom random = new SplittableRandom(1908);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            double[] base = IntStream.range(0, pairs).mapToDouble(r -> 1).toArray();
            double[] other = IntStream.range(0, pairs).mapToDouble(r -> Math.exp(difference
                    + 0.02 * random.nextGaussian())).toArray();
            found += PairedRatio.of(base, other, FINE).p() < 0.05 ? 1 : 0;
        }
        assertThat(PairedPower.of(difference, 0.02, pairs, 0.05)).isCloseTo(found / 20_000.0, within(0.012));
    }

    @Test
    void theRoundsNeededAreTheFirstThatHaveThePower() {
        int rounds = PairedPower.rounds(0.03, 0.02, 0.9, 0.05).orElseThrow();
        assertThat(PairedPower.of(0.03, 0.02, rounds, 0.05)).isGreaterThanOrEqualTo(0.9);
        assertThat(PairedPower.of(0.03, 0.02, rounds - 1, 0.05)).isLessThan(0.9);
        assertThat(PairedPower.rounds(0.03, 0.0001, 0.9, 0.05)).hasValue(2);
        assertThat(PairedPower.rounds(0.03, 2, 0.9, 0.05)).isEmpty();
    }
}
