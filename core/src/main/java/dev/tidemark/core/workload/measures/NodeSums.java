package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * Figures of all nodes together: how far counters grew between two moments, and levels, as {@link EngineMeasures#together}
 * has it. A count of which the beginning is missing, or which began anew in between as its server did, has no difference: taken as it stands it would be a total of
 * another time. Then the sum that it belongs to has none either, as the rest of it would pass for all.
 */
public final class NodeSums {

    private NodeSums() {}

    /**
     * The growth of some counters of all nodes of a target together.
     *
     * @return empty when none of them was counted, or one of them not from the one moment to the other
     */
    public static OptionalDouble growth(List<TimedSnapshot> from, List<TimedSnapshot> to, List<String> names) {
        return growth(from, to, MetricSnapshot::ofTarget, names);
    }

    /** The same between two moments of an iteration; empty where one fell in between, too, whatever it came to later. */
    static OptionalDouble growth(IterationDetail detail, String from, String to, List<String> names) {
        return growth(detail, from, to, MetricSnapshot::ofTarget, names);
    }

    /** The same of the nodes of some readings, which need not be a target's. */
    static OptionalDouble growth(IterationDetail detail, String from, String to, Predicate<MetricSnapshot> of,
            List<String> names) {
        OptionalDouble grown = growth(detail.readings(from), detail.readings(to), of, names);
        return grown.isPresent() && fell(detail, from, to, of, names) ? OptionalDouble.empty() : grown;
    }

    private static boolean fell(IterationDetail detail, String from, String to, Predicate<MetricSnapshot> of,
            List<String> names) {
        Map<List<String>, Double> before = new HashMap<>();
        return between(detail, from, to, of)
                .anyMatch(reading -> names.stream().filter(reading.counters()::containsKey).anyMatch(name -> {
                    double now = reading.counters().get(name);
                    Double last = before.put(List.of(reading.node(), name), now);
                    return last != null && now < last;
                }));
    }

    /** What some nodes told from their first reading at one moment to their last at another: others' may be later. */
    private static Stream<MetricSnapshot> between(IterationDetail detail, String from, String to,
            Predicate<MetricSnapshot> of) {
        List<TimedSnapshot> theirs = detail.readings().stream().filter(taken -> of.test(taken.reading()))
                .sorted(Comparator.comparingLong(TimedSnapshot::at)).toList();
        LongSummaryStatistics bounds = theirs.stream().filter(taken -> taken.moment().equals(from)
                || taken.moment().equals(to)).mapToLong(TimedSnapshot::at).summaryStatistics();
        return theirs.stream().filter(taken -> taken.at() >= bounds.getMin() && taken.at() <= bounds.getMax())
                .map(TimedSnapshot::reading);
    }

    private static OptionalDouble growth(List<TimedSnapshot> from, List<TimedSnapshot> to, Predicate<MetricSnapshot> of,
            List<String> names) {
        List<Optional<Double>> grown = Stream.concat(from.stream(), to.stream()).map(TimedSnapshot::reading)
                .filter(of).map(MetricSnapshot::node).distinct()
                .flatMap(node -> names.stream().map(name -> grown(count(from, node, name), count(to, node, name))))
                .filter(Objects::nonNull).toList();
        return grown.isEmpty() || grown.contains(Optional.<Double>empty()) ? OptionalDouble.empty()
                : OptionalDouble.of(grown.stream().mapToDouble(Optional::orElseThrow).sum());
    }

    /**
     * A gauge of all nodes of a target together, at a moment of an iteration.
     *
     * @return empty when none of them tells it, or one does not that told it at the start, as it cannot be reached
     */
    static OptionalDouble level(IterationDetail detail, String moment, Measure measure) {
        Map<String, Double> levels = levels(detail.readings(moment), measure.name());
        Set<String> before = levels(detail.readings(TimedSnapshot.START), measure.name()).keySet();
        return levels.isEmpty() || !levels.keySet().containsAll(before) ? OptionalDouble.empty()
                : OptionalDouble.of(EngineMeasures.together(measure.unit(), levels.values()));
    }

    /** The largest reading of a gauge at one of the target's nodes, from the start of the headline phase to its end. */
    static OptionalDouble largest(IterationDetail detail, String name) {
        return between(detail, TimedSnapshot.START, TimedSnapshot.END, MetricSnapshot::ofTarget)
                .map(reading -> reading.gauges().get(name)).filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue).max();
    }

    private static Map<String, Double> levels(List<TimedSnapshot> at, String name) {
        return at.stream().map(TimedSnapshot::reading)
                .filter(reading -> reading.ofTarget() && reading.gauges().containsKey(name))
                .collect(Collectors.toMap(MetricSnapshot::node, reading -> reading.gauges().get(name), Double::sum));
    }

    /** Whether a counter was counted at a moment by some node. */
    static boolean isCounted(List<TimedSnapshot> at, String... names) {
        return at.stream().map(TimedSnapshot::reading).filter(MetricSnapshot::ofTarget)
                .anyMatch(metricSnapshot -> Arrays.stream(names).anyMatch(metricSnapshot.counters()::containsKey));
    }

    /** @return null where it is not counted at all; empty where its growth is not known */
    private static Optional<Double> grown(Double before, Double after) {
        if (before == null && after == null) {
            return null;
        }
        return before == null || after == null || after < before ? Optional.empty() : Optional.of(after - before);
    }

    private static Double count(List<TimedSnapshot> at, String node, String name) {
        return at.stream().map(TimedSnapshot::reading).filter(r -> r.node().equals(node))
                .map(r -> r.counters().get(name)).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
