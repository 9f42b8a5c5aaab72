package dev.tidemark.report.analysis.table;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import java.util.List;

/** The numbers of independent runs. */
public final class RunSamples {

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
}
