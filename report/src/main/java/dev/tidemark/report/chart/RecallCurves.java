package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.query.MeanRecall;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;

/**
 * What recall costs: response over recall while the number of candidates grows, a line for each combination of the
 * other settings. Points that are not ranked for their recall are on it, too.
 *
 * @param recall   the measure along the axis, in percent
 * @param response the measure that is drawn, on a logarithmic axis
 * @param by       names of the other settings that vary; empty for a single line
 * @param least    recall from which on points are ranked, in percent, where it is one for all
 * @param lines    in the order of their first iterations
 */
public record RecallCurves(Measure recall, Measure response, String by, Optional<Double> least, List<Line> lines) {

    public static final String CANDIDATES = "candidates";
    private static final String RESPONSE = "response.mean";
    /** More cannot be distinguished. */
    private static final int LINES = 12;

    /** A point of a line. */
    public record Point(SettingValue candidates, Estimate recall, Cell response) {}

    /**
     * The points of one combination of the other settings, fewest candidates first. @param name empty for the only one
     */
    public record Line(String name, List<Point> points) {}

    public RecallCurves {
        lines = List.copyOf(lines);
    }

    public String title() {
        return response.title() + " over recall" + (by.isEmpty() ? "" : ", by " + by);
    }

    /** Empty where recall was not measured, or candidates were not varied. */
    public static Optional<RecallCurves> of(Report report) {
        Optional<Measure> recall = report.results().measures().find(MeanRecall.RECALL);
        Optional<Measure> response = report.results().measures().find(RESPONSE);
        List<Iteration> usable = report.results().usable().stream()
                .filter(i -> i.value(MeanRecall.RECALL).isPresent()).toList();
        if (recall.isEmpty() || response.isEmpty() || usable.isEmpty() || !report.rates().isEmpty()
                || !report.ramps().isEmpty()) {
            return Optional.empty();
        }
        Table all = Tables.whole(report.objective(), report.results(), usable);
        if (all.dimensions().find(CANDIDATES).isEmpty()) {
            return Optional.empty();
        }
        List<Dimension> others = all.dimensions().varied().stream().filter(d -> !d.name().equals(CANDIDATES)).toList();
        List<Line> lines = lines(all.rows(), others);
        return lines.stream().noneMatch(l -> l.points().size() > 1) ? Optional.empty()
                : Optional.of(new RecallCurves(recall.get(), response.get(), others.stream().map(Dimension::name)
                .collect(Collectors.joining(", ")), least(usable), lines));
    }

    private static List<Line> lines(List<Row> rows, List<Dimension> others) {
        Map<String, List<Row>> byName = new LinkedHashMap<>();
        rows.stream().sorted(Comparator.comparingLong(r -> r.iterations().getFirst().id())).forEach(r -> byName
                .computeIfAbsent(others.stream().map(d -> d.describe(r)).collect(Collectors.joining(" · ")),
                _ -> new ArrayList<>()).add(r));
        return byName.entrySet().stream().limit(LINES).map(e -> new Line(e.getKey(), e.getValue().stream()
                .flatMap(r -> point(r).stream()).sorted(Comparator.comparing(Point::candidates)).toList()))
                .filter(l -> !l.points().isEmpty()).toList();
    }

    private static Optional<Point> point(Row row) {
        Optional<Estimate> recall = row.cell(MeanRecall.RECALL).map(Cell::estimate);
        Optional<Cell> response = row.cell(RESPONSE).filter(cell -> cell.mean() > 0);
        return recall.isEmpty() || response.isEmpty() ? Optional.empty()
                : Optional.of(new Point(row.level(CANDIDATES), recall.get(), response.get()));
    }

    private static Optional<Double> least(List<Iteration> usable) {
        List<Optional<Double>> all = usable.stream().map(MeanRecall::least).distinct().toList();
        return all.size() == 1 ? all.getFirst() : Optional.empty();
    }
}
