package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Table;

/** What pauses of the generator's JVM may have done to percentiles. */
final class Pauses {

    /** The highest percentile that is told. */
    private static final double HIGHEST = 99.9;
    /** Below it, of very short runs, a percentile says no more than that. */
    private static final double MEDIAN = 50;

    private Pauses() {}

    /** The sentence about the iterations of a table; empty where pauses can have touched no percentile that is told. */
    static Optional<String> touched(Table table) {
        List<Iteration> iterations = table.rows().stream().flatMap(row -> row.iterations().stream()).toList();
        List<Double> from = iterations.stream().map(i -> i.value(HostMeasures.PAUSES_FROM.name()))
                .flatMap(Optional::stream).map(MeasuredValue::number).filter(p -> p < HIGHEST).sorted().toList();
        if (from.isEmpty()) {
            return Optional.empty();
        }
        double least = from.getFirst();
        String where = iterations.size() == 1 ? "" : " in " + from.size() + " of " + iterations.size() + " iterations";
        return Optional.of((least < MEDIAN ? "Most latencies" : "The slowest " + Numbers.fixed(100 - least, 2)
                + " % of latencies") + " may be pauses of the generator, "
                + "not of the target: garbage collection stood it still for up to " + Numbers.fixed(100 - least, 2)
                + " % of the time" + where + ", also while it waited for answers.");
    }
}
