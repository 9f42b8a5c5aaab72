package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WithinRunsTest {

    private static final int PAIRS = 1000;
    /** 5 % of a thousand and two and a half standard deviations of such a count. */
    private static final long MOST_FALSE_ALARMS = 67;

    /**
     * Throughput of one run by interval: around a level, with noise in which neighbours are correlated by {@code phi}.
     */
    private static double[] series(RandomGenerator random, int intervals, double phi, double spread, double level) {
        double[] series = new double[intervals];
        double noise = random.nextGaussian();
        for (int i = 0; i < intervals; i++) {
            noise = phi * noise + Math.sqrt(1 - phi * phi) * random.nextGaussian();
            series[i] = level * Math.exp(spread * noise);
        }
        return series;
    }

    private static double[] batched(double[] series) {
        return IntStream.range(0, WithinRuns.BATCHES).mapToDouble(b -> Arrays.stream(series,
                b * series.length / WithinRuns.BATCHES, (b + 1) * series.length / WithinRuns.BATCHES).sum()).toArray();
    }

    private static double[] seconds(double[] series) {
        return batched(Arrays.stream(series).map(s -> 1).toArray());
    }

    private static Optional<WithinRuns> compare(double[] base, double[] other) {
        return WithinRuns.ofSums(batched(base), seconds(base), batched(other), seconds(other));
    }

    @ParameterizedTest
    @CsvSource({"60, 0", "60, 0.6", "60, 0.95", "360, 0", "360, 0.3", "360, 0.9", "360, 0.98", "3600, 0.5",
            "3600, 0.99"})
    void equalRunsSeemToDifferNoMoreOftenThanTheLevelSaysHoweverSlowlyTheyVary(int intervals, double phi) {
        SplittableRandom random = new SplittableRandom(1908);
        long alarms = IntStream.range(0, PAIRS).filter(i -> compare(series(random, intervals, phi, 0.1, 5000),
                series(random, intervals, phi, 0.1, 5000)).filter(WithinRuns::steady).isPresent()).count();
        assertThat(alarms).isLessThanOrEqualTo(MOST_FALSE_ALARMS);
    }

    @Test
    void takingCorrelatedIntervalsAsIndependentWouldHaveBeenFooled() {
        SplittableRandom random = new SplittableRandom(1908);
        long alarms = IntStream.range(0, PAIRS).filter(i -> Comparison.paired(series(random, 360, 0.9, 0.1, 5000),
                series(random, 360, 0.9, 0.1, 5000)).p() < Comparison.LEVEL).count();
        assertThat(alarms).isGreaterThan(PAIRS / 2);
    }

    @ParameterizedTest
    @CsvSource({"360, 0, 990", "3600, 0.9, 850"})
    void aShiftOfThreePercentIsFoundInALongRun(int intervals, double phi, long atLeast) {
        SplittableRandom random = new SplittableRandom(3);
        long found = IntStream.range(0, PAIRS).filter(i -> compare(series(random, intervals, phi, 0.08, 5000),
                series(random, intervals, phi, 0.08, 5150)).filter(WithinRuns::steady).isPresent()).count();
        assertThat(found).isGreaterThanOrEqualTo(atLeast);
    }

    @Test
    void theIntervalHoldsTheTrueRatio() {
        SplittableRandom random = new SplittableRandom(11);
        long held = IntStream.range(0, PAIRS).filter(i -> {
            WithinRuns w = compare(series(random, 720, 0.5, 0.2, 1000), series(random, 720, 0.5, 0.1, 1200))
                    .orElseThrow();
            // The mean of a log-normal series is exp(σ²/2) times its level.
            double ratio = 1.2 * Math.exp((0.1 * 0.1 - 0.2 * 0.2) / 2);
            return w.low() <= ratio && ratio <= w.high();
        }).count();
        assertThat(held).isBetween(935L, 985L);
    }

    @Test
    void whatBothRunsShareIsTakenOut() {
        SplittableRandom random = new SplittableRandom(5);
        double[] base = new double[360];
        double[] other = new double[360];
        for (int i = 0; i < base.length; i++) {
            double shared = 1 + 0.5 * Math.sin(i / 7.0);
            base[i] = shared * series(random, 1, 0, 0.01, 1000)[0];
            other[i] = shared * series(random, 1, 0, 0.01, 1010)[0];
        }
        WithinRuns w = compare(base, other).orElseThrow();
        assertThat(w.steady()).isTrue();
        assertThat(w.high() - w.low()).isLessThan(0.006);
    }

    @Test
    void aSeriesThatVariesMoreSlowlyThanItIsLongClaimsNothing() {
        double[] drifting = IntStream.range(0, 360).mapToDouble(i -> 1000 + 10.0 * i).toArray();
        double[] level = IntStream.range(0, 360).mapToDouble(i -> 2800 + i % 3).toArray();
        assertThat(compare(drifting, level)).isEmpty();
    }

    @Test
    void runsWithoutAnySpreadDifferSurelyOrNotAtAll() {
        double[] five = IntStream.range(0, 60).mapToDouble(i -> 5).toArray();
        double[] six = IntStream.range(0, 60).mapToDouble(i -> 6).toArray();
        assertThat(compare(five, five)).get().returns(1.0, WithinRuns::p).returns(1.0, WithinRuns::ratio);
        assertThat(compare(five, six)).get().satisfies(w -> assertThat(w.p()).isLessThan(1e-9))
                .satisfies(w -> assertThat(w.ratio()).isCloseTo(1.2, within(1e-12)));
    }

    @Test
    void whatHasNoRatioIsNotCompared() {
        double[] none = new double[60];
        double[] five = IntStream.range(0, 60).mapToDouble(i -> 5).toArray();
        assertThat(compare(none, five)).isEmpty();
        assertThat(compare(five, none)).isEmpty();
        assertThatThrownBy(() -> WithinRuns.of(0, new double[7])).hasMessageContaining("7 stretches");
    }
}
