package dev.tidemark.bench;

import module java.base;
import dev.tidemark.core.measure.host.HostSampler;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** What watching the machine costs: the processor time of the sampler's threads while it samples as in a run. */
final class SamplerBench {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private SamplerBench() {}

    static void run(int seconds, Path folder) {
        Clock clock = Clock.system();
        LongAdder readings = new LongAdder();
        Set<Long> before = threads();
        try (HostSampler sampler = HostSampler.of(clock, clock.nanoTime(), Optional.empty(), false, List.of(folder),
                List.of(), reading -> readings.increment(), System.err::println)) {
            sampler.start();
            long start = clock.nanoTime();
            clock.sleepUntil(start + seconds * 1_000_000_000L);
            Set<Long> own = threads();
            own.removeAll(before);
            long cpu = own.stream().mapToLong(THREADS::getThreadCpuTime).filter(nanos -> nanos > 0).sum();
            System.out.printf("%d readings in %d s took %.1f ms of processor time: %.3f %% of one core%n",
                    readings.sum(), seconds, cpu / 1e6, 100.0 * cpu / (clock.nanoTime() - start));
        }
    }

    private static Set<Long> threads() {
        Set<Long> ids = new HashSet<>();
        Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds())).filter(t -> t != null)
                .map(ThreadInfo::getThreadId).forEach(ids::add);
        return ids;
    }
}
