package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.KeptTexts;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.RecoveryTable;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.ScriptTables;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.rate.RateFinding;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.chart.DimensionCharts;
import dev.tidemark.report.chart.IterationSeries;
import dev.tidemark.report.chart.RecallCurves;
import dev.tidemark.report.chart.ResourceSeries;
import dev.tidemark.report.comparison.RunParts;
import dev.tidemark.report.model.AgentGrid;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.RampGrid;
import dev.tidemark.report.model.RankedGrids;
import dev.tidemark.report.model.RateGrids;
import dev.tidemark.report.model.RecoveryGrid;
import dev.tidemark.report.model.RunGrids;
import dev.tidemark.report.model.ScriptGrids;
import dev.tidemark.report.model.Value;
import tools.jackson.databind.json.JsonMapper;

/** Turns a report into what the template shows. */
final class ReportPageBuilder {

    /** Of each kind; {@code show --slowest} has all that are kept. */
    private static final int MOST_OPERATIONS = 20;
    /** Rows whose operations and statements are shown, beside the defaults. */
    private static final int SCRIPT_ROWS = 3;
    private static final int MOST_STATEMENTS = 60;

    /**
     * Limits that keep the file small: rows of a table, reasons why iterations are not ranked, and those at the top,
     * traces to choose from of either, those that are drawn, windows in each, windows in the table behind, workers of
     * an iteration, kinds of disturbances at the top.
     */
    private static final int MOST_ROWS = 500;
    private static final int REASONS = 100;
    private static final int BANNER = 3;
    private static final int TRACES = 24;
    private static final int UNRANKED_TRACES = 12;
    private static final int DRAWN = 3;
    private static final int WINDOWS = 240;
    private static final int WINDOWS_BEHIND = 40;
    private static final int WORKERS = 64;
    private static final int DISTURBANCES = 2;
    private static final int MOST_CUT = 8;

    private static final String EXPECTED =
            "What arithmetic predicts from the law of the keys and the writes done so far.";

    /** A file may be read anywhere, and is the same wherever it is made. */
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'",
            Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Report report;
    private final LongFunction<IterationDetail> details;
    private final Measure objective;
    private final ReportView view;
    private final ColumnNames columns;
    private final RankedGrids grids;
    private final Map<String, IterationSeries> traces = new LinkedHashMap<>();
    private final Map<String, IterationSeries> coarse = new LinkedHashMap<>();
    private final Map<String, Workers> workers = new LinkedHashMap<>();
    private final Map<String, RunParts> cut = new LinkedHashMap<>();
    private final BackgroundTables background;
    private final Map<String, LoggedOperations> operations = new LinkedHashMap<>();
    private final EachOperation each;
    /** Iterations whose operations were logged one by one, and are shown as that. */
    private final Set<String> logged = new LinkedHashSet<>();
    private final Unranked unranked;
    private final Optional<RecallCurves> recall;
    private final Optional<StyleBars> styles;
    private final Disturbances disturbances = new Disturbances();
    private final List<Integer> shown = new ArrayList<>();

    ReportPageBuilder(Report report, LongFunction<IterationDetail> details, ReportView view) {
        this.report = report;
        this.view = view;
        this.columns = ColumnNames.of(report.table());
        this.grids = new RankedGrids(report);
        this.details = details;
        this.objective = report.objective().measure();
        this.background = BackgroundTables.of(report, details);
        this.unranked = Unranked.of(report);
        this.recall = RecallCurves.of(report);
        this.styles = StyleCosts.of(report).map(costs -> new StyleBars(report, costs));
        this.each = new EachOperation(report, counted());
    }

    Page page() {
        readTraces();
        // What a ramp raises is drawn as a ramp.
        List<DimensionCharts.Curve> usual = DimensionCharts.of(report).stream().filter(c -> ReportView.searched(report)
                .noneMatch(c.dimension()::equals)).toList();
        List<DimensionCharts.Curve> curves = chosen(usual);
        Dimensions dimensions = Unranked.dimensions(report);
        List<Page.Figure> figures = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            figures.add(figure(i, curves.get(i)));
        }
        List<String> kinds = kinds();
        Hero hero = Hero.of(report, details);
        return new Page(report.label(), report.size(), hero, banner(), Stream.concat(report.notes().stream(),
                disturbances.sentences().stream().limit(DISTURBANCES)).toList(),
                pairs(dimensions.settings()), pairs(dimensions.environment()), ramps(), rates(),
                recall.map(ReportPageBuilder::recallFigure), styles.map(StyleBars::figure),
                EffectPlot.of(report), figures,
                mainGrid(), shown(grids.of(unranked.table())), shown(grids.byGroup()), scripts(), recovery(), background(),
                agents(),
                Stream.of(confirmation(), costs(), sections().stream(), cuts(), operations().stream()).flatMap(s -> s)
                        .toList(),
                new Page.Traces(List.copyOf(traces.keySet()), shown, counted(), behindTraces(),
                        coarse.values().stream().map(ReportPageBuilder::behindMachines).toList(),
                        traces.values().stream().map(t -> t.drawable() ? "" : t.tooFew()).toList()), shapes(kinds),
                        raw(), workers(),
                method(),
                Stream.concat(report.table().common().stream(), unranked.table().common().stream()).distinct()
                        .map(m -> new Page.Definition(m.title(), m.name(), m.unit(),
                        m.help())).toList(),
                report.results().experiments(),
                Stream.concat(texts("The statements of ", KeptTexts.scripts(report)), texts("What the server told: ",
                        KeptTexts.serverTexts(report))).toList(),
                disturbances.sentences().stream().skip(DISTURBANCES).toList(), reasons(),
                HtmlReport.style(), HtmlReport.chartScript(), HtmlReport.pageScript(),
                data(hero, curves, usual, kinds), ViewOptions.of(report, view, curves.stream().findFirst()),
                each.page(report.label()));
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

    /** What the workload's units are called. */
    private String counted() {
        return Workloads.unit(report.results().workload());
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

    // Tables

    private Stream<Page.Section> confirmation() {
        return report.confirmation().stream().map(c -> new Page.Section("Confirmation",
                List.of(shown(grids.of(c.table())))));
    }

    private Stream<Page.Section> costs() {
        return grids.costs(report.table()).stream().map(grid -> new Page.Section(grid.title(), List.of(shown(grid))));
    }

    private List<Page.Section> sections() {
        Map<String, List<Grid>> byKind = new LinkedHashMap<>();
        for (Table table : report.subTables()) {
            String kind = table.title().substring(table.title().indexOf(", ") + 2);
            byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(shown(grids.subTable(table)));
        }
        return byKind.entrySet().stream().map(e -> new Page.Section("Varying one setting, " + e.getKey(), e.getValue()))
                .toList();
    }

    /** Runs hour by hour or by the tenth, each with a table of its own. */
    private Stream<Page.Section> cuts() {
        Map<String, List<Grid>> byTitle = new LinkedHashMap<>();
        cut.forEach((name, parts) -> byTitle.computeIfAbsent(parts.title(), t -> new ArrayList<>())
                .add(RunGrids.parts(name, parts, report.results())));
        return byTitle.entrySet().stream().map(e -> new Page.Section(e.getKey(), e.getValue()));
    }

    /** The slowest and the failed operations of the rows whose course is drawn. */
    private List<Page.Section> operations() {
        List<Grid> slowest = new ArrayList<>();
        List<Grid> failed = new ArrayList<>();
        operations.forEach((name, of) -> {
            if (!logged.contains(name)) {
                of.slowest().forEach((kind, lines) -> slowest.add(first(RunGrids.operations(name + " · " + kind,
                        lines))));
            }
            if (!of.failed().isEmpty()) {
                failed.add(first(RunGrids.failed(name, of.failed())));
            }
        });
        return Stream.of(new Page.Section("Slowest operations", slowest),
                new Page.Section("First operations that failed",
                failed)).filter(s -> !s.grids().isEmpty()).toList();
    }

    private static Grid first(Grid operations) {
        return operations.first(MOST_OPERATIONS,
                "show --slowest has " + (operations.lines().size() - MOST_OPERATIONS) + " more.");
    }

    /** As many lines as the file holds, and the columns that are chosen. */
    private Grid shown(Grid grid) {
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
    private Grid mainGrid() {
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
    private List<Row> sorted(Table table) {
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

    private String leftOut(int there, int rows, String option) {
        return there >= rows ? "" : "The first " + there + " of " + rows + " rows; "
                + ShellCommand.of("report", report.label(), option) + " has them all.";
    }

    /** What the operations of scripts did, and what each statement took. */
    private List<Grid> scripts() {
        return ScriptTables.of(report, details, SCRIPT_ROWS).stream().flatMap(run -> ScriptGrids.of(run).stream())
                .map(grid -> grid.first(MOST_STATEMENTS, leftOut(MOST_STATEMENTS, grid.lines().size(), "--json")))
                .toList();
    }

    private Optional<Grid> recovery() {
        return Optional.of(RecoveryTable.of(report, details)).filter(t -> !t.isEmpty()).map(RecoveryGrid::of);
    }

    private Optional<Grid> agents() {
        return Optional.of(AgentTable.of(report, details)).filter(t -> !t.isEmpty()).map(AgentGrid::of);
    }

    /** What was done, and each task through the load, with the iterations side by side. */
    private List<Grid> background() {
        return background.tasks().isEmpty() ? List.of() : Stream.concat(
                Stream.of(RunGrids.backgroundTotals(background)),
                background.tasks().stream().map(t -> RunGrids.background(t.title(), t))).toList();
    }

    private List<Page.WorkerSet> workers() {
        List<Page.WorkerSet> sets = new ArrayList<>();
        workers.forEach((name, of) -> {
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

    private Grid raw() {
        List<Iteration> all = report.results().iterations();
        // All that the table above shows is here, too: its rows are unfolded from these.
        List<String> settings = Stream.concat(report.table().dimensions().columns().stream(),
                Dimensions.of(all).columns().stream()).distinct().toList();
        List<Measure> measures = report.table().common();
        List<Column> heads = new ArrayList<>(List.of(Column.numbers("iteration"), Column.numbers("round"),
                Column.words("state")));
        settings.forEach(c -> heads.add(grids.setting(c)));
        measures.forEach(m -> heads.add(grids.measure(m)));
        List<Line> lines = new ArrayList<>();
        for (Iteration i : all.subList(0, Math.min(MOST_ROWS, all.size()))) {
            List<Value> cells = new ArrayList<>(List.of(Value.of(report.numbering().of(i)),
                    Value.of(i.round() + 1), Value.of(StateWords.of(i.state()))));
            settings.forEach(c -> cells.add(i.setting(c).map(s -> Value.of(SettingValue.of(s)))
                    .orElse(Value.noData())));
            measures.forEach(m -> cells.add(Value.of(m, i)));
            lines.add(new Line(false, SECOND.format(i.started()), cells));
        }
        return new Grid("Every iteration", "", "", heads.stream().map(this::hidden).toList(), lines,
                leftOut(lines.size(), all.size(), "--raw"));
    }

    // Charts

    private static Page.Figure figure(int index, DimensionCharts.Curve curve) {
        String title = curve.measure().title() + " over " + curve.dimension()
                + (curve.by().isEmpty() ? "" : ", by " + curve.by());
        List<Column> heads = new ArrayList<>(List.of(Column.words(curve.dimension())));
        curve.lines().forEach(l -> heads.add(Column.numbers(l.name().isEmpty() ? curve.measure().title() : l.name(),
                curve.measure().unit())));
        List<Line> lines = new ArrayList<>();
        for (int x = 0; x < curve.levels().size(); x++) {
            List<Value> cells = new ArrayList<>(List.of(Value.of(curve.levels().get(x))));
            for (DimensionCharts.Line line : curve.lines()) {
                Cell cell = line.points().get(x);
                cells.add(cell == null ? Value.noData() : Value.of(curve.measure(), cell));
            }
            lines.add(Line.of(cells));
        }
        return new Page.Figure(index, title, curve.kept().isEmpty() ? "" : "With " + curve.kept() + ".",
                new Grid(title, heads, lines));
    }

    /** The table behind it has a line for each point. */
    private static Page.Figure recallFigure(RecallCurves curves) {
        List<Column> heads = new ArrayList<>();
        if (curves.lines().size() > 1) {
            heads.add(Column.words(curves.by()));
        }
        heads.addAll(List.of(Column.numbers(RecallCurves.CANDIDATES), Column.of(curves.recall()),
                Column.of(curves.response())));
        List<Line> lines = new ArrayList<>();
        curves.lines().forEach(line -> line.points().forEach(point -> {
            List<Value> cells = new ArrayList<>();
            if (curves.lines().size() > 1) {
                cells.add(Value.of(line.name()));
            }
            cells.addAll(List.of(Value.of(point.candidates()), Value.of(curves.recall(), point.recall()),
                    Value.of(curves.response(), point.response())));
            lines.add(Line.of(cells));
        }));
        String caption = curves.least().isEmpty() ? "" : "Points left of the line are not ranked.";
        return new Page.Figure(0, curves.title(), caption, new Grid(curves.title(), heads, lines));
    }

    private static Map<String, Object> recallData(RecallCurves curves) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", curves.response().title());
        data.put("unit", curves.response().unit());
        data.put("decimals", curves.response().decimals());
        curves.least().ifPresent(least -> data.put("least", least));
        data.put("lines", curves.lines().stream().map(l -> Map.of("name", l.name(), "points", l.points().stream()
                .map(p -> {
                    Map<String, Object> point = new LinkedHashMap<>();
                    point.put("candidates", p.candidates().text());
                    point.put("recall", p.recall().mean());
                    point.put("response", point(p.response()));
                    return point;
                }).toList())).toList());
        return data;
    }

    private List<Page.Ramp> ramps() {
        List<Page.Ramp> ramps = new ArrayList<>();
        for (RampFinding ramp : report.ramps()) {
            if (!ramp.steps().isEmpty()) {
                ramps.add(new Page.Ramp(report.ramps().size() == 1 ? ramp.details() : ramp.sentences(),
                        new Page.Figure(ramps.size(), ramp.title(), "", RampGrid.of(ramp, ""))));
            }
        }
        return ramps;
    }

    /** Their charts follow those of ramps, of which there are none then. */
    private Page.Rates rates() {
        List<Page.Ramp> each = new ArrayList<>();
        for (RateFinding rate : report.rates()) {
            if (!rate.steps().isEmpty()) {
                each.add(new Page.Ramp(report.rates().size() == 1 ? List.of() : rate.sentences(),
                        new Page.Figure(each.size(), rate.title(), "", RateGrids.curve(rate))));
            }
        }
        return new Page.Rates(each, report.rates().size() > 1 ? Optional.of(RateGrids.points(report.rates()))
                : Optional.empty());
    }

    /** As of a ramp: the limited measures over the rate, with what is sustained as a line. */
    private static Map<String, Object> rateData(RateFinding rate) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("param", rate.spec().param());
        List<Threshold> limits = rate.spec().limits();
        data.put("panels", Stream.concat(rate.measures().stream().limit(1), limits.stream().map(Threshold::measure))
                .distinct().map(m -> ratePanel(m, rate)).toList());
        rate.curve().sustained().ifPresent(s -> {
            data.put("knee", s.rate());
            data.put("mark", "sustained");
        });
        if (limits.size() == 1) {
            data.put("limit", limits.getFirst().bound());
        }
        return data;
    }

    private static Map<String, Object> ratePanel(Measure measure, RateFinding rate) {
        List<List<Double>> points = new ArrayList<>();
        for (int i = 0; i < rate.steps().size(); i++) {
            double at = rate.curve().levels().get(i).rate();
            rate.steps().get(i).cell(measure).ifPresent(cell -> points.add(point(at, cell)));
        }
        return Map.of("title", measure.title(), "unit", measure.unit(), "points", points);
    }

    private static Map<String, Object> rampData(RampFinding ramp) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("param", ramp.param());
        data.put("panels", Stream.concat(
                Stream.of(panel(ramp.rate(), ramp, step -> Optional.of(new Cell(step.rate(), false)))),
                ramp.response().stream().map(m -> panel(m, ramp, RampFinding.Step::response))).toList());
        ramp.curve().knee().ifPresent(k -> {
            data.put("knee", ramp.curve().steps().get(k.step()).load());
            data.put("certain", k.certain());
        });
        ramp.curve().spec().limit().ifPresent(l -> data.put("limit", l.bound()));
        return data;
    }

    private static Map<String, Object> panel(Measure measure, RampFinding ramp,
            Function<RampFinding.Step, Optional<Cell>> value) {
        List<List<Double>> points = new ArrayList<>();
        for (int i = 0; i < ramp.steps().size(); i++) {
            double load = ramp.curve().steps().get(i).load();
            value.apply(ramp.steps().get(i)).ifPresent(cell -> points.add(point(load, cell)));
        }
        return Map.of("title", measure.title(), "unit", measure.unit(), "points", points);
    }

    /**
     * The best, the default and the worst row first, then the others in order, as far as the limit goes; then those
     * that are not ranked, of which the first are drawn where nothing else is.
     */
    private void readTraces() {
        List<Row> rows = report.table().rows();
        Map<Row, String> chosen = new LinkedHashMap<>();
        if (!rows.isEmpty()) {
            // Of tasks none is better.
            boolean ranked = rows.size() > 1 && !report.table().dimensions().chosen().isEmpty();
            chosen.put(rows.getFirst(), !ranked ? "" : report.table().showsDurability() ? "First: " : "Best: ");
            report.defaultRow().ifPresent(r -> chosen.putIfAbsent(r, ranked ? "Default: " : ""));
            chosen.putIfAbsent(rows.getLast(), ranked ? "Worst: " : "");
        }
        int first = chosen.size();
        rows.stream().limit(TRACES).forEach(r -> chosen.putIfAbsent(r, ""));
        chosen.forEach((row, role) -> {
            Iteration typical = BackgroundTables.typical(row, objective);
            readTrace(role + (report.describe(row).isEmpty() ? "iteration " + report.numbering().of(typical)
                    : report.describe(row)), typical, traces.size() < first);
        });
        int drawn = rows.isEmpty() ? DRAWN : 0;
        unranked.iterations().stream().limit(UNRANKED_TRACES).forEach(i -> readTrace(report.state(i)
                + ": iteration " + report.numbering().of(i), i, traces.size() < drawn));
    }

    /** @param drawn whether it is drawn, rather than only to be chosen */
    private void readTrace(String name, Iteration iteration, boolean drawn) {
        IterationDetail detail = details.apply(iteration.id());
        IterationSeries.Two two = IterationSeries.of(detail, WINDOWS, WINDOWS_BEHIND);
        if (drawn) {
            shown.add(traces.size());
            coarse.put(name, two.coarse());
        }
        traces.put(name, two.fine());
        workers.put(name, Workers.of(detail));
        if (cut.size() < MOST_CUT) {
            RunParts.of(detail).ifPresent(parts -> cut.put(name, parts));
        }
        operations.put(name, LoggedOperations.of(detail));
        if (each.add(name, detail)) {
            logged.add(name);
        }
        detail.events().stream().filter(e -> e.kind().equals("warning") || e.kind().equals("stuck"))
                .forEach(e -> disturbances.add(iteration.id(), e.text()));
    }

    private List<String> kinds() {
        return traces.values().stream().flatMap(t -> t.distributions().keySet().stream()).distinct().toList();
    }

    private List<Grid> behindTraces() {
        List<Grid> grids = new ArrayList<>();
        coarse.forEach((name, iterationSeries) -> {
            List<String> kinds = List.copyOf(iterationSeries.distributions().keySet());
            boolean notFound = iterationSeries.windows().stream().anyMatch(w -> w.work() != null
                    && w.work().notFound() != null);
            List<Column> heads = new ArrayList<>(List.of(Column.numbers("from", "s"),
                    Column.numbers("to", "s"), Column.numbers("throughput", "/s")));
            if (notFound) {
                heads.add(Column.numbers("not found", "%"));
                heads.add(Column.numbers("expected", "%", EXPECTED));
            }
            kinds.forEach(k -> List.of("p50", "p95", "p99", "max")
                    .forEach(p -> heads.add(Column.numbers(k + " " + p, "ms"))));
            String crossings = iterationSeries.events().stream().filter(e -> e.kind().equals(IterationSeries.CROSSING))
                    .map(e -> e.text() + " " + Numbers.fixed(e.at(), 1) + " s.").collect(Collectors.joining(" "));
            grids.add(new Grid(name, "", crossings, heads, iterationSeries.windows().stream()
                    .map(w -> Line.of(windowCells(w, kinds, notFound))).toList()));
        });
        return grids;
    }

    private static List<Value> windowCells(IterationSeries.Window w, List<String> kinds, boolean notFound) {
        List<Value> cells = new ArrayList<>(List.of(Value.of(w.start(), 2),
                Value.of(w.end(), 2), Value.of(w.rate(), 0)));
        if (notFound) {
            cells.add(Value.of(w.work() == null ? "–" : percent(w.work().notFound())));
            cells.add(Value.of(w.work() == null ? "–" : percent(w.work().expected())));
        }
        for (String kind : kinds) {
            Optional<IterationSeries.Latency> l = Optional.ofNullable(w.latency().get(kind));
            cells.add(Value.of(l.map(x -> milliseconds(x.p50())).orElse("–")));
            cells.add(Value.of(l.map(x -> milliseconds(x.p95())).orElse("–")));
            cells.add(Value.of(l.map(x -> milliseconds(x.p99())).orElse("–")));
            cells.add(Value.of(l.map(x -> milliseconds(x.max())).orElse("–")));
        }
        return cells;
    }

    private static String percent(Double share) {
        return share == null ? "–" : Numbers.fixed(share * 100, 2);
    }

    private static List<Grid> behindMachines(IterationSeries iterationSeries) {
        return iterationSeries.machines().stream().map(ReportPageBuilder::behindMachines).toList();
    }

    private static Grid behindMachines(ResourceSeries.Section part) {
        List<Column> heads = new ArrayList<>(List.of(Column.numbers("from", "s"),
                Column.numbers("to", "s")));
        part.panels().forEach(p -> p.lines().forEach(l ->
                heads.add(Column.numbers((p.name() + " " + l.name()).strip(), p.unit()))));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < part.spans().size(); i++) {
            int at = i;
            List<Value> cells = new ArrayList<>(List.of(Value.of(part.spans().get(i).start(), 2),
                    Value.of(part.spans().get(i).end(), 2)));
            part.panels().forEach(p -> p.lines().forEach(l -> cells.add(Value.of(figure(l.values().get(at))))));
            lines.add(Line.of(cells));
        }
        return new Grid(part.title(), heads, lines);
    }

    private static String figure(Double value) {
        return value == null ? "–" : Numbers.fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0);
    }

    private static String milliseconds(double ms) {
        return Numbers.fixed(ms, ms < 1 ? 4 : ms < 100 ? 2 : 0);
    }

    private List<Page.Shape> shapes(List<String> kinds) {
        List<Page.Shape> shapes = new ArrayList<>();
        for (String kind : kinds) {
            List<Map.Entry<String, IterationSeries>> with = coarse.entrySet().stream()
                    .filter(e -> e.getValue().distributions().containsKey(kind)).toList();
            List<Column> heads = new ArrayList<>(List.of(Column.numbers("share of " + kind + "s", "%")));
            with.forEach(e -> heads.add(Column.numbers(e.getKey(), "ms")));
            List<Line> lines = new ArrayList<>();
            for (int q = 0; q < IterationSeries.QUANTILES.size(); q++) {
                int at = q;
                List<Value> cells = new ArrayList<>(List.of(Value.of(Numbers.exact(
                        Math.round(IterationSeries.QUANTILES.get(q) * 1e7) / 1e5))));
                with.forEach(e -> {
                    Double v = e.getValue().distributions().get(kind).values().get(at);
                    cells.add(Value.of(v == null ? "–" : milliseconds(v)));
                });
                lines.add(Line.of(cells));
            }
            shapes.add(new Page.Shape(shapes.size(), "Response time of " + kind + ", by share of operations",
                    new Grid("", heads, lines)));
        }
        return shapes;
    }

    // Everything else

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
                .ifPresent(t -> method.add(new Page.Pair("started", SECOND.format(t))));
        return method;
    }

    private String data(Hero hero, List<DimensionCharts.Curve> curves, List<DimensionCharts.Curve> usual,
            List<String> kinds) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("objective", Map.of("title", objective.title(), "unit", objective.unit(), "decimals",
                objective.decimals()));
        data.put("answer", Map.of("text", hero.text(), "picture", HeroPicture.of(report.label(), hero)));
        data.put("usual", usualView(usual));
        if (!view.columns().isEmpty()) {
            data.put("chosen", true);
        }
        // Rows are sorted and unfolded by whoever has all of them.
        if (report.table().rows().size() + report.results().iterations().size() > MOST_ROWS) {
            data.put("cut", true);
        }
        view.stretch().ifPresent(s -> data.put("stretch", List.of(s.from(), s.to())));
        if (view.sort().isPresent()) {
            Map<Row, Integer> ranks = new IdentityHashMap<>();
            report.table().rows().forEach(r -> ranks.put(r, ranks.size()));
            data.put("ranks", sorted(report.table()).stream().map(ranks::get).toList());
        }
        data.put("points", curves.isEmpty() ? Map.of() : ChartData.of(report,
                curves.getFirst().measure(), report.table().rows().size() > MOST_ROWS));
        data.put("ramps", Stream.concat(report.ramps().stream().filter(r -> !r.steps().isEmpty())
                .map(ReportPageBuilder::rampData), report.rates().stream().filter(r -> !r.steps().isEmpty())
                .map(ReportPageBuilder::rateData)).toList());
        recall.ifPresent(r -> data.put("recall", recallData(r)));
        styles.ifPresent(bars -> data.put("styles", bars.data()));
        data.put("curves", curves.stream().map(ReportPageBuilder::curveData).toList());
        data.put("quantiles", IterationSeries.QUANTILES);
        data.put("kinds", kinds);
        data.put("shown", shown);
        data.put("traces", traces.entrySet().stream().map(e -> traceData(e.getKey(), e.getValue())).toList());
        each.addTo(data);
        return safe(JsonMapper.shared().writeValueAsString(data));
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

    /** JSON that cannot end the script element it stands in, nor open a comment. */
    static String safe(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
                .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Nothing, a mean, a mean with the ends of its interval, or a mean with no end, which is at least so much. */
    static List<Double> point(Cell cell) {
        if (cell == null) {
            return List.of();
        }
        Estimate e = cell.estimate();
        return cell.atLeast() ? Arrays.asList(e.mean(), null)
                : e.errorKnown() ? List.of(e.mean(), e.low(), e.high()) : List.of(e.mean());
    }

    private static List<Double> point(double x, Cell cell) {
        List<Double> point = new ArrayList<>(List.of(x));
        point.addAll(point(cell));
        return point;
    }

    private static Map<String, Object> curveData(DimensionCharts.Curve curve) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", curve.measure().title());
        data.put("unit", curve.measure().unit());
        data.put("decimals", curve.measure().decimals());
        data.put("dimension", curve.dimension());
        data.put("levels", curve.levels().stream().map(SettingValue::text).toList());
        data.put("lines", curve.lines().stream().map(l -> Map.of("name", l.name(), "points", l.points().stream()
                .map(ReportPageBuilder::point).toList())).toList());
        return data;
    }

    private static Map<String, Object> traceData(String name, IterationSeries iterationSeries) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("bands", iterationSeries.bands());
        data.put("tasks", iterationSeries.tasks());
        data.put("events", iterationSeries.events());
        data.put("windows", iterationSeries.windows().stream().map(w -> List.of(three(w.start()), three(w.end()),
                three(w.rate()), three(w.failures()), three(w.misses()))).toList());
        data.put("work", iterationSeries.windows().stream().map(w -> workData(w.work())).toList());
        Map<String, Object> latency = new LinkedHashMap<>();
        for (String kind : iterationSeries.distributions().keySet()) {
            latency.put(kind, iterationSeries.windows().stream().map(w -> Optional.ofNullable(w.latency().get(kind))
                    .map(l -> List.of(four(l.p50()), four(l.p95()), four(l.p99()), four(l.max())))
                    .orElse(List.of())).toList());
        }
        data.put("latency", latency);
        Map<String, Object> distributions = new LinkedHashMap<>();
        iterationSeries.distributions().forEach((kind, d) -> distributions.put(kind, d.values()));
        data.put("distributions", distributions);
        data.put("machines", iterationSeries.machines().stream().flatMap(ReportPageBuilder::panelData).toList());
        return data;
    }

    /** How far the load had come, in units and bytes, and the shares that were not found and expected, if told. */
    private static List<Double> workData(IterationSeries.IntervalWork work) {
        if (work == null) {
            return List.of();
        }
        List<Double> data = new ArrayList<>(List.of(work.units(), work.bytes()));
        if (work.notFound() != null) {
            data.add(four(work.notFound()));
        }
        if (work.expected() != null) {
            data.add(four(work.expected()));
        }
        return data;
    }

    private static Stream<Map<String, Object>> panelData(ResourceSeries.Section part) {
        return part.panels().stream().filter(ResourceSeries.Panel::drawn).map(panel -> {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("name", panel.name());
            data.put("unit", panel.unit());
            data.put("stacked", panel.stacked());
            data.put("top", panel.top());
            data.put("spans", part.spans().stream().map(s -> List.of(three(s.start()), three(s.end()))).toList());
            data.put("lines", panel.lines().stream().map(l -> Map.of("name", l.name(), "values",
                    l.values().stream().map(v -> v == null ? null : Double.valueOf(four(v))).toList())).toList());
            return data;
        });
    }

    static double three(double number) {
        return Math.round(number * 1e3) / 1e3;
    }

    /** Four digits that count; more would be noise and make the file large. */
    static double four(double number) {
        return new BigDecimal(number).round(new MathContext(4)).doubleValue();
    }
}
