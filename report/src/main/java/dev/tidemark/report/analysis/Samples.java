package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** The numbers of a row's runs, and comparing those of two rows. */
final class Samples {

    /**
     * From this many common rounds on, runs are compared pair by pair. Below it the t quantile of n - 1 degrees of
     * freedom costs more than taking out the drift between rounds gains; Welch's test is then valid all the same,
     * only cautious.
     */
    private static final int ENOUGH_PAIRS = 5;

    private record Pass(long batch, int round) implements Comparable<Pass> {
        @Override
        public int compareTo(Pass other) {
            return batch == other.batch ? Integer.compare(round, other.round) : Long.compare(batch, other.batch);
        }
    }

    private Samples() {}

    /** How many times as large the measure is in {@code other} as in {@code base}; empty where a number is not above 0. */
    static Optional<Comparison> compare(Measure measure, Row base, Row other) {
        double[] a = values(measure, base);
        double[] b = values(measure, other);
        if (a.length == 0 || b.length == 0
                || DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).anyMatch(v -> v <= 0)) {
            return Optional.empty();
        }
        Map<Pass, Double> byPassA = byPass(measure, base);
        Map<Pass, Double> byPassB = byPass(measure, other);
        boolean samePasses = byPassA.keySet().equals(byPassB.keySet()) && byPassA.size() == a.length
                && byPassB.size() == b.length;
        return Optional.of(samePasses && a.length >= ENOUGH_PAIRS
                ? Comparison.paired(numbers(byPassA), numbers(byPassB)) : Comparison.independent(a, b));
    }

    static double[] values(Measure measure, Row row) {
        return row.iterations().stream().flatMap(i -> i.value(measure.name()).stream())
                .mapToDouble(v -> v.number()).toArray();
    }

    private static Map<Pass, Double> byPass(Measure measure, Row row) {
        Map<Pass, Double> passes = new TreeMap<>();
        for (Iteration i : row.iterations()) {
            i.value(measure.name()).ifPresent(v -> passes.put(new Pass(i.batch(), i.round()), v.number()));
        }
        return passes;
    }

    private static double[] numbers(Map<Pass, Double> passes) {
        return passes.values().stream().mapToDouble(v -> v).toArray();
    }
}
