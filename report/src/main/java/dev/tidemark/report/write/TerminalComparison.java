package dev.tidemark.report.write;

import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison;
import dev.tidemark.report.comparison.WindowComparison.Part;
import dev.tidemark.report.write.TextTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A comparison as text for people at a terminal: what can be said, then the figures overall and part by part. */
public final class TerminalComparison {

    private static final int MEASURE = 100;

    private final LabelComparison whole;
    private final TerminalStyle terminalStyle;
    private final String base;
    private final String other;
    private final StringBuilder out = new StringBuilder();

    private TerminalComparison(LabelComparison whole, TerminalStyle terminalStyle) {
        this.whole = whole;
        this.terminalStyle = terminalStyle;
        this.base = whole.pairing().base().name();
        this.other = whole.pairing().other().name();
    }

    /** The whole comparison; lines end with a line feed. */
    public static String of(LabelComparison whole, TerminalStyle terminalStyle) {
        return new TerminalComparison(whole, terminalStyle).text();
    }

    private String text() {
        line(terminalStyle.bold(terminalStyle.plain(whole.pairing().title())));
        line("");
        whole.sentences().forEach(s -> wrapped(s, Function.identity()));
        if (whole.points().size() > 1) {
            heading("At each point");
            table(summary());
        }
        for (PointComparison point : whole.points()) {
            if (point.refusal().isEmpty()) {
                point(point);
            }
        }
        if (!whole.differences().isEmpty()) {
            heading("They differ in");
            whole.differences().forEach(d -> wrapped(d, Function.identity()));
        }
        whole.notes().forEach(n -> wrapped(n, terminalStyle::dim));
        return out.toString();
    }

    private List<Column> summary() {
        List<PointComparison> points = whole.points();
        return List.of(texts("point", points.stream().map(PointComparison::description).toList()),
                texts("hardware", points.stream().map(p -> whole.hardware()).toList()),
                numbers("time", "s", points.stream().map(p -> p.seconds().map(s -> Numbers.fixed(s, 0)).orElse("–"))
                        .toList()),
                numbers(base, whole.throughput().unit(), points.stream().map(p -> p.throughput()
                        .map(d -> ComparisonLines.figure(d, false)).orElse("–")).toList()),
                numbers(other, whole.throughput().unit(), points.stream().map(p -> p.throughput()
                        .map(d -> ComparisonLines.figure(d, true)).orElse("–")).toList()),
                numbers("overall", "%", points.stream().map(p -> p.throughput().map(this::changed).orElse("–"))
                        .toList()),
                numbers(whole.lastName(), "%", points.stream().map(p -> p.last().map(l -> changed(l.throughput()))
                        .orElse("–")).toList()));
    }

    /** In brackets when it is not significant. */
    private String changed(Delta delta) {
        return delta.significant() ? ComparisonLines.change(delta) : "(" + ComparisonLines.change(delta) + ")";
    }

    private void point(PointComparison point) {
        heading(point.description().isEmpty() ? "Overall" : point.description());
        table(deltas(true, "", point.overall().stream().map(d -> d.measure().title()).toList(),
                point.overall().stream().map(d -> d.measure().unit()).toList(), point.overall()));
        for (WindowComparison windowComparison : point.parts()) {
            heading(windowComparison.title() + (point.description().isEmpty() ? "" : ", " + point.description()));
            table(deltas(false, whole.throughput().unit(), windowComparison.parts().stream().map(Part::name).toList(),
                    List.of(),
                    windowComparison.parts().stream().map(Part::throughput).toList()));
        }
    }

    /** @param decided whether some of the figures were tested, or all are shown with intervals of their own */
    private List<Column> deltas(boolean decided, String unit, List<String> names, List<String> units,
            List<Delta> deltas) {
        List<Column> columns = new ArrayList<>();
        columns.add(texts("", names));
        if (!units.isEmpty()) {
            columns.add(texts("", units));
        }
        for (boolean second : new boolean[] {false, true}) {
            columns.add(new Column(second ? other : base, unit, true, true,
                    deltas.stream().map(d -> ComparisonLines.figure(d, second)).toList(),
                    deltas.stream().map(d -> ComparisonLines.margin(d, second))
                            .toList()));
        }
        columns.add(numbers("change", "%", deltas.stream().map(ComparisonLines::change).toList()));
        addIfAny(columns, decided ? ComparisonLines.INTERVAL : ComparisonLines.ALONE, deltas.stream()
                .map(ComparisonLines::interval).toList());
        addIfAny(columns, ComparisonLines.THIRDS, deltas.stream().map(ComparisonLines::thirds).toList());
        if (decided) {
            columns.add(texts(ComparisonLines.SIGNIFICANT, deltas.stream().map(ComparisonLines::significant).toList()));
        }
        return columns;
    }

    private static void addIfAny(List<Column> columns, String title, List<String> cells) {
        if (cells.stream().anyMatch(c -> !c.isEmpty())) {
            columns.add(new Column(title, "%", false, true, cells, cells.stream().map(c -> "").toList()));
        }
    }

    private static Column texts(String title, List<String> cells) {
        return Column.of(title, false, cells);
    }

    private static Column numbers(String title, String unit, List<String> cells) {
        return new Column(title, unit, true, true, cells, cells.stream().map(c -> "").toList());
    }

    private void table(List<Column> columns) {
        TextTable.render(columns, terminalStyle).lines().forEach(this::line);
    }

    private void heading(String text) {
        line("");
        line(terminalStyle.bold(terminalStyle.plain(text)));
    }

    private void wrapped(String text, Function<String, String> tone) {
        Wrapping.lines(terminalStyle.plain(text), Math.max(20, Math.min(terminalStyle.width(), MEASURE)))
                .forEach(l -> line(tone.apply(l)));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
