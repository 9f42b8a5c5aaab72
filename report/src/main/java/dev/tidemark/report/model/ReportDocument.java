package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.RecoveryTable;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.ScriptTables;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.chart.IndexSizeChart;
import dev.tidemark.report.chart.RecallCurves;
import dev.tidemark.report.comparison.RunParts;
import dev.tidemark.report.model.Section.Figure;

/**
 * A report before anybody writes it: which parts it has, under which titles, with which sentences, tables and charts.
 * Writers say in which order the parts stand, and how each looks.
 */
public final class ReportDocument {

    private final Report report;
    private final LongFunction<IterationDetail> details;
    private final int rows;
    private final String bar;
    private final RankedGrids grids;

    /**
     * @param details raw data of an iteration by its id; read only for the parts that need them
     * @param rows    of how many rows, beside the defaults, single runs are told
     * @param bar     the character that draws throughputs in a table; empty where charts do that
     */
    public ReportDocument(Report report, LongFunction<IterationDetail> details, int rows, String bar) {
        this.report = report;
        this.details = details;
        this.rows = rows;
        this.bar = bar;
        this.grids = new RankedGrids(report);
    }

    /** A part in its sections; none where the report has nothing of the kind. */
    public List<Section> of(Part part) {
        return (switch (part) {
            case RATES -> rates();
            case RECALL -> RecallCurves.of(report).stream().map(curves -> Section.of("Recall", recall(curves)));
            case STYLES -> StyleCosts.of(report).stream().map(costs -> Section.of("Styles", styles(costs)));
            case RAMPS -> ramps();
            case CONFIRMATION -> report.confirmation().stream()
                    .map(c -> Section.of("Confirmation", List.of(grids.of(c.table()))));
            case TABLE -> table(grids.withoutCosts(report.table()));
            case COSTS -> grids.costs(report.table()).stream().flatMap(ReportDocument::table);
            case GROUPS -> table(grids.byGroup());
            case SUBTABLES -> subTables();
            case UNRANKED -> table(grids.of(Unranked.of(report).table()));
            case SCRIPTS -> sections("Operations and statements", "", ScriptTables.of(report, details, rows).stream()
                    .flatMap(run -> ScriptGrids.of(run).stream()).toList());
            case CUTS -> cuts();
            case SIZE -> IndexSizeChart.of(report).stream()
                    .map(size -> Section.of("Over the size of the index", size(size)));
            case RECOVERY -> Optional.of(RecoveryTable.of(report, details)).filter(t -> !t.isEmpty()).stream()
                    .map(t -> Section.of(RecoveryGrid.of(t)));
            case BACKGROUND -> background(BackgroundTables.of(report, details));
            case AGENTS -> Optional.of(AgentTable.of(report, details)).filter(t -> !t.isEmpty()).stream()
                    .map(t -> Section.of(AgentGrid.of(t)));
        }).toList();
    }

    /** Under one heading, of grids of which there may be none. */
    private static Stream<Section> sections(String title, String lead, List<Grid> grids) {
        return grids.isEmpty() ? Stream.empty() : Stream.of(new Section(title, lead, grids, List.of()));
    }

    private static Stream<Section> table(Grid grid) {
        return grid.lines().isEmpty() ? Stream.empty() : Stream.of(Section.of(grid));
    }

    /** Where there are several, a line for each; what the only one found is the headline. */
    private Stream<Section> rates() {
        boolean one = report.rates().size() == 1;
        return report.rates().isEmpty() ? Stream.empty() : Stream.of(new Section("Sustainable rate", "",
                one ? List.of() : List.of(RateGrids.points(report.rates())), report.rates().stream()
                .map(rate -> new Figure(one ? List.of() : rate.sentences(), "", RateGrids.curve(rate))).toList()));
    }

    /** What the only one found is the headline. */
    private Stream<Section> ramps() {
        boolean one = report.ramps().size() == 1;
        return report.ramps().isEmpty() ? Stream.empty() : Stream.of(new Section(one ? "The ramp" : "The ramps", "",
                List.of(), report.ramps().stream().map(ramp -> new Figure(one ? ramp.details() : ramp.sentences(), "",
                RampGrid.of(ramp, bar))).toList()));
    }

    private static Figure recall(RecallCurves curves) {
        return new Figure(List.of(), curves.least().isEmpty() ? "" : "Points left of the line are not ranked.",
                ChartGrids.recall(curves));
    }

    private Figure styles(StyleCosts costs) {
        return new Figure("What a document costs by each style", List.of(), "Milliseconds for each document; a request "
                + "of a batch is divided by its documents. Means.", StyleGrids.costs(report, costs));
    }

    /** By what stands beside the varied setting; what the note of the whole table says is not said again. */
    private Stream<Section> subTables() {
        Map<String, List<Grid>> byKind = new LinkedHashMap<>();
        for (Table table : report.subTables()) {
            String kind = table.title().substring(table.title().indexOf(", ") + 2);
            boolean said = !table.rows().isEmpty() && report.table().note().startsWith(table.note());
            Grid grid = grids.subTable(table);
            byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(said ? grid.withoutNote() : grid);
        }
        return byKind.entrySet().stream().map(e -> Section.of("Varying one setting, " + e.getKey(), e.getValue()));
    }

    /** The run of the first row, and that of the defaults. */
    private Stream<Section> cuts() {
        Set<Row> first = new LinkedHashSet<>(report.table().rows().stream().limit(1).toList());
        report.defaultRow().ifPresent(first::add);
        SequencedMap<String, RunParts> runs = new LinkedHashMap<>();
        Measure objective = report.objective().measure();
        first.forEach(row -> RunParts.of(details.apply(BackgroundTables.typical(row, objective).id())).ifPresent(
                parts -> runs.put(report.describe(row), parts)));
        return cuts(runs, report.results());
    }

    /** Runs hour by hour and those by the tenth. @param runs by their names */
    public static Stream<Section> cuts(SequencedMap<String, RunParts> runs, LabelResults results) {
        SequencedMap<String, List<Grid>> byTitle = new LinkedHashMap<>();
        runs.forEach((name, parts) -> byTitle.computeIfAbsent(parts.title(), _ -> new ArrayList<>())
                .add(RunGrids.parts(name, parts, results)));
        return byTitle.entrySet().stream().flatMap(e -> sections(e.getKey(), e.getKey() + ": ", e.getValue()));
    }

    private static Figure size(IndexSizeChart size) {
        return new Figure(List.of(), (size.kept().isEmpty() ? "" : "With " + size.kept() + ". ")
                + (size.reads().isPresent()
                ? "Reads are those of the disks beneath the index, by whatever on the machine." : "Disk reads are not known: no disk of this machine is known to hold the index."),
                ChartGrids.bySize(size));
    }

    /** What was done, and each task through the load, with the iterations beside each other. */
    private static Stream<Section> background(BackgroundTables background) {
        return background.tasks().isEmpty() ? Stream.empty() : sections("Background tasks", "Background tasks, ",
                Stream.concat(Stream.of(RunGrids.backgroundTotals(background)),
                background.tasks().stream().map(RunGrids::background)).toList());
    }
}
