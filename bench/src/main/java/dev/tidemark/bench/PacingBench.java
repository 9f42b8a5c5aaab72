package dev.tidemark.bench;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.os.TimerSlack;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;

/**
 * How late one worker starts the operations of an open loop, and what waiting for them costs, beside loops that park
 * until each is due: one with the kernel's timer slack as it is, one with the least slack.
 */
final class PacingBench {

    private static final int SECONDS = 2;
    private static final double[] QUANTILES = {0.5, 0.99, 0.999};
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Clock clock = Clock.system();
    private final WholeHarness harness;

    private PacingBench() throws Exception {
        harness = new WholeHarness();
    }

    static void run(int rounds) throws Exception {
        PacingBench bench = new PacingBench();
        System.out.println("Lateness in µs and processor time in % of one core: medians (smallest–largest) of " + rounds
                + " rounds of " + SECONDS + " s");
        for (int rate : List.of(1_000, 10_000, 100_000)) {
            bench.print(rate, Rounds.alternate(1, rounds, bench.contenders(rate)));
        }
    }

    private Map<String, Rounds.Turn> contenders(int rate) {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put("park", () -> parks(rate, false));
        contenders.put("park, least slack", () -> parks(rate, true));
        contenders.put("tidemark sleep, self", () -> harness(rate, WaitStrategy.SLEEP, LatencyKind.SELF));
        contenders.put("tidemark sleep, response", () -> harness(rate, WaitStrategy.SLEEP, LatencyKind.RESPONSE));
        contenders.put("tidemark spin, self", () -> harness(rate, WaitStrategy.SPIN, LatencyKind.SELF));
        contenders.put("tidemark spin, response", () -> harness(rate, WaitStrategy.SPIN, LatencyKind.RESPONSE));
        return contenders;
    }

    private void print(int rate, Rounds rounds) {
        for (String contender : contenders(rate).keySet()) {
            System.out.printf("%,8d/s  %-24s p50 %-22s p99 %-22s p99.9 %-24s CPU %s%n", rate, contender,
                    rounds.of(contender, 0).text(2), rounds.of(contender, 1).text(2), rounds.of(contender, 2).text(1),
                    rounds.of(contender, 3).text(1));
        }
    }

    /** Of the response, the operation itself takes some 0.05 µs. */
    private double[] harness(int rate, WaitStrategy waitStrategy, LatencyKind latencyKind) throws Exception {
        SeriesSet recorded = new SeriesSet();
        return measured(() -> {
            harness.run(new Load.Open(1, Schedules.constant(rate)), waitStrategy, (long) rate * SECONDS, recorded);
            return recorded.overall(latencyKind);
        });
    }

    /** From when an operation was due to its start. */
    private double[] parks(int rate, boolean leastSlack) throws Exception {
        LogHistogram late = new LogHistogram();
        return measured(() -> {
            Thread thread = clock.start("parks", () -> {
                if (leastSlack) {
                    TimerSlack.lower();
                }
                park(rate, late);
            });
            thread.join();
            return late;
        });
    }

    private void park(int rate, LogHistogram late) {
        long start = clock.nanoTime() + 1_000_000;
        for (long n = 0; n < (long) rate * SECONDS; n++) {
            long due = start + n * 1_000_000_000L / rate;
            clock.sleepUntil(due);
            late.record(clock.nanoTime() - due);
        }
    }

    private interface Run {
        LogHistogram lateness() throws Exception;
    }

    /** The quantiles in microseconds, then the share of a processor that the whole process took meanwhile. */
    private double[] measured(Run run) throws Exception {
        long processor = SYSTEM.getProcessCpuTime();
        long start = clock.nanoTime();
        LogHistogram late = run.lateness();
        long nanos = clock.nanoTime() - start;
        double[] figures = new double[QUANTILES.length + 1];
        for (int i = 0; i < QUANTILES.length; i++) {
            figures[i] = late.quantile(QUANTILES[i]) / 1e3;
        }
        figures[QUANTILES.length] = 100.0 * (SYSTEM.getProcessCpuTime() - processor) / nanos;
        return figures;
    }
}
