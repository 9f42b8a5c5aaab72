package dev.tidemark.report.analysis.table;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The numbers of independent runs, and comparing those of two sides. */
public final class RunSamples {

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

    /**
     * The number of one run.
     *
     * @param batch the batch that it belongs to
     * @param round its pass in that batch; runs of the same pass shared whatever drifts between passes
     * @param value the number
     */
    public record Run(long batch, int round, double value) {

        public static Run of(Iteration iteration, double value) {
            return new Run(iteration.batch(), iteration.round(), value);
        }
    }

    private RunSamples() {}

    /** The measure's number in each iteration that has it. */
    public static List<Run> runs(Measure measure, List<Iteration> iterations) {
        return iterations.stream().flatMap(i -> i.value(measure.name()).map(v -> Run.of(i, v.number())).stream())
                .toList();
    }

    /**
     * How many times as large the numbers of {@code other} are as those of {@code base}: pair by pair where enough of
     * them shared their passes, else as independent samples. Empty where a number is missing or not above 0.
     */
    public static Optional<Comparison> compare(List<Run> base, List<Run> other) {
        if (base.isEmpty() || other.isEmpty()
                || Stream.concat(base.stream(), other.stream()).anyMatch(r -> !(r.value() > 0))) {
            return Optional.empty();
        }
        Map<Pass, Double> byPassA = byPass(base);
        Map<Pass, Double> byPassB = byPass(other);
        boolean samePasses = byPassA.keySet().equals(byPassB.keySet()) && byPassA.size() == base.size()
                && byPassB.size() == other.size();
        return Optional.of(samePasses && base.size() >= ENOUGH_PAIRS
                ? Comparison.paired(numbers(byPassA), numbers(byPassB))
                : Comparison.independent(values(base), values(other)));
    }

    private static double[] values(List<Run> runs) {
        return runs.stream().mapToDouble(Run::value).toArray();
    }

    private static Map<Pass, Double> byPass(List<Run> runs) {
        Map<Pass, Double> passes = new TreeMap<>();
        runs.forEach(r -> passes.put(new Pass(r.batch(), r.round()), r.value()));
        return passes;
    }

    private static double[] numbers(Map<Pass, Double> passes) {
        return passes.values().stream().mapToDouble(v -> v).toArray();
    }
}
