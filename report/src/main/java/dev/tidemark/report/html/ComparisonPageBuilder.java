package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.chart.IterationSeries;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.ComparisonGrids;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.Value;

/** Turns comparisons into what the template shows. */
final class ComparisonPageBuilder {

    /** Limits that keep the file small: charts, windows of each side in one, and windows in the table behind it. */
    private static final int CHARTS = 8;
    private static final int WINDOWS = 240;
    private static final int WINDOWS_BEHIND = 24;

    private final List<LabelComparison> comparisons;
    private final LongFunction<IterationDetail> details;
    private final List<Map<String, Object>> data = new ArrayList<>();

    ComparisonPageBuilder(List<LabelComparison> comparisons, LongFunction<IterationDetail> details) {
        this.comparisons = comparisons;
        this.details = details;
    }

    ComparisonSection section() {
        List<ComparisonSection.Block> blocks = comparisons.stream().map(this::block).toList();
        return new ComparisonSection(blocks, ChartJson.safe(data));
    }

    private ComparisonSection.Block block(LabelComparison whole) {
        List<ComparisonSection.Chart> charts = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>(whole.notes());
        for (PointComparison point : whole.points()) {
            if (point.seconds().isPresent() && data.size() < CHARTS) {
                chart(whole, point).ifPresentOrElse(charts::add, () -> notes.add(
                        "Too few intervals were recorded for a chart over time."));
            }
        }
        return new ComparisonSection.Block(whole.pairing().title(), whole.sentences(),
                ComparisonGrids.all(whole, false), charts, whole.differences(), List.copyOf(notes));
    }

    /** Empty where a side has too few intervals for one. */
    private Optional<ComparisonSection.Chart> chart(LabelComparison whole, PointComparison point) {
        Measure m = whole.throughput();
        IterationDetail base = details.apply(typical(point.base(), m).id());
        IterationDetail other = details.apply(typical(point.other(), m).id());
        IterationSeries.Two a = IterationSeries.of(base, WINDOWS, WINDOWS_BEHIND);
        IterationSeries.Two b = IterationSeries.of(other, WINDOWS, WINDOWS_BEHIND);
        if (!a.fine().drawable() || !b.fine().drawable()) {
            return Optional.empty();
        }
        String title = (point.description().isEmpty() ? whole.pairing().title() : point.description())
                + ", over time" + (point.oneRunEach() ? "" : ": of each side the run nearest to its mean");
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("unit", whole.inParts().unit());
        pair.put("sides", List.of(side(whole.pairing().base().name(), a.fine(), base),
                side(whole.pairing().other().name(), b.fine(), other)));
        data.add(pair);
        return Optional.of(new ComparisonSection.Chart(data.size() - 1, title, behind(whole, a.coarse(), base,
                b.coarse(), other)));
    }

    /** The iteration whose figure is nearest to its side's mean. */
    private static Iteration typical(List<Iteration> iterations, Measure m) {
        double mean = iterations.stream().flatMap(i -> i.value(m.name()).stream()).mapToDouble(v -> v.number())
                .average().orElse(0);
        return iterations.stream().min(Comparator.comparingDouble(i -> i.value(m.name())
                .map(v -> Math.abs(v.number() - mean)).orElse(Double.MAX_VALUE))).orElseThrow();
    }

    /** Both sides' headline phases begin at 0. */
    private static double start(IterationDetail detail) {
        return detail.headline().map(p -> p.start() / 1e9).orElse(0.0);
    }

    private static Map<String, Object> side(String name, IterationSeries iterationSeries, IterationDetail detail) {
        List<IterationSeries.Window> windows = headline(iterationSeries, detail);
        double start = start(detail);
        Map<String, Object> side = new LinkedHashMap<>();
        side.put("name", name);
        side.put("windows", windows.stream().map(w -> List.of(ChartJson.three(w.start() - start),
                ChartJson.three(w.end() - start), ChartJson.four(w.rate()))).toList());
        Map<String, Object> latency = new LinkedHashMap<>();
        iterationSeries.distributions().keySet().forEach(kind -> latency.put(kind, windows.stream()
                .map(w -> Optional.ofNullable(w.latency().get(kind))
                        .map(l -> ChartJson.times(List.of(l.p50(), l.p99()))).orElse(List.of())).toList()));
        side.put("latency", latency);
        return side;
    }

    private static List<IterationSeries.Window> headline(IterationSeries iterationSeries, IterationDetail detail) {
        double start = start(detail);
        double end = detail.headline().map(p -> p.end() / 1e9).orElse(0.0);
        return iterationSeries.windows().stream().filter(w -> w.start() >= start - 1e-6 && w.start() < end).toList();
    }

    private static Grid behind(LabelComparison whole, IterationSeries base, IterationDetail ofBase,
            IterationSeries other, IterationDetail ofOther) {
        List<Column> heads = List.of(Column.words("side"), Column.numbers("from", "s"), Column.numbers("to", "s"),
                Column.numbers("throughput", whole.inParts().unit()));
        List<Line> lines = new ArrayList<>();
        lines(lines, whole.pairing().base().name(), base, ofBase);
        lines(lines, whole.pairing().other().name(), other, ofOther);
        return new Grid("", heads, lines);
    }

    private static void lines(List<Line> lines, String name, IterationSeries iterationSeries, IterationDetail detail) {
        double start = start(detail);
        headline(iterationSeries, detail).forEach(w -> lines.add(Line.of(Value.of(name), Value.of(w.start() - start, 1),
                Value.of(w.end() - start, 1), TraceReader.figure(w.rate()))));
    }
}
