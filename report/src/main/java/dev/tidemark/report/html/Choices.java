package dev.tidemark.report.html;

import dev.tidemark.core.result.Better;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Table;
import dev.tidemark.report.chart.Curves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can be chosen on a report's page, as it is chosen now.
 *
 * @param settings   columns of settings
 * @param measures   columns of measures
 * @param repeats    whether there are any to be told apart
 * @param sorts      what the table can be sorted by
 * @param objectives what the report can be ranked by
 * @param x          settings along the axis of the first chart over a setting
 * @param lines      settings that make its lines
 * @param y          measures that it can show
 * @param view       as it is chosen now
 * @param usual      whether nothing is chosen
 */
public record Choices(List<Column> settings, List<Column> measures, boolean repeats, List<Option> sorts,
        List<Option> objectives, List<Option> x, List<Option> lines, List<Option> y, ReportView view, boolean usual) {

    /** So many measures are shown unless others are chosen: they are declared in the order in which they matter. */
    private static final int USUAL = 14;

    /** A column. @param first whether it is the first, which stays */
    public record Column(String name, String title, String unit, String help, boolean shown, boolean first) {}

    /** One of several. */
    public record Option(String value, String title, boolean selected) {}

    /** @param main the first chart over a setting, if there is one */
    static Choices of(Report report, ReportView view, Optional<Curves.Curve> main) {
        Table table = report.table();
        List<String> shown = view.columns().isEmpty() ? usual(table) : view.columns();
        String first = ReportView.columns(report).stream().findFirst().orElse("");
        List<Column> settings = table.dimensions().columns().stream().map(c -> new Column(c, c, "", "",
                shown.contains(c) || c.equals(first), c.equals(first))).toList();
        List<Column> measures = table.common().stream().map(m -> new Column(m.name(), m.title(), m.unit(), m.help(),
                shown.contains(m.name()) || m.name().equals(first), m.name().equals(first))).toList();
        List<String> axes = main.isEmpty() ? List.of() : ReportView.axes(report);
        return new Choices(settings, measures, table.rows().stream().anyMatch(r -> r.iterations().size() > 1),
                sorts(report, view), table.common().stream().map(m -> measure(m, report.objective().measure().name()))
                        .toList(),
                axes.stream().map(a -> new Option(a, a, main.get().dimension().equals(a))).toList(),
                Stream.concat(Stream.of(new Option(ReportView.NONE, "one line",
                        main.map(c -> c.by().isEmpty()).orElse(true))), axes.stream().map(a -> new Option(a, a,
                        main.get().by().equals(a)))).toList(),
                main.isEmpty() ? List.of() : table.common().stream().map(m -> measure(m, main.get().measure().name()))
                        .toList(),
                view, view.equals(ReportView.USUAL));
    }

    /** The columns that are shown unless others are chosen. */
    static List<String> usual(Table table) {
        return Stream.concat(table.dimensions().columns().stream(),
                table.common().stream().limit(USUAL).map(Measure::name)).toList();
    }

    private static Option measure(Measure m, String selected) {
        return new Option(m.name(), m.heading(), m.name().equals(selected));
    }

    /** The rank; settings upwards; measures with their better end first; and what is chosen, if it is none of these. */
    private static List<Option> sorts(Report report, ReportView view) {
        String chosen = view.sort().map(ReportView.Sort::toString).orElse("");
        List<Option> sorts = new ArrayList<>(List.of(new Option("", "rank", chosen.isEmpty())));
        report.table().dimensions().columns().forEach(c -> sorts.add(new Option(c, c, chosen.equals(c))));
        report.table().common().forEach(m -> {
            String value = (m.better() == Better.HIGHER ? "-" : "") + m.name();
            sorts.add(new Option(value, m.title(), chosen.equals(value)));
        });
        if (sorts.stream().noneMatch(Option::selected)) {
            String column = view.sort().map(ReportView.Sort::column).orElse("");
            String title = report.table().common().stream().filter(m -> m.name().equals(column)).map(Measure::title)
                    .findFirst().orElse(column);
            sorts.add(new Option(chosen, title + (chosen.startsWith("-") ? ", downwards" : ", upwards"), true));
        }
        return sorts;
    }
}
