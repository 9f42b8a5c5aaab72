package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;

/** Folds iterations into ranked rows. */
public final class Tables {

    private Tables() {}

    /** All of a report's iterations. */
    public static Table whole(Objective objective, LabelResults results, List<Iteration> usable) {
        return whole(objective, results, usable, _ -> 0);
    }

    /**
     * The same beside other runs of the label, of which something is claimed, too.
     *
     * @param others as of {@link RowComparisons#of}
     */
    public static Table whole(Objective objective, LabelResults results, List<Iteration> usable,
            LongToIntFunction others) {
        Table table = of("All settings", objective, results.measures(), usable,
                rows -> RowComparisons.of(objective, results, rows, others));
        return new Table(table.title(), table.dimensions(), table.measures(), table.rows(), table.comparisons(),
                withSessions(table));
    }

    /** @param comparisons of the whole report's rows */
    static Table part(String title, Objective objective, MeasureSet measures, List<Iteration> usable,
            RowComparisons comparisons) {
        return of(title, objective, measures, usable, rows -> comparisons);
    }

    private static Table of(String title, Objective objective, MeasureSet measures, List<Iteration> usable,
            Function<List<Row>, RowComparisons> comparisons) {
        Dimensions dimensions = Dimensions.of(usable);
        List<Row> rows = fold(dimensions, measures.plus(MeasureSet.of(objective.measure())).all(), usable);
        String name = objective.measure().name();
        rows.sort(Comparator.comparing(objective::isOpen).<Double>thenComparing(r -> r.cell(name).map(Cell::mean)
                .orElse(null),
                Comparator.nullsLast(objective.order())));
        List<Measure> shown = new ArrayList<>();
        shown.add(objective.measure());
        measures.all().stream().filter(m -> !m.name().equals(name)).forEach(shown::add);
        Set<String> valued = new HashSet<>();
        rows.forEach(r -> valued.addAll(r.cells().keySet()));
        shown.removeIf(m -> !valued.contains(m.name()));
        RowComparisons compared = comparisons.apply(rows);
        return new Table(title, dimensions, shown, marked(rows, dimensions, objective, compared).stream()
                .map(r -> compared.isImported(r) ? r.measuredElsewhere() : r).toList(), compared,
                errorNote(rows, objective, compared));
    }

    static Table missing(String title, RowComparisons comparisons, String note) {
        return new Table(title, Dimensions.of(List.of()), List.of(), List.of(), comparisons, note);
    }

    private static List<Row> fold(Dimensions dimensions, List<Measure> measures, List<Iteration> usable) {
        Map<Map<String, SettingValue>, List<Iteration>> groups = new LinkedHashMap<>();
        for (Iteration iteration : usable) {
            groups.computeIfAbsent(point(dimensions.columns(), iteration), p -> new ArrayList<>()).add(iteration);
        }
        List<Row> rows = new ArrayList<>();
        groups.forEach((point, iterations) -> rows.add(new Row(point, iterations, cells(measures, iterations), false)));
        return rows;
    }

    private static Map<String, SettingValue> point(List<String> columns, Iteration iteration) {
        Map<String, SettingValue> point = new LinkedHashMap<>();
        columns.forEach(c -> point.put(c, level(iteration, c)));
        return point;
    }

    public static SettingValue level(Iteration iteration, String name) {
        return iteration.setting(name).map(SettingValue::of).orElse(SettingValue.ABSENT);
    }

    private static Map<String, Cell> cells(List<Measure> measures, List<Iteration> iterations) {
        Map<String, List<MeasuredValue>> values = byMeasure(iterations);
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (Measure measure : measures) {
            List<MeasuredValue> of = values.get(measure.name());
            if (of != null) {
                cells.put(measure.name(),
                        new Cell(Estimate.of(of.stream().mapToDouble(MeasuredValue::number).toArray()),
                        of.stream().anyMatch(MeasuredValue::atLeast), Tails.isAnyMaximum(measure.name(), values)));
            }
        }
        return cells;
    }

    /** In one pass over the values: an iteration has a hundred, and has each once. */
    private static Map<String, List<MeasuredValue>> byMeasure(List<Iteration> iterations) {
        Map<String, List<MeasuredValue>> values = new HashMap<>();
        for (Iteration iteration : iterations) {
            for (MeasuredValue measuredValue : iteration.values()) {
                values.computeIfAbsent(measuredValue.measure(), m -> new ArrayList<>()).add(measuredValue);
            }
        }
        return values;
    }

    /**
     * Marks the best group: the best row, and all that are not significantly worse than it; a group of its own under
     * each of the conditions, which nobody can choose, and in each class of durability, which nobody gives up for speed
     * without knowing. A row is judged by the first that it can be compared with; where
     * there is none, it may be best as far as anyone knows.
     */
    private static List<Row> marked(List<Row> rows, Dimensions dimensions, Objective objective,
            RowComparisons comparisons) {
        Function<Row, List<Object>> conditions = r -> Stream.concat(Stream.of(r.durability()),
                dimensions.conditions().stream().map(d -> r.level(d.name()))).toList();
        Map<List<Object>, List<Row>> rivals = rows.stream().filter(r -> isKnown(r, objective))
                .collect(Collectors.groupingBy(conditions));
        return rows.stream().map(r -> isKnown(r, objective)
                && isBest(r, rivals.get(conditions.apply(r)), objective, comparisons) ? r.inBestGroup() : r).toList();
    }

    private static boolean isKnown(Row row, Objective objective) {
        return row.cell(objective.measure().name()).isPresent();
    }

    private static boolean isBest(Row row, List<Row> ranked, Objective objective, RowComparisons comparisons) {
        return objective.isUndecided(ranked.getFirst(), row)
                || !(comparisons.isJudged(row) && isBeaten(row, ranked, comparisons));
    }

    private static boolean isBeaten(Row row, List<Row> ranked, RowComparisons comparisons) {
        for (Row better : ranked) {
            if (better == row) {
                return false;
            }
            Optional<Boolean> beaten = comparisons.isBeaten(row, better);
            if (beaten.isPresent()) {
                return beaten.get();
            }
        }
        return false;
    }

    /** That no row is judged, and why. */
    static String undecided(RowComparisons comparisons) {
        return FindingText.capital(comparisons.whyUnjudged()) + ", so every row may be best.";
    }

    /** The note of a table of all rows, with how many sessions or rounds they were measured in where some have none in common. */
    private static String withSessions(Table table) {
        RowComparisons comparisons = table.comparisons();
        boolean noted = !comparisons.isInterleaved() && table.note().equals(undecided(comparisons));
        return noted ? table.note() : comparisons.partedBy(table.rows()).map(parts -> (table.note()
                + " The rows were measured in " + parts + ", one after the other: between two that have none in common, "
                + "the difference between " + parts.split(" ")[1] + " is part of what is seen, and nothing is significant.")
                .strip()).orElse(table.note());
    }

    private static String errorNote(List<Row> rows, Objective objective, RowComparisons comparisons) {
        long single = rows.stream().filter(r -> r.cell(objective.measure().name())
                .map(c -> c.estimate().runs() == 1).orElse(false)).count();
        String one = comparisons.oneValue();
        return single == 0 ? rows.size() < 2 || rows.stream().anyMatch(comparisons::isJudged) ? ""
                : undecided(comparisons) : single == rows.size()
                ? "One " + one + (rows.size() == 1 ? ": no confidence interval."
                        : " each: no confidence interval, so every row may be best.")
                : single + " of " + rows.size() + " rows have one " + one
                + ": their error is unknown, so they may be best.";
    }
}
