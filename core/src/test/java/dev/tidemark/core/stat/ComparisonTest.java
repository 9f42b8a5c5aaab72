package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static double[] exp(double... logarithms) {
        return DoubleStream.of(logarithms).map(Math::exp).toArray();
    }

    /** "Student's" own data: hours of sleep gained by ten patients with two drugs (Biometrika 6, 1908). */
    private static final double[] FIRST_DRUG = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
    private static final double[] SECOND_DRUG = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

    @Test
    void independentSamplesGiveThePublishedWelchTestOfTheSleepData() {
        Comparison c = Comparison.independent(exp(FIRST_DRUG), exp(SECOND_DRUG));
        assertThat(c.p()).isCloseTo(0.07939, within(5e-6));
        assertThat(Math.log(c.ratio())).isCloseTo(1.58, within(1e-9));
        assertThat(Math.log(c.low())).isCloseTo(-0.2054832, within(1e-6));
        assertThat(Math.log(c.high())).isCloseTo(3.3654832, within(1e-6));
    }

    @Test
    void pairsGiveThePublishedPairedTestOfTheSleepData() {
        Comparison c = Comparison.paired(exp(FIRST_DRUG), exp(SECOND_DRUG));
        assertThat(c.p()).isCloseTo(0.002833, within(5e-7));
        assertThat(Math.log(c.low())).isCloseTo(0.7001142, within(1e-6));
        assertThat(Math.log(c.high())).isCloseTo(2.4598858, within(1e-6));
    }

    @Test
    void oneRunClaimsNoError() {
        Comparison c = Comparison.independent(new double[] {4}, new double[] {5, 5});
        assertThat(c.errorKnown()).isFalse();
        assertThat(c.low()).isNaN();
        assertThat(c.ratio()).isCloseTo(1.25, within(1e-12));
        assertThat(Comparison.paired(new double[] {4}, new double[] {5}).errorKnown()).isFalse();
    }

    /** Student's t of one degree of freedom has the distribution function 1/2 + arctan(t)/π. */
    @Test
    void runsThatAgreeToTheLastDigitAreNoSurerThanTheirDigits() {
        double t = Math.log(5.0 / 4) / 0.001;
        assertThat(Comparison.independent(new double[] {4000, 4000}, new double[] {5000, 5000}).p())
                .isCloseTo(1 - 2 * Math.atan(t) / Math.PI, within(1e-9)).isGreaterThan(0);
        assertThat(Comparison.paired(new double[] {4000, 4000}, new double[] {4004, 4004}).p()).isGreaterThan(0.05);
        assertThat(Comparison.independent(new double[] {0.05, 0.05, 0.05}, new double[] {0.06, 0.06, 0.06}).p())
                .isGreaterThan(0.05);
        assertThat(Comparison.independent(new double[] {4, 4}, new double[] {4, 4}).p()).isEqualTo(1);
    }

    @Test
    void theInverseLooksFromTheOtherSide() {
        double[] a = {10, 11, 12};
        double[] b = {20, 21, 25};
        Comparison back = Comparison.independent(a, b).inverse();
        Comparison other = Comparison.independent(b, a);
        assertThat(back.ratio()).isCloseTo(other.ratio(), within(1e-12));
        assertThat(back.low()).isCloseTo(other.low(), within(1e-12));
        assertThat(back.high()).isCloseTo(other.high(), within(1e-12));
    }

    @Test
    void numbersThatHaveNoRatioAreRefused() {
        assertThatThrownBy(() -> Comparison.independent(new double[] {0, 1}, new double[] {1, 2}))
                .hasMessageContaining("above 0");
        assertThatThrownBy(() -> Comparison.paired(new double[] {1, 1}, new double[] {1}))
                .hasMessageContaining("cannot be paired");
    }

    @Test
    void equalSystemsAreToldApartNoMoreOftenThanTheLevelSays() {
        assertThat(falseAlarms(Comparison::independent, 5)).isBetween(20L, 70L);
        assertThat(falseAlarms(Comparison::paired, 5)).isBetween(20L, 80L);
        assertThat(falseAlarms(Comparison::independent, 3)).isLessThan(70L);
    }

    @Test
    void theIntervalHoldsTheTrueRatioAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(11);
        long held = IntStream.range(0, 1000).filter(i -> {
            Comparison c = Comparison.independent(sample(random, 4, 100, 0.03), sample(random, 4, 120, 0.08));
            return c.low() <= 1.2 && 1.2 <= c.high();
        }).count();
        assertThat(held).isBetween(930L, 980L);
    }

    /**
     * What docs/comparing.md states: with five rounds whose figures scatter by 1 %, a shift of 3 % is found at least 93
     * times of 100.
     */
    @Test
    void aPlantedShiftOfThreePercentIsFoundWithTheStatedPower() {
        assertThat(found(Comparison::independent)).isGreaterThanOrEqualTo(980);
        assertThat(found(Comparison::paired)).isGreaterThanOrEqualTo(930);
    }

    private static long found(BiFunction<double[], double[], Comparison> test) {
        SplittableRandom random = new SplittableRandom(19);
        return IntStream.range(0, 1000).filter(_ -> test.apply(sample(random, 5, 100, 0.01),
                sample(random, 5, 103, 0.01)).p() < Comparison.LEVEL).count();
    }

    private static long falseAlarms(BiFunction<double[], double[], Comparison> test, int rounds) {
        SplittableRandom random = new SplittableRandom(7);
        return IntStream.range(0, 1000).filter(i -> test.apply(sample(random, rounds, 100, 0.05),
                sample(random, rounds, 100, 0.05)).p() < Comparison.LEVEL).count();
    }

    private static double[] sample(RandomGenerator random, int runs, double scale, double spread) {
        return IntStream.range(0, runs).mapToDouble(i -> scale * Math.exp(spread * random.nextGaussian())).toArray();
    }

    /** However many looks there are. */
    @Test
    void allLooksTogetherSpendTheLevel() {
        assertThat(Comparison.level(1)).isCloseTo(0.04, within(1e-12));
        assertThat(Comparison.level(2)).isCloseTo(0.005, within(1e-12));
        double spent = 0;
        for (int look = 1; look < 60; look++) {
            spent += Comparison.level(look);
        }
        assertThat(spent).isCloseTo(Comparison.LEVEL, within(1e-9));
    }
}
