package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.chart.IterationSeries;
import dev.tidemark.report.chart.ResourceSeries;
import dev.tidemark.report.comparison.RunParts;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Columns;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.OperationGrids;
import dev.tidemark.report.model.Section;
import dev.tidemark.report.model.Value;

/** Single iterations of a report over time, and what else their raw data tell; each is read once. */
final class TraceReader {

    /**
     * Limits that keep the file small: traces to choose from of either, those that are drawn, windows in each, windows
     * in the table behind, iterations by the hour or the tenth.
     */
    private static final int TRACES = 24;
    private static final int UNRANKED_TRACES = 12;
    private static final int DRAWN = 3;
    private static final int WINDOWS = 240;
    private static final int WINDOWS_BEHIND = 40;
    private static final int MOST_CUT = 8;

    private static final SequencedMap<String, Function<IterationSeries.Latency, MeasuredValue>> PERCENTILES =
            new LinkedHashMap<>();

    static {
        PERCENTILES.put("p50", IterationSeries.Latency::p50);
        PERCENTILES.put("p95", IterationSeries.Latency::p95);
        PERCENTILES.put("p99", IterationSeries.Latency::p99);
        PERCENTILES.put("max", IterationSeries.Latency::max);
    }

    private static final String EXPECTED =
            "What arithmetic predicts from the law of the keys and the writes done so far.";

    private final Report report;
    private final LongFunction<IterationDetail> details;
    private final SequencedMap<String, IterationSeries> traces = new LinkedHashMap<>();
    private final SequencedMap<String, IterationSeries> coarse = new LinkedHashMap<>();
    private final List<Integer> shown = new ArrayList<>();
    final SequencedMap<String, Workers> workers = new LinkedHashMap<>();
    final SequencedMap<String, RunParts> cut = new LinkedHashMap<>();
    final SequencedMap<String, LoggedOperations> operations = new LinkedHashMap<>();
    final EachOperation each;
    /** Iterations whose operations were logged one by one, and are shown as that. */
    final Set<String> logged = new LinkedHashSet<>();
    final Disturbances disturbances = new Disturbances();

    /** @param unit what the workload's units are called */
    TraceReader(Report report, LongFunction<IterationDetail> details, String unit) {
        this.report = report;
        this.details = details;
        this.each = new EachOperation(report, unit);
        read();
    }

    /**
     * The best, the default and the worst row first, then the others in order, as far as the limit goes; then those
     * that are not ranked, of which the first are drawn where nothing else is.
     */
    private void read() {
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
            Iteration typical = BackgroundTables.typical(row, report.objective().measure());
            read(role + (report.describe(row).isEmpty() ? "iteration " + report.numbering().of(typical)
                    : report.describe(row)), typical, traces.size() < first);
        });
        int drawn = rows.isEmpty() ? DRAWN : 0;
        Unranked.of(report).iterations().stream().limit(UNRANKED_TRACES).forEach(i -> read(report.state(i)
                + ": iteration " + report.numbering().of(i), i, traces.size() < drawn));
    }

    /** @param drawn whether it is drawn, rather than only to be chosen */
    private void read(String name, Iteration iteration, boolean drawn) {
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

    /** Kinds of operations. */
    List<String> kinds() {
        return traces.values().stream().flatMap(t -> t.distributions().keySet().stream()).distinct().toList();
    }

    Page.Traces section(String unit) {
        return new Page.Traces(List.copyOf(traces.keySet()), shown, unit, behind(), coarse.values().stream()
                .map(TraceReader::machines).toList(),
                traces.values().stream().map(t -> t.drawable() ? "" : t.tooFew()).toList());
    }

    void addTo(Map<String, Object> data) {
        data.put("quantiles", IterationSeries.QUANTILES);
        data.put("kinds", kinds());
        data.put("shown", shown);
        data.put("traces", traces.entrySet().stream().map(e -> ChartJson.of(e.getKey(), e.getValue())).toList());
        each.addTo(data);
    }

    private List<Grid> behind() {
        return coarse.entrySet().stream().map(e -> behind(e.getKey(), e.getValue())).toList();
    }

    private static Grid behind(String name, IterationSeries series) {
        boolean notFound = series.windows().stream().anyMatch(w -> w.work() != null && w.work().notFound() != null);
        Columns<IterationSeries.Window> columns = new Columns<IterationSeries.Window>()
                .with(Column.numbers("from", "s"), w -> Value.of(w.start(), 2))
                .with(Column.numbers("to", "s"), w -> Value.of(w.end(), 2))
                .with(Column.numbers("throughput", "/s"), w -> figure(w.rate()))
                .withIf(notFound, Column.numbers("not found", "%"),
                        w -> percent(w.work() == null ? null : w.work().notFound()))
                .withIf(notFound, Column.numbers("expected", "%", EXPECTED),
                        w -> percent(w.work() == null ? null : w.work().expected()));
        for (String kind : series.distributions().keySet()) {
            PERCENTILES.forEach((title, of) -> columns.with(Column.numbers(kind + " " + title, "ms"),
                    w -> Optional.ofNullable(w.latency().get(kind)).map(of)
                            .map(OperationGrids::milliseconds).orElse(Value.noData())));
        }
        return columns.grid(name, series.events().stream().filter(e -> e.kind().equals(IterationSeries.CROSSING))
                .map(e -> e.text() + " " + Numbers.fixed(e.at(), 1) + " s.").collect(Collectors.joining(" ")),
                series.windows());
    }

    private static Value percent(Double share) {
        return share == null ? Value.noData() : Value.of(share * 100, 2);
    }

    private static List<Grid> machines(IterationSeries iterationSeries) {
        return iterationSeries.machines().stream().map(TraceReader::machine).toList();
    }

    private static Grid machine(ResourceSeries.Section part) {
        Columns<Integer> columns = new Columns<Integer>()
                .with(Column.numbers("from", "s"), i -> Value.of(part.spans().get(i).start(), 2))
                .with(Column.numbers("to", "s"), i -> Value.of(part.spans().get(i).end(), 2));
        part.panels().forEach(p -> columns.withEach(p.lines(), l -> Column.numbers((p.name() + " " + l.name()).strip(),
                p.unit()), (i, l) -> figure(l.values().get(i))));
        return columns.grid(part.title(), IntStream.range(0, part.spans().size()).boxed().toList());
    }

    /** With as many digits as its size needs; empty where there is none. */
    static Value figure(Double value) {
        return value == null ? Value.noData() : Value.of(value, value < 10 ? 2 : value < 100 ? 1 : 0);
    }

    /** How response times are spread, a chart for each kind of operation. */
    List<Section.Figure> shapes() {
        List<Section.Figure> shapes = new ArrayList<>();
        for (String kind : kinds()) {
            List<Map.Entry<String, IterationSeries>> with = coarse.entrySet().stream()
                    .filter(e -> e.getValue().distributions().containsKey(kind)).toList();
            shapes.add(new Section.Figure("Response time of " + kind + ", by share of operations", List.of(), "",
                    new Columns<Integer>().with(Column.numbers("share of " + kind + "s", "%"), i -> Value.of(
                            Numbers.exact(Math.round(IterationSeries.QUANTILES.get(i) * 1e7) / 1e5)))
                            .withEach(with, e -> Column.numbers(e.getKey(), "ms"), (i, e) -> Optional.ofNullable(
                            e.getValue().distributions().get(kind).values().get(i)).map(OperationGrids::milliseconds)
                            .orElse(Value.noData()))
                            .grid("", IntStream.range(0, IterationSeries.QUANTILES.size()).boxed().toList())));
        }
        return shapes;
    }
}
