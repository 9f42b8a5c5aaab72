package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Measure;
import java.util.List;

/**
 * Ranked rows of some iterations.
 *
 * @param title      what is shown, as in {@code Varying shards, others at the optimum}
 * @param dimensions the fixed and varied settings among these very iterations
 * @param measures   measures with a value in at least one row, the objective first
 * @param rows       best first
 * @param note       what must be said about it: what is missing, that the error is unknown; empty for nothing
 */
public record Table(String title, Dimensions dimensions, List<Measure> measures, List<Row> rows, String note) {

    public Table {
        measures = List.copyOf(measures);
        rows = List.copyOf(rows);
    }

    /** What each group of workers did. */
    public ByGroup byGroup() {
        return ByGroup.of(this);
    }

    /** The measures of runs as a whole. */
    public List<Measure> common() {
        return byGroup().common(measures);
    }
}
