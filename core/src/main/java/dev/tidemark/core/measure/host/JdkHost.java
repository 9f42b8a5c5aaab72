package dev.tidemark.core.measure.host;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;

/**
 * This machine as far as the JDK tells on every system: work of the processors, of one kind, and memory; no devices.
 * The JDK gives the work since the last call as a share, which is added up here.
 */
final class JdkHost implements HostSource {

    private final Clock clock;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private long last;
    private double busy;
    private double idle;

    JdkHost(Clock clock) {
        this.clock = clock;
        this.last = clock.nanoTime();
    }

    @Override
    public List<MetricSnapshot> read() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)) {
            return List.of();
        }
        Map<String, Double> counters = new HashMap<>();
        long now = clock.nanoTime();
        double load = system.getCpuLoad();
        if (load >= 0) {
            double seconds = cores * (now - last) / 1e9;
            busy += load * seconds;
            idle += (1 - load) * seconds;
            counters.put(HostCounters.CPU_USER, busy);
            counters.put(HostCounters.CPU_IDLE, idle);
        }
        last = now;
        double memory = system.getTotalMemorySize();
        return List.of(new MetricSnapshot(MetricSnapshot.HOST, counters, Map.of(HostCounters.CORES, (double) cores,
                HostCounters.MEMORY, memory, HostCounters.MEMORY_USED, memory - system.getFreeMemorySize())));
    }
}
