package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * How much had been done on one of several instances, by the moments at which it was read: nanoseconds since the
 * iteration's start, none outside the headline phase.
 */
public record InstanceProgress(TreeMap<Long, Double> read) {

    /** One for each instance; none where there is only one. */
    public static List<InstanceProgress> of(IterationDetail detail, PhaseSpan phase) {
        Map<String, InstanceProgress> byNode = new LinkedHashMap<>();
        for (TimedSnapshot taken : detail.readings()) {
            Double units = taken.reading().counters().get(MetricSnapshot.UNITS);
            boolean ofInstance = taken.reading().node().startsWith(MetricSnapshot.INSTANCE) && units != null
                    && !taken.moment().equals(TimedSnapshot.SETTLED);
            if (ofInstance) {
                byNode.computeIfAbsent(taken.reading().node(), n -> new InstanceProgress(new TreeMap<>())).read()
                        .merge(Math.clamp(taken.at(), phase.start(), phase.end()), units, Math::max);
            }
        }
        return List.copyOf(byNode.values());
    }

    /** Units done from a moment on; between two readings as if at an even pace. */
    public double since(long moment) {
        Map.Entry<Long, Double> before = read.floorEntry(moment);
        Map.Entry<Long, Double> after = read.ceilingEntry(moment);
        double then;
        if (before == null || after == null) {
            then = before == null ? after.getValue() : before.getValue();
        } else {
            long between = after.getKey() - before.getKey();
            double part = between == 0 ? 0 : (double) (moment - before.getKey()) / between;
            then = before.getValue() + part * (after.getValue() - before.getValue());
        }
        return read.lastEntry().getValue() - then;
    }
}
