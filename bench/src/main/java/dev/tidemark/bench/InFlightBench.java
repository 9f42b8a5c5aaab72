package dev.tidemark.bench;

import module java.base;
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

/**
 * An open loop with very many operations in flight, each of which waits for a time, as for a server: on
 * a platform thread each, and on virtual threads. The floor is the wait itself.
 */
final class InFlightBench {

    /** Many that are answered soon. */
    private static final List<Shape> QUICK = List.of(new Shape(1_000, 3, 100), new Shape(10_000, 3, 100),
            new Shape(30_000, 3, 100));
    /** Few that wait long, as where a search server is swamped: 720 in progress. */
    private static final List<Shape> SLOW = List.of(new Shape(16, 90, 45_000));
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Clock clock = Clock.system();
    private final WholeHarness harness;

    /**
     * A load.
     *
     * @param rate      operations that begin per second
     * @param seconds   for which they do
     * @param serviceMs how long each takes
     */
    private record Shape(int rate, int seconds, long serviceMs) {

        int limit() {
            return Math.toIntExact(rate * serviceMs / 1000 * 3 / 2);
        }
    }

    private InFlightBench() throws Exception {
        harness = new WholeHarness();
    }

    static void run(int rounds) throws Exception {
        new InFlightBench().run(QUICK, 1, rounds);
    }

    static void slowAnswers(int rounds) throws Exception {
        new InFlightBench().run(SLOW, 0, rounds);
    }

    private void run(List<Shape> shapes, int warmUps, int rounds) throws Exception {
        System.out.println("Lateness and service time beyond what it is to be in µs, processor time in % of one core, "
                + "operations done: medians (smallest–largest) of " + rounds + " rounds");
        for (Shape shape : shapes) {
            print(shape, Rounds.alternate(warmUps, rounds, contenders(shape)));
        }
    }

    private Map<String, Rounds.Turn> contenders(Shape shape) {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put("threads", () -> measured(shape, new Concurrency.Threads(shape.limit())));
        contenders.put("virtual threads", () -> measured(shape, new Concurrency.VirtualThreads(shape.limit())));
        return contenders;
    }

    private void print(Shape shape, Rounds rounds) {
        for (String contender : contenders(shape).keySet()) {
            System.out.printf("%,7d/s of %,d ms  %-16s self p50 %-22s p99 %-26s service p50 %-22s p99 %-26s CPU %s, "
                    + "done %s%n", shape.rate(), shape.serviceMs(), contender, rounds.of(contender, 0).text(1),
                    rounds.of(contender, 1).text(0), rounds.of(contender, 2).text(0), rounds.of(contender, 3).text(0),
                    rounds.of(contender, 4).text(0), rounds.of(contender, 5).text(0));
        }
    }

    private double[] measured(Shape shape, Concurrency concurrency) {
        SeriesSet recorded = new SeriesSet();
        long processor = SYSTEM.getProcessCpuTime();
        long start = clock.nanoTime();
        harness.run(new Load.Open(Schedules.constant(shape.rate()), concurrency), WaitStrategy.SLEEP,
                (long) shape.rate() * shape.seconds(), worker -> new Waits(clock, shape.serviceMs()), recorded);
        double cpu = 100.0 * (SYSTEM.getProcessCpuTime() - processor) / (clock.nanoTime() - start);
        return new double[] {micros(recorded, LatencyKind.SELF, 0.5, 0), micros(recorded, LatencyKind.SELF, 0.99, 0),
            micros(recorded, LatencyKind.SERVICE, 0.5, shape.serviceMs()),
            micros(recorded, LatencyKind.SERVICE, 0.99, shape.serviceMs()), cpu, recorded.total().units()};
    }

    private static double micros(SeriesSet recorded, LatencyKind kind, double quantile, long beyondMillis) {
        return recorded.overall(kind).quantile(quantile) / 1e3 - beyondMillis * 1e3;
    }

    private record Waits(Clock clock, long serviceMs) implements Actor {
        @Override
        public int prepare(int lane, long n) {
            return 0;
        }

        @Override
        public Outcome step(int i, Tally tally) {
            clock.sleepUntil(clock.nanoTime() + serviceMs * 1_000_000);
            tally.units = 1;
            return Outcome.OK;
        }

        @Override
        public void close() {}
    }
}
