package dev.tidemark.core.measure.host;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.result.MetricSnapshot;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** This process, which makes the load, and in which an embedded target runs. */
public final class GeneratorProcess implements HostSource {

    private final double cores;

    /** @param pseudo tells of its machine */
    GeneratorProcess(ProcFs pseudo) {
        long all = LinuxHost.processors(pseudo);
        cores = all > 0 ? all : Runtime.getRuntime().availableProcessors();
    }

    @Override
    public List<MetricSnapshot> read() {
        Map<String, Double> counters = new HashMap<>();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            put(counters, HostCounters.CPU, system.getProcessCpuTime() / 1e9);
        }
        if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
            put(counters, HostCounters.ALLOCATED, threads.getTotalThreadAllocatedBytes());
        }
        List<GarbageCollectorMXBean> pausing = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(gc -> pauses(gc.getName())).toList();
        counters.put(HostCounters.GC_PAUSE, pausing.stream().mapToDouble(gc -> gc.getCollectionTime() / 1e3).sum());
        counters.put(HostCounters.GC_COUNT, pausing.stream().mapToDouble(GarbageCollectorMXBean::getCollectionCount)
                .sum());
        Map<String, Double> gauges = new HashMap<>(Map.of(
                HostCounters.CORES, cores,
                HostCounters.HEAP_USED, (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()));
        Environment.cpuQuota().ifPresent(quota -> {
            gauges.put(HostCounters.QUOTA_CORES, quota.cores());
            counters.put(HostCounters.QUOTA_PERIODS, quota.periods());
            counters.put(HostCounters.QUOTA_THROTTLED, quota.throttled());
        });
        return List.of(new MetricSnapshot(MetricSnapshot.GENERATOR, counters, gauges));
    }

    /**
     * Whether what a JVM tells of such a garbage collector is time in which it stood still: those that work beside the
     * program report their cycles, which stop nothing, apart from their pauses.
     */
    public static boolean pauses(String collector) {
        return !collector.endsWith("Cycles");
    }

    private static void put(Map<String, Double> counters, String name, double number) {
        if (number >= 0) {
            counters.put(name, number);
        }
    }
}
