package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Value;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Folds iterations into ranked rows. */
final class Tables {

    private Tables() {}

    static Table of(String title, Objective objective, MeasureSet measures, List<Iteration> usable) {
        Dimensions dimensions = Dimensions.of(usable);
        List<Row> rows = fold(dimensions, measures.plus(MeasureSet.of(objective.measure())).all(), usable);
        String name = objective.measure().name();
        rows.sort(Comparator.<Row, Double>comparing(r -> r.cell(name).map(Cell::mean).orElse(null),
                Comparator.nullsLast(objective.order())));
        List<Measure> shown = new ArrayList<>();
        shown.add(objective.measure());
        measures.all().stream().filter(m -> !m.name().equals(name)).forEach(shown::add);
        shown.removeIf(m -> rows.stream().noneMatch(r -> r.cell(m.name()).isPresent()));
        return new Table(title, dimensions, shown, marked(rows, objective), errorNote(rows, objective));
    }

    static Table missing(String title, String note) {
        return new Table(title, Dimensions.of(List.of()), List.of(), List.of(), note);
    }

    private static List<Row> fold(Dimensions dimensions, List<Measure> measures, List<Iteration> usable) {
        Map<Map<String, Level>, List<Iteration>> groups = new LinkedHashMap<>();
        for (Iteration iteration : usable) {
            groups.computeIfAbsent(point(dimensions.columns(), iteration), p -> new ArrayList<>()).add(iteration);
        }
        List<Row> rows = new ArrayList<>();
        groups.forEach((point, iterations) -> rows.add(new Row(point, iterations, cells(measures, iterations), false)));
        return rows;
    }

    private static Map<String, Level> point(List<String> columns, Iteration iteration) {
        Map<String, Level> point = new LinkedHashMap<>();
        columns.forEach(c -> point.put(c, level(iteration, c)));
        return point;
    }

    static Level level(Iteration iteration, String name) {
        return iteration.setting(name).map(Level::of).orElse(Level.ABSENT);
    }

    private static Map<String, Cell> cells(List<Measure> measures, List<Iteration> iterations) {
        Map<String, List<Value>> values = byMeasure(iterations);
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (Measure measure : measures) {
            List<Value> of = values.get(measure.name());
            if (of != null) {
                cells.put(measure.name(), new Cell(Estimate.of(of.stream().mapToDouble(Value::number).toArray()),
                        of.stream().anyMatch(Value::atLeast), Tails.isAnyMaximum(measure.name(), values)));
            }
        }
        return cells;
    }

    /** In one pass over the values: an iteration has a hundred, and has each once. */
    private static Map<String, List<Value>> byMeasure(List<Iteration> iterations) {
        Map<String, List<Value>> values = new HashMap<>();
        for (Iteration iteration : iterations) {
            for (Value value : iteration.values()) {
                values.computeIfAbsent(value.measure(), m -> new ArrayList<>()).add(value);
            }
        }
        return values;
    }

    /** Marks the best row and all that cannot be told from it, among all comparisons with the best. */
    private static List<Row> marked(List<Row> rows, Objective objective) {
        if (rows.isEmpty() || rows.getFirst().cell(objective.measure().name()).isEmpty()) {
            return rows;
        }
        Row best = rows.getFirst();
        double[] p = Comparison.holm(rows.stream().mapToDouble(
                r -> r == best ? Double.NaN : objective.compare(best, r).map(Comparison::p).orElse(Double.NaN)).toArray());
        return IntStream.range(0, rows.size())
                .mapToObj(i -> i == 0 || p[i] >= Comparison.LEVEL ? rows.get(i).inBestGroup() : rows.get(i)).toList();
    }

    private static String errorNote(List<Row> rows, Objective objective) {
        long single = rows.stream().filter(r -> r.cell(objective.measure().name())
                .map(c -> c.estimate().runs() == 1).orElse(false)).count();
        return single == 0 ? "" : single == rows.size()
                ? rows.size() == 1 ? "One run: error unknown." : "One run each: error unknown."
                : single + " of " + rows.size() + " rows have one run: their error is unknown.";
    }
}
