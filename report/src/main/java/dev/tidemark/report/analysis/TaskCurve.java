package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Bend;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Table;

/**
 * How a measure goes with the size of a task: what it is at both ends, and where the curve between them bends. No size
 * is better than another.
 */
final class TaskCurve {

    private static final int LEAST = 2;

    private TaskCurve() {}

    /** Over each number of the task, with all else as in the first row: a sentence each. */
    static List<String> notes(Measure measure, Table table) {
        if (table.rows().isEmpty() || table.dimensions().chosen().isEmpty()) {
            return List.of();
        }
        Row first = table.rows().getFirst();
        List<String> notes = new ArrayList<>();
        for (Dimension over : table.dimensions().conditions()) {
            List<Dimension> fixed = table.dimensions().varied().stream().filter(d -> d != over).toList();
            sentence(measure, over, table.rows().stream().filter(r -> fixed.stream()
                    .allMatch(d -> d.same(first.level(d.name()), r.level(d.name())))).toList(), table.comparisons())
                    .ifPresent(sentence -> notes.add("With " + Effects.describe(fixed, first) + ": " + sentence));
        }
        return notes;
    }

    /** @param rows that differ in this alone; empty where there are few, or it is no number */
    static Optional<String> sentence(Measure measure, Dimension over, List<Row> rows, RowComparisons comparisons) {
        List<Row> along = rows.stream().filter(r -> r.cell(measure.name()).isPresent())
                .filter(r -> r.level(over.name()).number() != null)
                .sorted(Comparator.comparing(r -> r.level(over.name()).number())).toList();
        if (along.size() < LEAST || along.size() < rows.size()) {
            return Optional.empty();
        }
        return Optional.of(measure.title() + " " + end(measure, over, along.getFirst()) + " and "
                + end(measure, over, along.getLast())
                + bend(measure, over, along, comparisons.together(along)) + ".");
    }

    private static String end(Measure measure, Dimension over, Row row) {
        return Numbers.sentence(measure, row.cell(measure.name()).orElseThrow()) + " with " + over.describe(row);
    }

    /**
     * Empty where nothing but the least is known of a value: a curve may bend there only because it was cut.
     *
     * @param together the runs of passes that all rows had: what passes and sessions differ by bends a curve, too
     */
    private static String bend(Measure measure, Dimension over, List<Row> along, Set<Long> together) {
        List<SettingValue> levels = along.stream().map(row -> row.level(over.name())).toList();
        Optional<SettingValue> unit = levels.stream().filter(level -> level.number() > 0).findFirst();
        if (unit.isEmpty() || along.stream().anyMatch(row -> row.cell(measure.name()).orElseThrow().atLeast())) {
            return "";
        }
        List<double[]> runs = along.stream().flatMap(row -> row.iterations().stream().filter(i -> together.contains(i.id()))
                .flatMap(i -> value(i, measure).stream())
                .map(v -> new double[] {row.level(over.name()).number(), v})).toList();
        double step = unit.get().number();
        return Bend.of(runs.stream().mapToDouble(r -> r[0]).toArray(), runs.stream().mapToDouble(r -> r[1]).toArray())
                .map(b -> "; the curve bends at "
                        + levels.stream().filter(level -> level.number() == b.at()).findFirst().orElseThrow() + ": "
                        + slope(measure, b.before() * step) + " for each " + unit.get() + " more up to there, "
                        + slope(measure, b.after() * step) + " beyond").orElse("");
    }

    private static Optional<Double> value(Iteration run, Measure measure) {
        return run.value(measure.name()).map(MeasuredValue::number);
    }

    private static String slope(Measure measure, double slope) {
        return (slope < 0 ? "−" : "+") + Numbers.rounded(Math.abs(slope)) + Numbers.unit(measure);
    }
}
