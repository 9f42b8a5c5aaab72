package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.schedule.RateSteps;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandWatchTest {

    private static final int EXPERIMENTS = 2000;
    private static final int LOOKS = 80;

    private final Lab lab = new Lab();

    /** The share of simulated runs of 20 s, looked at four times a second, whose backlog is said to grow. */
    private static double grown(double load, int mean) {
        return share(load, mean, LOOKS, DemandWatchTest::exponential, Demand::grew);
    }

    /**
     * The share of simulated runs of which something is said. One worker takes slot by slot (Lindley's recursion),
     * which are due by a Poisson process.
     *
     * @param load    mean arrivals in a mean service time
     * @param mean    services in the run
     * @param looks   how often it is looked at
     * @param service of a slot, with mean 1
     */
    private static double share(double load, int mean, int looks, ToDoubleFunction<SplittableRandom> service,
            Predicate<Demand> said) {
        SplittableRandom random = new SplittableRandom(42);
        int count = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            count += said.test(demand(random.split(), load, (double) mean / looks, looks, service)) ? 1 : 0;
        }
        return (double) count / EXPERIMENTS;
    }

    private static Demand demand(SplittableRandom random, double load, double between, int looks,
            ToDoubleFunction<SplittableRandom> service) {
        DemandWatch watch = new DemandWatch();
        double due = exponential(random) / load;
        double free = 0;
        long[] change = new long[looks + 1];
        long[] dueBy = new long[looks + 1];
        for (int look; (look = (int) (due / between)) < looks; due += exponential(random) / load) {
            double start = Math.max(due, free);
            free = start + service.applyAsDouble(random);
            dueBy[look]++;
            change[look]++;
            change[(int) Math.min(looks, start / between)]--;
        }
        long all = 0;
        long backlog = 0;
        for (int look = 0; look < looks; look++) {
            watch.sample(all += dueBy[look], backlog += change[look]);
        }
        return watch.demand().orElseThrow();
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    @Test
    void theBacklogOfAStableQueueIsHardlyEverSaidToGrow() {
        for (double load : new double[] {0.5, 0.8, 0.95, 1}) {
            assertThat(grown(load, 4000)).as("at load " + load).isLessThan(0.005);
        }
    }

    @Test
    void theBacklogOfAnOverloadedQueueIsSaidToGrow() {
        assertThat(grown(1.2, 4000)).isGreaterThan(0.99);
        assertThat(grown(1.1, 16_000)).isGreaterThan(0.99);
    }

    /** A second and more, of a few slots and of many. */
    @ParameterizedTest
    @CsvSource({"4, 20", "4, 100", "4, 1000", "7, 50", "7, 200", "7, 2000", "12, 100", "12, 1000"})
    void shortRunsOfAStableQueueAreNotSaidToGrowEither(int looks, int mean) {
        for (double load : new double[] {0.5, 0.8, 0.95}) {
            assertThat(share(load, mean, looks, DemandWatchTest::exponential, Demand::grew)).as("M/M/1 at " + load)
                    .isZero();
            assertThat(share(load, mean, looks, random -> 1, Demand::grew)).as("M/D/1 at " + load).isZero();
        }
        assertThat(share(1, mean, looks, DemandWatchTest::exponential, Demand::grew)).as("M/M/1 at its limit")
                .isLessThan(0.005);
    }

    @Test
    void twoSecondsTellATwofoldOverload() {
        assertThat(share(2, 100, 7, random -> 1, Demand::grew)).isGreaterThan(0.8);
        assertThat(share(2, 100, 7, random -> 1, Demand::keptUp)).isZero();
    }

    /** Two workers that take 40 ms a slot, of 100 slots a second. */
    @Test
    void aShortRunThatIsOverloadedAllTheTimeIsSaidToGrow() {
        Demand demand = lab.run(new Load.Open(2, Schedules.constant(100)), Lab.within(Duration.ofSeconds(2)),
                lab.taking(40 * MS)).demand().orElseThrow();

        assertThat(demand.grew()).isTrue();
        assertThat(demand.reached()).isBetween(0.45, 0.55);
    }

    @Test
    void aPeakAtTheEndLeavesABacklogThatDidNotGrowThroughout() {
        Schedule peak = Schedules.steps(RateSteps.TYPE.parse("100/s for 1s; 0/s for 500ms; 1000/s for 1s").steps());
        Demand demand = lab.run(new Load.Open(4, peak), Limit.operations(1100), lab.taking(10 * MS)).demand()
                .orElseThrow();

        assertThat(demand.grew()).isFalse();
        assertThat(demand.emptied()).isFalse();
        assertThat(demand.reached()).isLessThan(0.7);
    }

    @Test
    void aStallMakesABacklogAndNotAGrowingOne() {
        StageResult result = lab.run(new Load.Open(4, Schedules.constant(3000)), Lab.within(Duration.ofSeconds(20)),
                (worker, n, tally) -> {
                    long now = lab.clock.nanoTime();
                    lab.pass(now > 19 * SECOND && now < 19_700 * MS ? 19_700 * MS - now : MS / 10);
                    return Outcome.OK;
                });

        Demand demand = result.demand().orElseThrow();
        assertThat(demand.grew()).isFalse();
        assertThat(demand.reached()).isGreaterThan(0.99);
    }

    @Test
    void aRateThatIsTooHighMakesAGrowingOne() {
        StageResult result = lab.run(new Load.Open(2, Schedules.constant(1250)), Lab.within(Duration.ofSeconds(20)),
                lab.taking(2 * MS));

        Demand demand = result.demand().orElseThrow();
        assertThat(demand.grew()).isTrue();
        assertThat(demand.reached()).isBetween(0.795, 0.805);
    }

    @Test
    void whereACountEndsTheStageItIsLookedAtWhileSlotsBecomeDue() {
        StageResult result = lab.run(new Load.Open(1, Schedules.constant(1000)), Limit.operations(4000),
                lab.taking(2 * MS));

        Demand demand = result.demand().orElseThrow();
        assertThat(demand.grew()).isTrue();
        assertThat(demand.due()).isBetween(3700L, 4000L);
        assertThat(demand.reached()).isBetween(0.49, 0.51);
    }

    @Test
    void anHourIsLookedAtAsAWhole() {
        DemandWatch watch = new DemandWatch();
        for (int look = 1; look <= 14_400; look++) {
            watch.sample(look * 250L, look * 25L);
        }
        assertThat(watch.demand()).contains(new Demand(3_600_000, 360_000, true, false));
    }

    @Test
    void aClosedLoopIsAskedForNothing() {
        assertThat(lab.run(new Load.Closed(1, Duration.ZERO), Lab.within(Duration.ofSeconds(2)), lab.taking(MS))
                .demand())
                .isEmpty();
    }
}
