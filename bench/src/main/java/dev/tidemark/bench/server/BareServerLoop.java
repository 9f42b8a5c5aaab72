package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import java.lang.management.ManagementFactory;

/** Threads that do nothing but get and put random keys and time each call. */
final class BareServerLoop {

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Opens a connection. */
    @FunctionalInterface
    interface ClientOpener {
        BareClient open() throws Exception;
    }

    private BareServerLoop() {}

    /**
     * @return operations per second, mean, p50 and p99 of a call in µs, processor time of this process per operation in
     *         µs
     */
    static double[] run(Cell cell, int keys, int valueSize, int seconds, ClientOpener opening) throws Exception {
        CountDownLatch ready = new CountDownLatch(cell.workers());
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(cell.workers())) {
            List<Future<LogHistogram>> all = new ArrayList<>();
            for (int worker = 0; worker < cell.workers(); worker++) {
                SplittableRandom random = new SplittableRandom(worker);
                all.add(threads.submit(loop(cell, keys, valueSize, seconds, opening, random, ready, go)));
            }
            ready.await();
            long processor = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            go.countDown();
            LogHistogram total = new LogHistogram();
            for (Future<LogHistogram> one : all) {
                total.add(one.get());
            }
            double gets = total.count() * (double) cell.depth();
            return new double[] {gets * 1e9 / (System.nanoTime() - start), total.mean() / 1e3,
                total.quantile(0.5) / 1e3, total.quantile(0.99) / 1e3,
                (SYSTEM.getProcessCpuTime() - processor) / gets / 1e3};
        }
    }

    private static Callable<LogHistogram> loop(Cell cell, int keys, int valueSize, int seconds, ClientOpener opening,
            SplittableRandom random, CountDownLatch ready, CountDownLatch go) {
        return () -> {
            LogHistogram times = new LogHistogram();
            long[] some = new long[cell.depth()];
            byte[] value = new byte[valueSize];
            try (BareClient client = opening.open()) {
                client.get(some);
                ready.countDown();
                go.await();
                long end = System.nanoTime() + seconds * 1_000_000_000L;
                for (long before = System.nanoTime(), after; before < end; before = after) {
                    for (int i = 0; i < some.length; i++) {
                        some[i] = random.nextLong(keys);
                    }
                    boolean puts = random.nextInt(100) >= cell.readPercent();
                    if (puts) {
                        random.nextBytes(value);
                    }
                    before = System.nanoTime();
                    if (puts) {
                        client.put(some[0], value);
                    } else {
                        client.get(some);
                    }
                    after = System.nanoTime();
                    times.record(after - before);
                }
            } finally {
                ready.countDown();
            }
            return times;
        };
    }
}
