package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.chart.DimensionCharts;
import dev.tidemark.report.chart.IndexSizeChart;
import dev.tidemark.report.chart.RecallCurves;

/** The tables behind charts over a setting. */
public final class ChartGrids {

    private ChartGrids() {}

    /** A measure over a setting, a column for each line. */
    public static Grid curve(DimensionCharts.Curve curve) {
        Measure measure = curve.measure();
        return over(measure.title() + " over " + curve.dimension() + (curve.by().isEmpty() ? "" : ", by " + curve.by()),
                "", curve.dimension(), curve.levels(), curve.lines(), l -> Column.numbers(l.name().isEmpty()
                ? measure.title() : l.name(), measure.unit()), _ -> measure, DimensionCharts.Line::points);
    }

    /** The measures of a chart over the size of an index. */
    public static Grid bySize(IndexSizeChart chart) {
        return over("Response time and disk reads over " + chart.dimension(), chart.kept().isEmpty() ? "" : "With "
                + chart.kept() + ".", chart.dimension(), chart.levels(), chart.lines(), l -> Column.of(l.measure()),
                IndexSizeChart.Line::measure, IndexSizeChart.Line::points);
    }

    /** @param points of a line, for each level what was measured, or null where nothing was measured */
    private static <L> Grid over(String title, String kept, String dimension, List<SettingValue> levels, List<L> lines,
            Function<L, Column> column, Function<L, Measure> measure, Function<L, List<Cell>> points) {
        List<Column> columns = Stream.concat(Stream.of(Column.words(dimension)), lines.stream().map(column)).toList();
        return new Grid(title, kept, "", columns, IntStream.range(0, levels.size()).mapToObj(i -> Line.of(Stream.concat(
                Stream.of(Value.of(levels.get(i))), lines.stream().map(l -> Optional.ofNullable(points.apply(l).get(i))
                .map(cell -> Value.of(measure.apply(l), cell)).orElse(Value.noData()))).toList())).toList());
    }

    /** Recall and response, a line for each point. */
    public static Grid recall(RecallCurves curves) {
        boolean several = curves.lines().size() > 1;
        List<Column> columns = new ArrayList<>(List.of(Column.numbers(RecallCurves.CANDIDATES),
                Column.of(curves.recall()), Column.of(curves.response())));
        if (several) {
            columns.addFirst(Column.words(curves.by()));
        }
        return new Grid(curves.title(), columns, curves.lines().stream().flatMap(line -> line.points().stream()
                .map(point -> {
                    List<Value> values = new ArrayList<>(List.of(Value.of(point.candidates()),
                            Value.of(curves.recall(), point.recall()), Value.of(curves.response(), point.response())));
                    if (several) {
                        values.addFirst(Value.of(line.name()));
                    }
                    return Line.of(values);
                })).toList());
    }
}
