package dev.tidemark.core.load;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Outcome;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DemandWatchTest {

    private static final int EXPERIMENTS = 2000;
    private static final long LOOKS = 80;

    private final Lab lab = new Lab();

    /**
     * The share of simulated runs of 20 s, looked at four times a second, whose backlog is said to grow. Service times are
     * exponential with mean 1; one worker takes slot by slot (Lindley's recursion).
     *
     * @param load mean arrivals in a mean service time
     * @param mean services in 20 s
     */
    private static double grown(double load, int mean) {
        SplittableRandom random = new SplittableRandom(42);
        int grown = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            grown += grew(random.split(), load, (double) mean / LOOKS) ? 1 : 0;
        }
        return (double) grown / EXPERIMENTS;
    }

    private static boolean grew(SplittableRandom random, double load, double between) {
        DemandWatch watch = new DemandWatch();
        double due = 0;
        double free = 0;
        long[] change = new long[(int) LOOKS + 1];
        long[] dueBy = new long[(int) LOOKS + 1];
        for (int look; (look = (int) (due / between)) < LOOKS; due += exponential(random) / load) {
            double start = Math.max(due, free);
            free = start + exponential(random);
            dueBy[look]++;
            change[look]++;
            change[(int) Math.min(LOOKS, start / between)]--;
        }
        long all = 0;
        long backlog = 0;
        for (int look = 0; look < LOOKS; look++) {
            watch.look(all += dueBy[look], backlog += change[look]);
        }
        return watch.seen().orElseThrow().grew();
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
        StageResult result = lab.run(new Load.Open(1, Schedules.constant(1000)), Limit.operations(4000), lab.taking(2 * MS));

        Demand demand = result.demand().orElseThrow();
        assertThat(demand.grew()).isTrue();
        assertThat(demand.due()).isBetween(3700L, 4000L);
        assertThat(demand.reached()).isBetween(0.49, 0.51);
    }

    @Test
    void anHourIsLookedAtAsAWhole() {
        DemandWatch watch = new DemandWatch();
        for (int look = 1; look <= 14_400; look++) {
            watch.look(look * 250L, look * 25L);
        }
        assertThat(watch.seen()).contains(new Demand(3_600_000, 360_000, true));
    }

    @Test
    void aClosedLoopIsAskedForNothing() {
        assertThat(lab.run(new Load.Closed(1, Duration.ZERO), Lab.within(Duration.ofSeconds(2)), lab.taking(MS)).demand())
                .isEmpty();
    }
}
