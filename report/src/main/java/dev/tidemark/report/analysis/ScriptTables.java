package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.report.analysis.table.Row;

/** What the operations of scripts did, and what each statement took, in runs of a report. */
public final class ScriptTables {

    /** The most that are shown of iterations that are not ranked, where no other is. */
    private static final int UNRANKED = 3;

    /**
     * A run.
     *
     * @param name      what tells its row apart, or its number
     * @param iteration its number in the report
     */
    public record Run(String name, int iteration, ScriptFigures figures) {}

    private ScriptTables() {}

    /**
     * The iteration nearest to the mean of each of the first rows and of the defaults; where no row is ranked, the
     * first iterations.
     *
     * @param details raw data of an iteration by its id
     * @param most    rows, beside the defaults
     */
    public static List<Run> of(Report report, LongFunction<IterationDetail> details, int most) {
        Set<Row> rows = new LinkedHashSet<>(report.table().rows().stream().limit(most).toList());
        report.defaultRow().ifPresent(rows::add);
        List<Run> runs = new ArrayList<>();
        for (Row row : rows) {
            run(report, report.describe(row), BackgroundTables.typical(row, report.objective().measure()), details)
                    .ifPresent(runs::add);
        }
        if (rows.isEmpty()) {
            Unranked.of(report).iterations().stream().limit(UNRANKED)
                    .forEach(i -> run(report, "", i, details).ifPresent(runs::add));
        }
        return runs;
    }

    private static Optional<Run> run(Report report, String name, Iteration iteration,
            LongFunction<IterationDetail> details) {
        int number = report.numbering().of(iteration);
        return !report.results().workload().equals(ScriptFigures.WORKLOAD) ? Optional.empty()
                : ScriptFigures.of(details.apply(iteration.id()))
                        .map(figures -> new Run(name.isEmpty() ? "iteration " + number : name, number, figures));
    }
}
