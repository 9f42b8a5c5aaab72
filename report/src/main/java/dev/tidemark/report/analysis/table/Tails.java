package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;

/**
 * Percentiles that are no more than the largest value: by nearest rank p95 is that of fewer than 20 samples, p99 that of
 * fewer than 100, and p99.9 that of fewer than 1,000. One sample more or less makes them another number, so they are
 * marked. A percentile equals the maximum exactly where its rank is the last, or where no value was larger.
 */
public final class Tails {

    private static final List<String> PERCENTILES = List.of(".p95", ".p99", ".p99.9");
    private static final String MAXIMUM = ".max";

    private Tails() {}

    /** Whether an iteration's value is a percentile that is only its maximum. */
    public static boolean isMaximum(Iteration iteration, MeasuredValue measuredValue) {
        return maximumOf(measuredValue.measure()).flatMap(iteration::value)
                .filter(maximum -> maximum.number() == measuredValue.number()).isPresent();
    }

    /** A measure's mean over iterations with all that is known of it; empty where none of them has it. */
    public static Optional<Cell> cell(Measure measure, List<Iteration> iterations) {
        List<Iteration> measured = iterations.stream().filter(i -> i.value(measure.name()).isPresent()).toList();
        List<MeasuredValue> values = measured.stream().map(i -> i.value(measure.name()).orElseThrow()).toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(new Cell(
                Estimate.of(values.stream().mapToDouble(MeasuredValue::number).toArray()),
                values.stream().anyMatch(MeasuredValue::atLeast),
                IntStream.range(0, values.size()).anyMatch(i -> isMaximum(measured.get(i), values.get(i)))));
    }

    /** The same of any of several iterations. @param values of all measures, each by iteration */
    static boolean isAnyMaximum(String measure, Map<String, List<MeasuredValue>> values) {
        List<MeasuredValue> percentiles = values.getOrDefault(measure, List.of());
        List<MeasuredValue> maxima = maximumOf(measure).map(values::get).orElse(List.of());
        return percentiles.size() == maxima.size() && IntStream.range(0, maxima.size())
                .anyMatch(i -> percentiles.get(i).number() == maxima.get(i).number());
    }

    private static Optional<String> maximumOf(String measure) {
        return PERCENTILES.stream().filter(measure::endsWith)
                .map(end -> measure.substring(0, measure.length() - end.length()) + MAXIMUM).findFirst();
    }
}
