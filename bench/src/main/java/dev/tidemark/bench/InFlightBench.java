package dev.tidemark.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An open loop with very many operations in flight, each of which waits for {@value #SERVICE_MS} ms, as for a server:
 * on a platform thread each, and on virtual threads. The floor is the wait itself.
 */
final class InFlightBench {

    private static final int SECONDS = 3;
    private static final long SERVICE_MS = 100;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Clock clock = Clock.system();
    private final WholeHarness harness;

    private InFlightBench() throws Exception {
        harness = new WholeHarness();
    }

    static void run(int rounds) throws Exception {
        InFlightBench bench = new InFlightBench();
        System.out.println("Lateness and service time beyond " + SERVICE_MS + " ms in µs, processor time in % of one core: "
                + "medians (smallest–largest) of " + rounds + " rounds of " + SECONDS + " s");
        for (int rate : List.of(1_000, 10_000, 30_000)) {
            bench.print(rate, Rounds.alternate(1, rounds, bench.contenders(rate)));
        }
    }

    private Map<String, Rounds.Turn> contenders(int rate) {
        int limit = Math.toIntExact(rate * SERVICE_MS / 1000 * 3 / 2);
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put("threads", () -> measured(rate, new Concurrency.Threads(limit)));
        contenders.put("virtual threads", () -> measured(rate, new Concurrency.VirtualThreads(limit)));
        return contenders;
    }

    private void print(int rate, Rounds rounds) {
        for (String contender : contenders(rate).keySet()) {
            System.out.printf("%,7d/s  %-16s self p50 %-22s p99 %-26s service p50 %-22s p99 %-26s CPU %s%n", rate,
                    contender, rounds.of(contender, 0).text(1), rounds.of(contender, 1).text(0),
                    rounds.of(contender, 2).text(0), rounds.of(contender, 3).text(0), rounds.of(contender, 4).text(0));
        }
    }

    private double[] measured(int rate, Concurrency concurrency) {
        SeriesSet recorded = new SeriesSet();
        long processor = SYSTEM.getProcessCpuTime();
        long start = clock.nanoTime();
        harness.run(new Load.Open(Schedules.constant(rate), concurrency), WaitStrategy.SLEEP, (long) rate * SECONDS,
                worker -> new Waits(clock), recorded);
        double cpu = 100.0 * (SYSTEM.getProcessCpuTime() - processor) / (clock.nanoTime() - start);
        return new double[] {micros(recorded, LatencyKind.SELF, 0.5, 0), micros(recorded, LatencyKind.SELF, 0.99, 0),
            micros(recorded, LatencyKind.SERVICE, 0.5, SERVICE_MS), micros(recorded, LatencyKind.SERVICE, 0.99, SERVICE_MS),
            cpu};
    }

    private static double micros(SeriesSet recorded, LatencyKind kind, double quantile, long beyondMillis) {
        return recorded.overall(kind).quantile(quantile) / 1e3 - beyondMillis * 1e3;
    }

    private record Waits(Clock clock) implements Actor {
        @Override
        public int prepare(int lane, long n) {
            return 0;
        }

        @Override
        public int steps() {
            return 1;
        }

        @Override
        public int stepKind(int i) {
            return 0;
        }

        @Override
        public Outcome step(int i, Tally tally) {
            clock.sleepUntil(clock.nanoTime() + SERVICE_MS * 1_000_000);
            tally.units = 1;
            return Outcome.OK;
        }

        @Override
        public void close() {}
    }
}
