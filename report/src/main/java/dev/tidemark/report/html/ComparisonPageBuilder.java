package dev.tidemark.report.html;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.chart.IterationSeries;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison;
import dev.tidemark.report.write.ComparisonLines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import tools.jackson.databind.json.JsonMapper;

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
        return new ComparisonSection(blocks, ReportPageBuilder.safe(JsonMapper.shared().writeValueAsString(data)));
    }

    private ComparisonSection.Block block(LabelComparison whole) {
        List<Page.Grid> tables = new ArrayList<>();
        if (whole.points().size() > 1) {
            tables.add(summary(whole));
        }
        List<ComparisonSection.Chart> charts = new ArrayList<>();
        for (PointComparison point : whole.points()) {
            if (point.refusal().isEmpty()) {
                String at = point.description().isEmpty() ? "" : ", " + point.description();
                tables.add(overall(whole, point, "Overall" + at));
                point.parts().forEach(p -> tables.add(parts(whole, p, at)));
            }
            if (point.seconds().isPresent() && data.size() < CHARTS) {
                charts.add(chart(whole, point));
            }
        }
        return new ComparisonSection.Block(whole.pairing().title(), whole.sentences(), tables, charts,
                whole.differences(), whole.notes());
    }

    // ---- Tables ----

    private static Page.Grid summary(LabelComparison whole) {
        String unit = whole.throughput().unit();
        List<Page.Head> heads = List.of(head("point", "", false), head("hardware", "", false), head("time", "s", true),
                head(whole.pairing().base().name(), unit, true), head(whole.pairing().other().name(), unit, true),
                head("overall", "%", true), head(whole.lastName(), "%", true));
        return new Page.Grid("At each point", "", "", heads, whole.points().stream().map(p -> new Page.Line(false, "",
                List.of(cell(p.description()), cell(whole.hardware()),
                        cell(p.seconds().map(s -> Numbers.fixed(s, 0)).orElse("–")),
                        p.throughput().map(d -> figure(d, false)).orElse(cell("–")),
                        p.throughput().map(d -> figure(d, true)).orElse(cell("–")),
                        p.throughput().map(ComparisonPageBuilder::change).orElse(cell("–")),
                        p.last().map(l -> change(l.throughput())).orElse(cell("–"))))).toList());
    }

    private static Page.Grid overall(LabelComparison whole, PointComparison point, String title) {
        return grid(whole, true, title, "measure", "", point.overall(), d -> d.measure().heading());
    }

    private static Page.Grid parts(LabelComparison whole, WindowComparison windowComparison, String at) {
        List<Delta> deltas = new ArrayList<>();
        List<String> names = new ArrayList<>();
        windowComparison.parts().forEach(p -> p.deltas().forEach(d -> {
            deltas.add(d);
            names.add(p.deltas().size() == 1 ? p.name() : p.name() + ", " + d.measure().heading());
        }));
        boolean oneUnit = windowComparison.parts().stream().allMatch(p -> p.deltas().size() == 1);
        List<String> left = new ArrayList<>(names);
        return grid(whole, false, windowComparison.title() + at, "part", oneUnit ? whole.throughput().unit() : "",
                deltas,
                d -> left.removeFirst());
    }

    /** @param decided whether some of the figures were tested, or all are shown with intervals of their own */
    private static Page.Grid grid(LabelComparison whole, boolean decided, String title, String first, String unit,
            List<Delta> deltas, Function<Delta, String> name) {
        boolean known = deltas.stream().anyMatch(d -> d.interval().isPresent());
        boolean thirds = deltas.stream().anyMatch(d -> !d.thirds().isEmpty());
        List<Page.Head> heads = new ArrayList<>(List.of(head(first, "", false),
                head(whole.pairing().base().name(), unit, true), head(whole.pairing().other().name(), unit, true),
                head("change", "%", true)));
        if (known) {
            heads.add(head(decided ? ComparisonLines.INTERVAL : ComparisonLines.ALONE, "%", true));
        }
        if (thirds) {
            heads.add(head(ComparisonLines.THIRDS, "%", true));
        }
        if (decided) {
            heads.add(head(ComparisonLines.SIGNIFICANT, "", false));
        }
        List<Page.Line> lines = new ArrayList<>();
        for (Delta d : deltas) {
            List<Page.Cell> cells = new ArrayList<>(List.of(cell(name.apply(d)), figure(d, false), figure(d, true),
                    change(d)));
            if (known) {
                cells.add(cell(ComparisonLines.interval(d)));
            }
            if (thirds) {
                cells.add(cell(ComparisonLines.thirds(d)));
            }
            if (decided) {
                cells.add(cell(ComparisonLines.significant(d)));
            }
            lines.add(new Page.Line(d.significant(), "", cells));
        }
        return new Page.Grid(title, "", "", heads, lines);
    }

    private static Page.Cell figure(Delta d, boolean other) {
        String key = (other ? d.other() : d.base()).map(c -> Numbers.exact(c.mean())).orElse("");
        return new Page.Cell(ComparisonLines.figure(d, other), ComparisonLines.margin(d, other), key);
    }

    private static Page.Cell change(Delta d) {
        return new Page.Cell(ComparisonLines.change(d), "", d.ratio().isPresent()
                ? Numbers.exact(d.ratio().getAsDouble()) : "");
    }

    private static Page.Head head(String title, String unit, boolean number) {
        return new Page.Head(title, unit, "", number);
    }

    private static Page.Cell cell(String text) {
        return new Page.Cell(text, "", text);
    }

    // ---- Charts ----

    private ComparisonSection.Chart chart(LabelComparison whole, PointComparison point) {
        Measure m = whole.throughput();
        IterationDetail base = details.apply(typical(point.base(), m).id());
        IterationDetail other = details.apply(typical(point.other(), m).id());
        String title = (point.description().isEmpty() ? whole.pairing().title() : point.description())
                + ", over time" + (point.oneRunEach() ? "" : ": of each side the run nearest to its mean");
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("unit", m.unit());
        IterationSeries.Two a = IterationSeries.of(base, WINDOWS, WINDOWS_BEHIND);
        IterationSeries.Two b = IterationSeries.of(other, WINDOWS, WINDOWS_BEHIND);
        pair.put("sides", List.of(side(whole.pairing().base().name(), a.fine(), base),
                side(whole.pairing().other().name(), b.fine(), other)));
        data.add(pair);
        return new ComparisonSection.Chart(data.size() - 1, title, behind(whole, a.coarse(), start(base), b.coarse(),
                start(other)));
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
        side.put("windows", windows.stream().map(w -> List.of(ReportPageBuilder.three(w.start() - start),
                ReportPageBuilder.three(w.end() - start), ReportPageBuilder.four(w.rate()))).toList());
        Map<String, Object> latency = new LinkedHashMap<>();
        iterationSeries.distributions().keySet().forEach(kind -> latency.put(kind, windows.stream()
                .map(w -> Optional.ofNullable(w.latency().get(kind)).map(l -> List.of(ReportPageBuilder.four(l.p50()),
                        ReportPageBuilder.four(l.p99()))).orElse(List.of())).toList()));
        side.put("latency", latency);
        return side;
    }

    private static List<IterationSeries.Window> headline(IterationSeries iterationSeries, IterationDetail detail) {
        double start = start(detail);
        double end = detail.headline().map(p -> p.end() / 1e9).orElse(0.0);
        return iterationSeries.windows().stream().filter(w -> w.start() >= start - 1e-6 && w.start() < end).toList();
    }

    private static Page.Grid behind(LabelComparison whole, IterationSeries base, double baseStart,
            IterationSeries other, double otherStart) {
        List<Page.Head> heads = List.of(head("side", "", false), head("from", "s", true), head("to", "s", true),
                head("throughput", whole.throughput().unit(), true));
        List<Page.Line> lines = new ArrayList<>();
        lines(lines, whole.pairing().base().name(), base, baseStart);
        lines(lines, whole.pairing().other().name(), other, otherStart);
        return new Page.Grid("", "", "", heads, lines);
    }

    private static void lines(List<Page.Line> lines, String name, IterationSeries iterationSeries, double start) {
        iterationSeries.windows().stream().filter(w -> w.start() >= start - 1e-6)
                .forEach(w -> lines.add(new Page.Line(false, "",
                List.of(cell(name), cell(Numbers.fixed(w.start() - start, 1)), cell(Numbers.fixed(w.end() - start, 1)),
                        cell(Numbers.fixed(w.rate(), 0))))));
    }
}
