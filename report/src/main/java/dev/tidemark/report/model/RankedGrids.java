package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.ByGroup;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Table;

/** The tables of rows that a report has: the main one, sub-tables, what is not ranked, and groups of workers. */
public final class RankedGrids {

    private static final Column DURABILITY = Column.badges(Durability.FACT, "What an acknowledged write survives; "
            + "classes are ranked apart. " + Arrays.stream(Durability.values())
            .map(d -> d.word() + ": " + d.meaning() + ".").collect(Collectors.joining(" ")));

    private final Report report;
    private final ColumnNames names;
    /** Asked of the whole table once, not for each of its rows. */
    private final boolean showsDurability;

    public RankedGrids(Report report) {
        this.report = report;
        this.names = ColumnNames.of(report.table());
        this.showsDurability = report.table().showsDurability();
    }

    /** Whether rows have a badge that tells what an acknowledged write survives. */
    public boolean showsDurability() {
        return showsDurability;
    }

    /** A table whose title tells all. */
    public Grid of(Table table) {
        return of(table, table.rows());
    }

    /** The same with only some of its rows: of thousands, a page shows hundreds. */
    public Grid of(Table table, List<Row> rows) {
        return of(table, "", rows, table.common());
    }

    /** The same beside {@link #costs}, unless it is by one of them that it is ranked. */
    public Grid withoutCosts(Table table) {
        return of(table, "", table.rows(), table.common().stream()
                .filter(m -> !OperationCosts.isCost(m) || m == report.objective().measure()).toList());
    }

    /** What one operation of each row cost, whichever columns are chosen; empty where nothing of that was counted. */
    public Optional<Grid> costs(Table table) {
        List<Measure> costs = table.common().stream().filter(OperationCosts::isCost)
                .map(m -> m.titled(OperationCosts.heading(m))).toList();
        return Optional.of(of(table.titled("What one operation cost"), "", table.rows(), costs).withoutNote()
                .withColumns(c -> c.named(""))).filter(_ -> !costs.isEmpty());
    }

    /** A table beside which stand the values at which the other dimensions are kept. */
    public Grid subTable(Table table) {
        return of(table, table.dimensions().fixed().stream()
                .filter(f -> report.table().dimensions().columns().contains(f.name()))
                .map(FixedSetting::toString).collect(Collectors.joining(" · ")), table.rows(), table.common());
    }

    private Grid of(Table table, String kept, List<Row> rows, List<Measure> measures) {
        boolean ranks = table.ranks();
        List<Column> columns = new ArrayList<>();
        table.dimensions().columns().forEach(c -> columns.add(setting(table.dimensions(), c)
                .named(names.setting(c).orElse(""))));
        if (showsDurability) {
            columns.add(DURABILITY);
        }
        measures.forEach(m -> columns.add(measure(m).needed(m == measures.getFirst())));
        String legend = table.legend();
        return new Grid(table.title(), kept, (legend + " " + table.note()).strip(), columns, rows.stream()
                .map(row -> new Line(ranks && row.best(), about(row), values(table, measures, row))).toList());
    }

    /** The column of a measure, which can be chosen where the main table has it. */
    public Column measure(Measure measure) {
        return Column.of(measure).named(names.measure(measure.name()).orElse(""));
    }

    /** The column of a setting that is not known to be a number, and can be chosen where the main table has it. */
    public Column setting(String name) {
        return Column.words(name).named(names.setting(name).orElse(""));
    }

    private static Column setting(Dimensions dimensions, String name) {
        return Column.of(name, kind(dimensions, name));
    }

    /** How the values of a setting stand below each other. */
    public static Column.Kind kind(Dimensions dimensions, String name) {
        List<SettingValue> levels = dimensions.find(name).map(Dimension::levels).orElse(List.of());
        boolean numbers = dimensions.find(name).isPresent() && levels.stream()
                .allMatch(l -> l.number() != null || l == SettingValue.ABSENT);
        return !numbers ? Column.Kind.WORDS : levels.contains(SettingValue.ABSENT) ? Column.Kind.SPARSE
                : Column.Kind.NUMBERS;
    }

    private List<Value> values(Table table, List<Measure> measures, Row row) {
        return Stream.of(settings(table, row), badges(row), measures.stream().map(m -> Value.of(m, row.cell(m.name()))))
                .flatMap(s -> s).toList();
    }

    /** What stands between a row's settings and its measures. */
    private Stream<Value> badges(Row row) {
        return showsDurability
                ? Stream.of(Value.of(row.durability().map(Durability::word).orElse("not stated"))) : Stream.empty();
    }

    private static Stream<Value> settings(Table table, Row row) {
        return table.dimensions().columns().stream().map(c -> Value.of(row.level(c)));
    }

    /** A line for each group of workers of each row of the main table; none where all workers were one. */
    public Grid byGroup() {
        Table table = report.table();
        ByGroup by = table.byGroup();
        List<Column> columns = new ArrayList<>();
        table.dimensions().columns().forEach(c -> columns.add(setting(table.dimensions(), c)));
        columns.add(Column.words("group"));
        by.measures().forEach(m -> columns.add(measure(m).needed(m == by.measures().getFirst())));
        return new Grid("By group of workers", columns, table.rows().stream().flatMap(row -> by.of(row).stream()
                .map(group -> new Line(false, about(row), Stream.of(settings(table, row), Stream.of(Value.of(group)),
                        by.measures().stream().map(m -> Value.of(m, by.cell(row, group, m)))).flatMap(s -> s)
                        .toList()))).toList());
    }

    private String about(Row row) {
        return (row.iterations().size() == 1 ? "iteration " : "iterations ") + iterations(row, ", ");
    }

    /** The numbers of the iterations that are folded in a row. */
    public String iterations(Row row, String between) {
        return row.iterations().stream().map(i -> String.valueOf(report.numbering().of(i)))
                .collect(Collectors.joining(between));
    }
}
