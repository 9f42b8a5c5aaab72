package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.HostCounters;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.report.Numbers;

/**
 * When the stored data grew beyond the memory that could hold it: the engine's own cache, and what the runner, the
 * server or the machine had for the page cache. How much is stored at a moment is known by arithmetic, as the sum of the
 * values, or else from the engine's size on disk; in between it is taken to grow evenly. Where neither is known nothing
 * is marked.
 */
final class MemoryCrossings {

    private static final double NANOS = 1e9;
    private static final String CACHE = "the engine's cache";
    private static final String RUNNER = "the runner's memory";
    private static final String SERVER = "the server's memory";

    private MemoryCrossings() {}

    /** Bytes that are stored at a moment, in seconds since the iteration's start. */
    private record Stored(double at, double bytes) {}

    /**
     * @param atBegin bytes that were stored when the load began; null where arithmetic does not tell
     * @param windows in order
     */
    static List<IterationSeries.Flag> of(IterationDetail detail, Double atBegin, List<IterationSeries.Window> windows) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        boolean counted = atBegin != null;
        List<Stored> stored = counted ? byArithmetic(headline.get(), atBegin, windows) : onDisk(detail);
        List<IterationSeries.Flag> flags = new ArrayList<>();
        limits(detail).forEach((name, bytes) -> when(stored, bytes).ifPresent(at -> {
            String how = at <= stored.getFirst().at() ? "were larger from the beginning than " : "outgrew ";
            flags.add(new IterationSeries.Flag(at, IterationSeries.CROSSING, "beyond " + name, "Stored data " + how
                    + name + " (" + size(name, bytes) + (counted ? ")." : ", by the size on disk).")));
        }));
        return flags;
    }

    /** Memory in the units in which the environment tells it, a cache in those in which it was asked for. */
    private static String size(String name, double bytes) {
        return name.equals(CACHE) ? Numbers.roundedBytes(bytes) : Numbers.memory(bytes);
    }

    /** What holds data in memory, by its name, in bytes. */
    private static Map<String, Double> limits(IterationDetail detail) {
        Map<String, Double> limits = new LinkedHashMap<>();
        gauge(detail, MetricSnapshot.MEMORY, MetricSnapshot.ENGINE_CACHE).filter(bytes -> bytes > 0)
                .ifPresent(bytes -> limits.put(CACHE, bytes));
        gauge(detail, MetricSnapshot.MEMORY, MetricSnapshot.MEMORY_LIMIT)
                .ifPresent(bytes -> limits.put(RUNNER, bytes));
        gauge(detail, MetricSnapshot.MEMORY, MetricSnapshot.SERVER_LIMIT)
                .ifPresent(bytes -> limits.put(SERVER, bytes));
        if (!limits.containsKey(RUNNER) && !limits.containsKey(SERVER)) {
            gauge(detail, MetricSnapshot.HOST, HostCounters.MEMORY)
                    .ifPresent(bytes -> limits.put("the machine's memory", bytes));
        }
        return limits;
    }

    private static Optional<Double> gauge(IterationDetail detail, String node, String gauge) {
        return detail.readings(TimedSnapshot.START).stream().map(TimedSnapshot::reading)
                .filter(r -> r.node().equals(node)).flatMap(r -> Optional.ofNullable(r.gauges().get(gauge)).stream())
                .findFirst();
    }

    private static List<Stored> byArithmetic(PhaseSpan headline, double atBegin, List<IterationSeries.Window> windows) {
        List<Stored> stored = new ArrayList<>(List.of(new Stored(headline.start() / NANOS, atBegin)));
        windows.stream().filter(w -> w.work() != null && w.work().stored() != null)
                .forEach(w -> stored.add(new Stored(Math.min(w.end(), headline.end() / NANOS), w.work().stored())));
        return stored;
    }

    /** From the readings before and during the load; those of several nodes at one interval's end are summed. */
    private static List<Stored> onDisk(IterationDetail detail) {
        Map<String, Double> sizes = new TreeMap<>();
        List<Stored> stored = new ArrayList<>();
        for (TimedSnapshot reading : detail.readings()) {
            Double bytes = reading.reading().gauges().get(EngineMeasures.ON_DISK_SIZE.name());
            if (bytes != null && reading.reading().ofTarget() && !reading.moment().equals(TimedSnapshot.SETTLED)) {
                sizes.put(reading.reading().node(), bytes);
                stored.add(new Stored(reading.at() / NANOS, sizes.values().stream().mapToDouble(b -> b).sum()));
            }
        }
        return stored;
    }

    /** When the data first were larger; empty where they never were. */
    private static Optional<Double> when(List<Stored> stored, double bytes) {
        for (int i = 0; i < stored.size(); i++) {
            Stored here = stored.get(i);
            if (here.bytes() > bytes) {
                if (i == 0) {
                    return Optional.of(here.at());
                }
                Stored before = stored.get(i - 1);
                double share = (bytes - before.bytes()) / (here.bytes() - before.bytes());
                return Optional.of(before.at() + share * (here.at() - before.at()));
            }
        }
        return Optional.empty();
    }
}
