package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.chart.DimensionCharts;

/**
 * What can be chosen on a report's page, as it is chosen now.
 *
 * @param settings   columns of settings
 * @param measures   columns of measures
 * @param repeats    whether there are any to be shown separately
 * @param sorts      what the table can be sorted by
 * @param objectives what the report can be ranked by
 * @param x          settings along the axis of the first chart over a setting
 * @param lines      settings that make its lines
 * @param y          measures that it can show
 * @param view       as it is chosen now
 * @param usual      whether nothing is chosen
 */
public record ViewOptions(List<Column> settings, List<Column> measures, boolean repeats, List<Option> sorts,
        List<Option> objectives, List<Option> x, List<Option> lines, List<Option> y, ReportView view, boolean usual) {

    /** So many measures are shown unless others are chosen: they are declared in the order in which they matter. */
    private static final int USUAL = 14;

    /**
     * A column.
     *
     * @param name  as {@link ColumnNames} has it
     * @param first whether it is the first, which stays
     */
    public record Column(String name, String title, String unit, String help, boolean shown, boolean first) {}

    /** One of several. */
    public record Option(String value, String title, boolean selected) {}

    /** @param main the first chart over a setting, if there is one */
    static ViewOptions of(Report report, ReportView view, Optional<DimensionCharts.Curve> main) {
        Table table = report.table();
        ColumnNames names = ColumnNames.of(table);
        List<String> shown = view.columns().isEmpty() ? usual(table) : view.columns();
        String first = names.all().stream().findFirst().orElse("");
        List<Column> settings = table.dimensions().columns().stream().map(c -> column(names.setting(c).orElseThrow(), c,
                "", "", shown, first)).toList();
        List<Column> measures = table.common().stream()
                .map(m -> column(names.measure(m.name()).orElseThrow(), m.title(),
                m.unit(), m.help(), shown, first)).toList();
        List<String> axes = main.isEmpty() ? List.of() : ReportView.axes(report);
        return new ViewOptions(settings, measures, table.rows().stream().anyMatch(r -> r.iterations().size() > 1),
                sorts(report, view), table.common().stream().filter(m -> m.better() != Direction.NEITHER)
                        .map(m -> measure(m, report.objective().measure().name())).toList(),
                axes.stream().map(a -> new Option(a, a, main.get().dimension().equals(a))).toList(),
                Stream.concat(Stream.of(new Option(ReportView.NONE, "one line",
                        main.map(c -> c.by().isEmpty()).orElse(true))), axes.stream().map(a -> new Option(a, a,
                        main.get().by().equals(a)))).toList(),
                main.isEmpty() ? List.of() : table.common().stream().map(m -> measure(m, main.get().measure().name()))
                        .toList(),
                view, view.equals(ReportView.USUAL));
    }

    private static Column column(String name, String title, String unit, String help, List<String> shown,
            String first) {
        return new Column(name, title, unit, help, shown.contains(name) || name.equals(first), name.equals(first));
    }

    /** The columns that are shown unless others are chosen. */
    static List<String> usual(Table table) {
        return ColumnNames.of(table).all().stream().limit(table.dimensions().columns().size() + USUAL).toList();
    }

    /** The measures among them. */
    static List<Measure> usualMeasures(Table table) {
        return table.common().stream().limit(USUAL).toList();
    }

    private static Option measure(Measure m, String selected) {
        return new Option(m.name(), m.heading(), m.name().equals(selected));
    }

    /** The rank; settings upwards; measures with their better end first; and what is chosen, if it is none of these. */
    private static List<Option> sorts(Report report, ReportView view) {
        String chosen = view.sort().map(ReportView.Sort::toString).orElse("");
        ColumnNames names = ColumnNames.of(report.table());
        List<Option> sorts = new ArrayList<>(List.of(new Option("", "rank", chosen.isEmpty())));
        report.table().dimensions().columns().forEach(c -> {
            String value = names.setting(c).orElseThrow();
            sorts.add(new Option(value, c, chosen.equals(value)));
        });
        report.table().common().forEach(m -> {
            String value = (m.better() == Direction.HIGHER ? "-" : "") + names.measure(m.name()).orElseThrow();
            sorts.add(new Option(value, m.title(), chosen.equals(value)));
        });
        if (sorts.stream().noneMatch(Option::selected)) {
            String column = view.sort().map(ReportView.Sort::column).orElse("");
            String title = names.measureIn(column).flatMap(name -> report.table().common().stream()
                    .filter(m -> m.name().equals(name)).map(Measure::title).findFirst())
                    .or(() -> names.settingIn(column)).orElse(column);
            sorts.add(new Option(chosen, title + (chosen.startsWith("-") ? ", downwards" : ", upwards"), true));
        }
        return sorts;
    }
}
