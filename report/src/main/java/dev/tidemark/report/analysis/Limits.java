package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/** What held the runs whose load was set by a rate, where the target did not keep up with it. */
final class Limits {

    /** Only open loops have it. */
    private static final String WAIT = "wait.p99";
    private static final String KEPT_UP = "which the target kept up with";
    /** Raw data are read for each. */
    private static final int MOST = 10;

    private Limits() {}

    /**
     * The sentences that were found then, of the first run of each of the first rows.
     *
     * @param describe a row's settings in words; empty where nothing varies
     */
    static List<String> notes(Table table, LongFunction<IterationDetail> details, Function<Row, String> describe) {
        List<Row> open = table.rows().stream()
                .filter(r -> r.iterations().getFirst().value(WAIT).isPresent()).toList();
        List<String> notes = new ArrayList<>();
        open.stream().limit(MOST).forEach(r -> held(r, details).ifPresent(why -> notes.add(describe.apply(r).isEmpty()
                ? why : "With " + describe.apply(r) + ": " + why)));
        if (open.size() > MOST) {
            notes.add("What held the " + (open.size() - MOST) + " further rows at a rate is not told here.");
        }
        return notes;
    }

    private static Optional<String> held(Row row, LongFunction<IterationDetail> details) {
        return row.iterations().stream().map(Iteration::id).findFirst()
                .flatMap(id -> Bottleneck.told(details.apply(id).events()))
                .filter(why -> why.startsWith(Bottleneck.BEGINS) && !why.contains(KEPT_UP));
    }
}
