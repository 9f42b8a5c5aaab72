package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import net.jqwik.api.Example;

/** Simulated response times: log-normal about a level that changes, of 10,000 queries at most. */
class SteadyStateTest {

    private static final int MOST = 10_000;
    private static final int MEASURED = 1000;
    private static final double WITHIN = 0.1;
    private static final int RUNS = 100;

    /**
     * @param level  logarithm of the typical response by number of the query
     * @param spread standard deviation of the logarithm
     * @return after how many it was steady; 0 if never
     */
    private static long steadyAt(DoubleUnaryOperator level, double spread, long seed) {
        Random random = new Random(seed);
        SteadyState steady = new SteadyState(WITHIN, MEASURED);
        for (int i = 0; i < MOST && !steady.steady(); i++) {
            steady.add(Math.exp(level.applyAsDouble(i) + spread * random.nextGaussian()));
        }
        return steady.steady() ? steady.seen() : 0;
    }

    private static int never(DoubleUnaryOperator level, double spread) {
        int never = 0;
        for (int run = 0; run < RUNS; run++) {
            never += steadyAt(level, spread, run) == 0 ? 1 : 0;
        }
        return never;
    }

    /** Runs that were said to be steady while the level was to change by more than that over what is measured. */
    private static int tooEarly(DoubleUnaryOperator level, double spread) {
        int tooEarly = 0;
        for (int run = 0; run < RUNS; run++) {
            long at = steadyAt(level, spread, run);
            double change = Math.abs(level.applyAsDouble(at) - level.applyAsDouble(at + MEASURED));
            tooEarly += at > 0 && change > Math.log1p(WITHIN) ? 1 : 0;
        }
        return tooEarly;
    }

    /** The response falls from five times its end, a third of the way in each so many queries. */
    private static DoubleUnaryOperator falling(double queries) {
        return i -> Math.log1p(4 * Math.exp(-i / queries));
    }

    @Example
    void aSeriesThatDoesNotChangeIsSteady() {
        assertThat(never(_ -> 5, 0.1)).isZero();
        assertThat(never(_ -> 5, 0.5)).isZero();
        assertThat(never(_ -> 5, 1)).isLessThan(RUNS / 5);
    }

    /** Response times that spread so much cannot be told within 10 % by 10,000 of them: then it says so. */
    @Example
    void whatSpreadsTooMuchIsNotCalledSteady() {
        assertThat(never(_ -> 5, 3)).isEqualTo(RUNS);
    }

    @Example
    void aTrendThatWouldShowInTheMeasurementIsNotCalledSteady() {
        for (double spread : new double[] {0.1, 0.5, 1}) {
            for (double queries : new double[] {300, 1000, 3000}) {
                assertThat(tooEarly(falling(queries), spread)).as("%s %s", spread, queries).isLessThanOrEqualTo(RUNS / 50);
            }
        }
    }

    @Example
    void aTrendThatNeverEndsIsNeverCalledSteady() {
        assertThat(never(i -> -2e-4 * i, 0.5)).isGreaterThanOrEqualTo(RUNS * 98 / 100);
        assertThat(never(i -> 2e-4 * i, 0.5)).isGreaterThanOrEqualTo(RUNS * 98 / 100);
    }

    /** The least that it must tell from none: 10 % over what is measured. It looks more than once. */
    @Example
    void aTrendAtTheVeryLimitIsSeldomCalledSteady() {
        assertThat(never(i -> -Math.log1p(WITHIN) / MEASURED * i, 0.5)).isGreaterThan(RUNS * 85 / 100);
    }

    @Example
    void whatFallsAtFirstIsSteadyLater() {
        for (int run = 0; run < 20; run++) {
            assertThat(steadyAt(falling(300), 0.1, run)).isBetween(1500L, 5000L);
        }
    }

    @Example
    void withFewNumbersItSaysNothing() {
        SteadyState steady = new SteadyState(WITHIN, 0);
        for (int i = 1; i < SteadyState.LEAST; i++) {
            steady.add(1234.567);
        }
        assertThat(steady.steady()).isFalse();
        assertThat(steady.change()).isEmpty();
        assertThat(steady.seen()).isEqualTo(SteadyState.LEAST - 1);
        steady.add(1234.567);
        assertThat(steady.steady()).isTrue();
        assertThat(steady.change().orElseThrow()).isLessThan(WITHIN);
        steady.add(1234.567);
        assertThat(steady.seen()).isEqualTo(SteadyState.LEAST);
    }

    @Example
    void itSaysByHowMuchItMayStillChange() {
        SteadyState steady = new SteadyState(WITHIN, 2000);
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            steady.add(Math.exp(-5e-4 * i + 0.1 * random.nextGaussian()));
        }
        assertThat(steady.steady()).isFalse();
        // exp(5e-4 · 2000) − 1 = 1.72, and what chance adds to it
        assertThat(steady.change().orElseThrow()).isBetween(1.5, 3.0);
    }
}
