package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is measured of a queue is what queueing theory says of it. */
class QueueingTest {

    private static final double MS = 1e6;

    /**
     * Slots are due at 10,000/s for 10 s; 20 workers and a service time of 1 ms make 20,000/s. The target stalls for a
     * second. Slot i after the stall's beginning is due at i/10,000 and done at 1 + i/20,000, so it takes
     * 1 - i/20,000 seconds: 20,000 of the 100,000 slots take from 1 s down to nothing, evenly. So the slowest share x
     * of all begins at 1 - x·100,000/20,000 seconds.
     */
    @Test
    void aStallOfOneSecondGivesThePercentilesOfArithmetic() {
        Bench bench = new Bench(new VirtualClock(), "service-time", "1ms", "stall-at", "5s", "stall-for", "1s");
        StageResult result = bench.run(new Load.Open(20, Schedules.constant(10_000)), Limit.operations(100_000));

        LogHistogram response = bench.total.overall(LatencyKind.RESPONSE);
        assertThat(response.count()).isEqualTo(100_000);
        for (double share : new double[] {0.15, 0.10, 0.05, 0.01, 0.001}) {
            double expected = (1 - share * 5) * 1000 * MS;
            assertThat((double) response.quantile(1 - share)).isCloseTo(expected, within(0.02 * expected));
        }
        assertThat((double) response.quantile(0.5)).isCloseTo(MS, within(0.02 * MS));
        LogHistogram service = bench.total.overall(LatencyKind.SERVICE);
        assertThat((double) service.quantile(0.999)).isCloseTo(MS, within(0.02 * MS));
        assertThat((double) service.max()).isCloseTo(1001 * MS, within(2 * MS));
        assertThat(bench.total.overall(LatencyKind.SELF).max()).isZero();
        assertThat(result.span().censored()).isZero();
    }

    /**
     * M/M/1: the sojourn time is exponentially distributed with mean 1/(mu - lambda) (Kleinrock 1975, 3.2). Sojourn
     * times of neighbours are correlated; at 80 % load the mean over n of them has a relative standard error of
     * about √(1976/n)/5 (Daley 1968), here 1.3 %. The tolerance is four of them, and for the 99th percentile, which
     * fewer busy periods decide, eight.
     */
    @Test
    void oneServerAtEightyPercentLoadHasTheSojournTimesOfTheory() {
        Bench bench = new Bench(new VirtualClock(), "servers", "1", "service-time", "1ms", "service-distribution",
                "exponential", "service-seed", "11");
        bench.run(new Load.Open(2, Schedules.poisson(800, 7)), Limit.operations(500_000));

        LogHistogram response = bench.total.overall(LatencyKind.RESPONSE);
        double mean = 5 * MS;
        assertThat(response.mean()).isCloseTo(mean, within(0.05 * mean));
        for (double q : new double[] {0.5, 0.9, 0.95}) {
            double expected = -Math.log(1 - q) * mean;
            assertThat((double) response.quantile(q)).isCloseTo(expected, within(0.05 * expected));
        }
        double p99 = -Math.log(0.01) * mean;
        assertThat((double) response.quantile(0.99)).isCloseTo(p99, within(0.1 * p99));
    }

    /**
     * M/M/k: the mean wait is C(k, a)/(k·mu - lambda) (Erlang 1917), with a = lambda/mu. At 70 % load and with
     * 150,000 operations the mean wait is good to 3 %; the tolerance is three times that.
     */
    @Test
    void severalServersHaveTheMeanWaitOfErlangsFormula() {
        int k = 4;
        double lambda = 2.8;
        Bench bench = new Bench(new VirtualClock(), "servers", "4", "service-time", "1ms", "service-distribution",
                "exponential");
        bench.run(new Load.Open(8, Schedules.poisson(lambda * 1000, 3)), Limit.operations(150_000));

        double expected = erlangC(k, lambda) / (k - lambda) * MS;
        double wait = bench.total.overall(LatencyKind.RESPONSE).mean() - MS;
        assertThat(wait).isCloseTo(expected, within(0.09 * expected));
    }

    /** The probability that an arrival waits; by the recursion of Erlang's B. */
    private static double erlangC(int servers, double load) {
        double b = 1;
        for (int i = 1; i <= servers; i++) {
            b = load * b / (i + load * b);
        }
        return b / (1 - load / servers * (1 - b));
    }

    /** Five workers share two servers of 10 ms: each worker's cycle is 25 ms, and 200 operations a second are done. */
    @Test
    void aClosedLoopIsHeldBackByTheServers() {
        Bench bench = new Bench(new VirtualClock(), "servers", "2", "service-time", "10ms");
        StageResult result = bench.run(new Load.Closed(5, Duration.ZERO), Limit.operations(1000));

        assertThat(result.span().nanos()).isEqualTo(5_000_000_000L);
        LogHistogram service = bench.total.overall(LatencyKind.SERVICE);
        assertThat(service.mean()).isCloseTo(25 * MS, within(0.02 * 25 * MS));
    }

    /** With 40 ms of thinking, five workers never meet more than a free server: the cycle is 50 ms. */
    @Test
    void thinkTimeKeepsTheServersFree() {
        Bench bench = new Bench(new VirtualClock(), "servers", "5", "service-time", "10ms");
        StageResult result = bench.run(new Load.Closed(5, Duration.ofMillis(40)), Limit.operations(500));

        assertThat(result.span().nanos()).isEqualTo((100 * 50 - 40) * 1_000_000L);
        assertThat(bench.total.overall(LatencyKind.SERVICE).max()).isEqualTo(10_000_000);
    }
}
