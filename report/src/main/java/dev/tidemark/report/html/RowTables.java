package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Columns;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.RankedGrids;
import dev.tidemark.report.model.Value;

/** The tables of rows and of iterations as they are looked at: sorted, unfolded, with the columns that are chosen. */
final class RowTables {

    /** As many rows as the file holds. */
    static final int MOST_ROWS = 500;

    /** A file may be read anywhere, and is the same wherever it is made. */
    static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Report report;
    private final ReportView view;
    private final ColumnNames columns;
    private final RankedGrids grids;

    RowTables(Report report, ReportView view) {
        this.report = report;
        this.view = view;
        this.columns = ColumnNames.of(report.table());
        this.grids = new RankedGrids(report);
    }

    /** As many lines as the file holds, and the columns that are chosen. */
    Grid shown(Grid grid) {
        return chosen(grid.first(MOST_ROWS, leftOut(MOST_ROWS, grid.lines().size(), "--tsv")));
    }

    /** A grid's first column stays. */
    private Grid chosen(Grid grid) {
        Column first = grid.columns().isEmpty() ? null : grid.columns().getFirst();
        return grid.withColumns(c -> c == first ? c : hidden(c));
    }

    private Column hidden(Column c) {
        return c.hidden(!c.name().isEmpty() && !view.columns().isEmpty() && !view.columns().contains(c.name()));
    }

    /** The table of all settings, sorted and unfolded as chosen. */
    Grid all() {
        Table table = report.table();
        List<Row> rows = sorted(table).stream().limit(MOST_ROWS).toList();
        Grid whole = grids.of(table, rows);
        List<Measure> measures = table.common();
        List<Line> lines = new ArrayList<>();
        int there = 0;
        for (Row row : rows) {
            if (lines.size() >= MOST_ROWS) {
                break;
            }
            Line folded = whole.lines().get(there++);
            boolean several = row.iterations().size() > 1;
            lines.add(several ? folded.folding(grids.iterations(row, " ")) : folded);
            if (view.apart() && several) {
                row.iterations().forEach(i -> lines.add(new Line(false, "iteration " + report.numbering().of(i),
                        run(table, measures, i), "", true)));
            }
        }
        return chosen(new Grid(whole.title(), "", whole.note(), whole.columns(), lines,
                leftOut(there, table.rows().size(), "--tsv"))).withColumns(this::sorted);
    }

    private Column sorted(Column c) {
        return view.sort().filter(s -> s.column().equals(c.name())).map(s -> c.sorted(s.down())).orElse(c);
    }

    /** What has no value comes last either way. */
    List<Row> sorted(Table table) {
        if (view.sort().isEmpty()) {
            return table.rows();
        }
        ReportView.Sort sort = view.sort().get();
        List<Row> rows = new ArrayList<>(table.rows());
        columns.settingIn(sort.column()).ifPresent(setting -> {
            Comparator<SettingValue> order = sort.down() ? Comparator.reverseOrder() : Comparator.naturalOrder();
            rows.sort(Comparator.comparing((Row r) -> r.level(setting) == SettingValue.ABSENT)
                    .thenComparing(r -> r.level(setting), order));
        });
        columns.measureIn(sort.column()).ifPresent(measure -> {
            Comparator<Double> order = sort.down() ? Comparator.reverseOrder() : Comparator.naturalOrder();
            rows.sort(Comparator.comparing(r -> r.cell(measure).map(Cell::mean).orElse(null),
                    Comparator.nullsLast(order)));
        });
        return rows;
    }

    /** One repeat below the row that it is folded in, whose settings it shares. */
    private List<Value> run(Table table, List<Measure> measures, Iteration i) {
        List<Value> cells = new ArrayList<>();
        table.dimensions().columns().forEach(c -> cells.add(Value.of(cells.isEmpty() ? "round " + (i.round() + 1)
                : "")));
        if (grids.showsDurability()) {
            cells.add(Value.of(""));
        }
        measures.forEach(m -> cells.add(Value.of(m, i)));
        return cells;
    }

    String leftOut(int there, int rows, String option) {
        return there >= rows ? "" : "The first " + there + " of " + rows + " rows; "
                + ShellCommand.of("report", report.label(), option) + " has them all.";
    }

    Grid iterations() {
        List<Iteration> all = report.results().iterations();
        // All that the table above shows is here, too: its rows are unfolded from these.
        List<String> settings = Stream.concat(report.table().dimensions().columns().stream(),
                Dimensions.of(all).columns().stream()).distinct().toList();
        Columns<Iteration> columns = new Columns<Iteration>()
                .with(Column.numbers("iteration"), i -> Value.of(report.numbering().of(i)))
                .with(Column.numbers("round"), i -> Value.of(i.round() + 1))
                .with(Column.words("state"), i -> Value.of(StateWords.of(i.state())))
                .withEach(settings, grids::setting, (i, c) -> i.setting(c).map(s -> Value.of(SettingValue.of(s)))
                        .orElse(Value.noData()))
                .withEach(report.table().common(), grids::measure, (i, m) -> Value.of(m, i));
        return new Grid("Every iteration", "", "", columns.all().stream().map(this::hidden).toList(),
                all.stream().limit(MOST_ROWS).map(i -> new Line(false, SECOND.format(i.started()), columns.values(i)))
                .toList(), leftOut(MOST_ROWS, all.size(), "--raw"));
    }
}
