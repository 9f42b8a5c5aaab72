package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.analysis.RecordedTexts;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.chart.DimensionCharts;
import dev.tidemark.report.chart.RecallCurves;
import dev.tidemark.report.model.ChartGrids;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Part;
import dev.tidemark.report.model.ReportDocument;
import dev.tidemark.report.model.RunGrids;
import dev.tidemark.report.model.Section.Figure;
import dev.tidemark.report.model.Section;

/** Turns a report into what the template shows. */
final class ReportPageBuilder {

    /** Of each kind; {@code show --slowest} has all that are kept. */
    private static final int MOST_OPERATIONS = 20;
    /** Rows whose operations and statements are shown, beside the defaults. */
    private static final int SCRIPT_ROWS = 3;
    private static final int MOST_STATEMENTS = 60;
    /**
     * Limits that keep the file small: reasons why iterations are not ranked, and those at the top, workers of an
     * iteration, kinds of disturbances at the top.
     */
    private static final int REASONS = 100;
    private static final int BANNER = 3;
    private static final int WORKERS = 64;
    private static final int DISTURBANCES = 2;

    private final Report report;
    private final LongFunction<IterationDetail> details;
    private final Measure objective;
    private final ReportView view;
    /** What the workload's units are called. */
    private final String unit;
    private final ReportDocument document;
    private final RowTables tables;
    private final TraceReader traces;
    private final Unranked unranked;

    ReportPageBuilder(Report report, LongFunction<IterationDetail> details, ReportView view) {
        this.report = report;
        this.details = details;
        this.objective = report.objective().measure();
        this.view = view;
        this.unit = Workloads.unit(report.results().workload());
        this.document = new ReportDocument(report, details, SCRIPT_ROWS, "");
        this.tables = new RowTables(report, view);
        this.traces = new TraceReader(report, details, unit);
        this.unranked = Unranked.of(report);
    }

    Page page() {
        // What a ramp raises is drawn as a ramp.
        List<DimensionCharts.Curve> usual = DimensionCharts.of(report).stream().filter(c -> ReportView.searched(report)
                .noneMatch(c.dimension()::equals)).toList();
        List<DimensionCharts.Curve> curves = chosen(usual);
        Dimensions dimensions = Unranked.dimensions(report);
        Hero hero = Hero.of(report, details);
        List<String> disturbances = traces.disturbances.sentences();
        return new Page(report.label(), report.size(), hero, banner(), Stream.concat(report.notes().stream(),
                disturbances.stream().limit(DISTURBANCES)).toList(),
                pairs(dimensions.settings()), pairs(dimensions.environment()), parts(), EffectPlot.of(report),
                curves.stream().map(c -> new Figure(List.of(), c.kept().isEmpty() ? "" : "With " + c.kept() + ".",
                        ChartGrids.curve(c))).toList(),
                tables.all(), single(), traces.section(unit), traces.shapes(), tables.iterations(), workers(), method(),
                Stream.concat(report.table().common().stream(), unranked.table().common().stream()).distinct()
                        .map(m -> new Page.Definition(m.title(), m.name(), m.unit(), m.help())).toList(),
                report.results().experiments(),
                Stream.concat(texts("The statements of ", RecordedTexts.scripts(report)), texts("What the server told: ",
                        RecordedTexts.serverTexts(report))).toList(),
                disturbances.stream().skip(DISTURBANCES).toList(), reasons(),
                HtmlReport.style(), HtmlReport.chartScript(), HtmlReport.pageScript(),
                ChartJson.safe(data(hero, curves, usual)), ViewOptions.of(report, view, curves.stream().findFirst()), traces.each.page(report.label()));
    }

    /** All parts but those that the page has in a form of its own. */
    private Map<Part, List<Section>> parts() {
        Map<Part, List<Section>> parts = new EnumMap<>(Part.class);
        EnumSet.complementOf(EnumSet.of(Part.TABLE, Part.CUTS)).forEach(part -> parts.put(part, document.of(part)
                .stream().map(s -> s.drawn().withGrids(grid -> shown(part, grid))).filter(s -> !s.isEmpty()).toList()));
        parts.put(Part.CUTS, ReportDocument.cuts(traces.cut, report.results()).toList());
        return parts;
    }

    private Grid shown(Part part, Grid grid) {
        return part != Part.SCRIPTS ? tables.shown(grid) : grid.first(MOST_STATEMENTS, tables.leftOut(MOST_STATEMENTS,
                grid.lines().size(), "--json"));
    }

    private static Stream<Page.Pair> texts(String before, Map<String, String> texts) {
        return texts.entrySet().stream().map(text -> new Page.Pair(before + text.getKey(), text.getValue()));
    }

    /** The first chart as it is chosen, the others as usual. */
    private List<DimensionCharts.Curve> chosen(List<DimensionCharts.Curve> usual) {
        boolean chosen = view.x().isPresent() || !usual.isEmpty() && (view.lines().isPresent() || view.y().isPresent());
        if (!chosen) {
            return usual;
        }
        Dimensions dimensions = report.table().dimensions();
        Dimension x = dimensions.find(view.x().orElseGet(() -> usual.getFirst().dimension())).orElseThrow();
        Optional<Dimension> lines = view.lines().isEmpty() ? DimensionCharts.lines(report, x)
                : view.lines().flatMap(dimensions::find).filter(d -> d != x);
        Measure y = report.table().common().stream().filter(m -> m.name().equals(view.y().orElse(objective.name())))
                .findFirst().orElse(objective);
        return Stream.concat(Stream.of(DimensionCharts.of(report, x, lines, y)), usual.stream().skip(1)).toList();
    }

    private static List<Page.Pair> pairs(List<FixedSetting> fixed) {
        return fixed.stream().map(f -> new Page.Pair(f.name(), f.shown())).toList();
    }

    private List<String> reasons() {
        List<String> reasons = new ArrayList<>(report.excluded().stream().limit(REASONS)
                .map(report::reason).toList());
        if (report.excluded().size() > REASONS) {
            reasons.add("and " + (report.excluded().size() - REASONS) + " more; "
                    + ShellCommand.of("show", report.label()) + " has them all.");
        }
        return reasons;
    }

    /** Why iterations are not ranked that are shown all the same. */
    private List<String> banner() {
        List<Iteration> shown = unranked.iterations().stream().filter(i -> i.state() != IterationState.DONE).toList();
        List<String> lines = new ArrayList<>(shown.stream().limit(BANNER).map(report::reason).toList());
        if (shown.size() > BANNER) {
            lines.add("And " + (shown.size() - BANNER) + " more.");
        }
        return lines;
    }

    /** The slowest and the failed operations of the rows whose course is drawn. */
    private List<Section> single() {
        List<Grid> slowest = new ArrayList<>();
        List<Grid> failed = new ArrayList<>();
        traces.operations.forEach((name, of) -> {
            if (!traces.logged.contains(name)) {
                of.slowest().forEach((kind, lines) -> slowest.add(first(RunGrids.operations(name + " · " + kind,
                        lines))));
            }
            if (!of.failed().isEmpty()) {
                failed.add(first(RunGrids.failed(name, of.failed())));
            }
        });
        return Stream.of(Section.of("Slowest operations", slowest), Section.of("First operations that failed", failed))
                .filter(s -> !s.isEmpty()).toList();
    }

    private static Grid first(Grid operations) {
        return operations.first(MOST_OPERATIONS,
                "show --slowest has " + (operations.lines().size() - MOST_OPERATIONS) + " more.");
    }

    private List<Page.WorkerSet> workers() {
        List<Page.WorkerSet> sets = new ArrayList<>();
        traces.workers.forEach((name, of) -> {
            if (of.rows().isEmpty()) {
                return;
            }
            int left = of.rows().size() - WORKERS;
            sets.add(new Page.WorkerSet(name, of.spreads().stream().map(Workers.Spread::sentence).toList(),
                    RunGrids.workers("Workers, " + name, of).first(WORKERS, ""),
                    left <= 0 ? "" : left + " more workers are left out; "
                            + ShellCommand.of("show", report.label(), "--workers") + " has them all."));
        });
        return sets;
    }

    private List<Page.Pair> method() {
        List<Page.Pair> method = new ArrayList<>();
        method.add(new Page.Pair("workload", report.results().workload()));
        method.add(new Page.Pair("space", report.results().space()));
        List<Long> seeds = report.results().seeds();
        method.add(new Page.Pair(seeds.size() == 1 ? "seed" : "seeds",
                seeds.stream().map(String::valueOf).collect(Collectors.joining(", "))));
        method.add(new Page.Pair("rounds", String.valueOf(report.results().usable().stream()
                .map(i -> i.batch() + "/" + i.round()).distinct().count())));
        method.add(new Page.Pair("iterations", String.valueOf(report.results().iterations().size())));
        report.results().iterations().stream().map(Iteration::started).min(Comparator.naturalOrder())
                .ifPresent(t -> method.add(new Page.Pair("started", RowTables.SECOND.format(t))));
        return method;
    }

    private Map<String, Object> data(Hero hero, List<DimensionCharts.Curve> curves, List<DimensionCharts.Curve> usual) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("objective", Map.of("title", objective.title(), "unit", objective.unit(), "decimals",
                objective.decimals()));
        data.put("answer", Map.of("text", hero.text(), "picture", HeroPicture.of(report.label(), hero)));
        data.put("usual", usualView(usual));
        if (!view.columns().isEmpty()) {
            data.put("chosen", true);
        }
        // Rows are sorted and unfolded by whoever has all of them.
        if (report.table().rows().size() + report.results().iterations().size() > RowTables.MOST_ROWS) {
            data.put("cut", true);
        }
        view.stretch().ifPresent(s -> data.put("stretch", List.of(s.from(), s.to())));
        if (view.sort().isPresent()) {
            Map<Row, Integer> ranks = new IdentityHashMap<>();
            report.table().rows().forEach(r -> ranks.put(r, ranks.size()));
            data.put("ranks", tables.sorted(report.table()).stream().map(ranks::get).toList());
        }
        data.put("points", curves.isEmpty() ? Map.of() : ChartData.of(report,
                curves.getFirst().measure(), report.table().rows().size() > RowTables.MOST_ROWS));
        data.put("ramps", Stream.concat(report.ramps().stream().filter(r -> !r.steps().isEmpty())
                .map(ChartJson::of), report.rates().stream().filter(r -> !r.steps().isEmpty())
                .map(ChartJson::of)).toList());
        RecallCurves.of(report).ifPresent(r -> data.put("recall", ChartJson.of(r)));
        StyleCosts.of(report).ifPresent(costs -> data.put("styles", StyleBars.data(costs)));
        data.put("curves", curves.stream().map(ChartJson::of).toList());
        traces.addTo(data);
        return data;
    }

    /** What is shown when the address says nothing. */
    private Map<String, Object> usualView(List<DimensionCharts.Curve> usual) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("columns", ViewOptions.usual(report.table()));
        words.put("settings", report.table().dimensions().columns().size());
        usual.stream().findFirst().ifPresent(c -> {
            words.put("x", c.dimension());
            words.put("lines", c.by().isEmpty() ? ReportView.NONE : c.by());
            words.put("y", c.measure().name());
        });
        return words;
    }
}
