package dev.tidemark.core.workload.measures;

import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How far counters grew between two moments. A count of which the beginning is missing, or which began anew
 * in between, has no difference: taken as it stands it would be a total of another time. Then the sum that it belongs
 * to has none either, as the rest of it would pass for all.
 */
final class CounterGrowth {

    private CounterGrowth() {}

    /**
     * The growth of some counters of all nodes together.
     *
     * @return empty when none of them was counted, or one of them not from the one moment to the other
     */
    static OptionalDouble between(List<TimedSnapshot> from, List<TimedSnapshot> to, List<String> names) {
        return between(from, to, MetricSnapshot::ofTarget, names);
    }

    /** The same of the nodes of some readings, which need not be a target's. */
    static OptionalDouble between(List<TimedSnapshot> from, List<TimedSnapshot> to, Predicate<MetricSnapshot> of,
            List<String> names) {
        List<Optional<Double>> grown = Stream.concat(from.stream(), to.stream()).map(TimedSnapshot::reading)
                .filter(of).map(MetricSnapshot::node).distinct()
                .flatMap(node -> names.stream().map(name -> grown(count(from, node, name), count(to, node, name))))
                .filter(Objects::nonNull).toList();
        return grown.isEmpty() || grown.contains(Optional.<Double>empty()) ? OptionalDouble.empty()
                : OptionalDouble.of(grown.stream().mapToDouble(Optional::orElseThrow).sum());
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
