package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Throughput;

/**
 * What iterations did that are not ranked, to their end: stopped, failed and interrupted ones, of whose numbers nobody
 * knows what they would have become, invalid ones, and those with too little recall. They are shown, and in no other
 * table, effect or best group.
 *
 * @param iterations those that measured anything, in order of execution
 * @param table      a row for each, which also says which it is and how it ended; no row is better than another
 */
public record Unranked(List<Iteration> iterations, Table table) {

    private static final String ITERATION = "iteration";
    private static final String STATE = "state";
    private static final String ELAPSED = "elapsed";

    public Unranked {
        iterations = List.copyOf(iterations);
    }

    public static Unranked of(Report report) {
        List<Iteration> measured = measured(report.excluded());
        Dimensions all = Dimensions.of(report.results().iterations());
        List<String> columns = new ArrayList<>(List.of(ITERATION, STATE));
        all.columns().stream().filter(c -> !columns.contains(c)).forEach(columns::add);
        List<Measure> measures = measures(report).stream()
                .filter(m -> measured.stream().anyMatch(i -> i.value(m.name()).isPresent())).toList();
        List<Row> rows = measured.stream().map(i -> row(i, report, columns, measures)).toList();
        return new Unranked(measured,
                new Table("Not ranked: to the end of each", new Dimensions(List.of(), all.varied(),
                columns), measures, rows, RowComparisons.of(report.objective(), report.results(), List.of(), _ -> 0),
                ""));
    }

    public boolean isEmpty() {
        return iterations.isEmpty();
    }

    /** How many were done per second comes first: how long one lasted that was interrupted says nothing. */
    private static List<Measure> measures(Report report) {
        List<Measure> measures = new ArrayList<>(Throughput.of(report.results()).stream().toList());
        measures.add(report.objective().measure());
        measures.addAll(report.results().measures().all());
        return measures.stream().distinct().toList();
    }

    private static List<Iteration> measured(List<Iteration> excluded) {
        return excluded.stream().filter(i -> i.state() != IterationState.RUNNING && !i.values().isEmpty()).toList();
    }

    private static Row row(Iteration i, Report report, List<String> columns, List<Measure> measures) {
        Map<String, SettingValue> point = new LinkedHashMap<>();
        columns.forEach(c -> point.put(c, Tables.level(i, c)));
        point.put(ITERATION, SettingValue.named(String.valueOf(report.numbering().of(i))));
        point.put(STATE, SettingValue.named(report.state(i)));
        Map<String, Cell> cells = new LinkedHashMap<>();
        measures.forEach(m -> Tails.cell(m, List.of(i)).ifPresent(cell -> cells.put(m.name(), cell)));
        return new Row(point, List.of(i), cells, false);
    }

    /** The settings and facts to show of a label: of what is ranked, or where nothing is, of what is not. */
    public static Dimensions dimensions(Report report) {
        return report.table().rows().isEmpty() ? Dimensions.of(report.excluded()) : report.table().dimensions();
    }

    /** What can be said of a label whose only iteration was interrupted; empty for any other. */
    static Optional<String> answer(LabelResults results) {
        if (results.iterations().size() != 1 || !isInterrupted(results.iterations().getFirst())) {
            return Optional.empty();
        }
        Iteration only = results.iterations().getFirst();
        String why = only.verdict().isEmpty() ? "" : ": " + only.verdict().replaceFirst("\\.$", "");
        Optional<Double> seconds = only.value(ELAPSED).map(MeasuredValue::number);
        return Optional.of("The only iteration " + StateWords.verb(only.state()) + (seconds.isEmpty()
                ? " before anything was measured" + why + ". There is nothing to rank."
                : " after " + Numbers.time(seconds.get()) + " of load" + why + "." + rate(results, only)
                        + " It is not ranked."));
    }

    private static String rate(LabelResults results, Iteration only) {
        return Throughput.of(results).flatMap(m -> only.value(m.name()).map(v -> " Until then it did "
                + Numbers.figure(v.number(), m.decimals()) + Numbers.unit(m) + ".")).orElse("");
    }

    private static boolean isInterrupted(Iteration i) {
        return switch (i.state()) {
            case STOPPED, FAILED, INTERRUPTED -> true;
            case RUNNING, DONE, INVALID -> false;
        };
    }
}
