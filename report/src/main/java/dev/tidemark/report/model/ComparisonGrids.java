package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.AnswerAgreement;
import dev.tidemark.report.comparison.AnswerAgreement.ComparedQuery;
import dev.tidemark.report.comparison.AnswerAgreement.Kind;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;

/** The tables of a comparison. */
public final class ComparisonGrids {

    /** Queries that are listed by themselves. */
    private static final int LISTED = 10;

    private ComparisonGrids() {}

    /**
     * A line for each point.
     *
     * @param brief whether without errors, with brackets about what is not significant, and with the hardware, which is
     *              that of every point, below the table
     */
    public static Grid summary(LabelComparison whole, boolean brief) {
        String unit = whole.throughput().unit();
        boolean parted = whole.points().stream().anyMatch(p -> p.last().isPresent());
        List<Column> columns = new ArrayList<>(List.of(Column.words("point")));
        addIf(!brief, columns, Column.words("hardware"));
        columns.addAll(List.of(Column.numbers("time", "s").needed(!brief),
                Column.numbers(whole.pairing().base().name(), unit),
                Column.numbers(whole.pairing().other().name(), unit), Column.numbers("overall", "%"),
                Column.numbers(whole.lastName(), "%").needed(!brief || parted)));
        String note = brief && !whole.hardware().isEmpty() ? "All ran on " + whole.hardware() + "." : "";
        return new Grid("At each point", "", note, columns, whole.points().stream().map(p -> point(whole, p, brief))
                .toList());
    }

    private static Line point(LabelComparison whole, PointComparison p, boolean brief) {
        Function<Value, Value> figure = brief ? Value::withoutError : Function.identity();
        List<Value> values = new ArrayList<>(List.of(Value.of(p.description())));
        addIf(!brief, values, Value.of(whole.hardware()));
        values.addAll(List.of(p.seconds().map(ComparisonGrids::seconds).orElse(Value.noData()),
                p.throughput().map(d -> figure(d, false)).map(figure).orElse(Value.noData()),
                p.throughput().map(d -> figure(d, true)).map(figure).orElse(Value.noData()),
                change(p.throughput(), brief), change(p.last().map(l -> l.throughput()), brief)));
        return Line.of(values);
    }

    private static Value seconds(double s) {
        return Value.of(s, s < 1 ? 2 : s < 10 ? 1 : 0);
    }

    private static Value change(Optional<Delta> delta, boolean brief) {
        return delta.map(d -> brief && !d.significant() ? Value.of("(" + ComparisonLines.change(d) + ")") : change(d))
                .orElse(Value.noData());
    }

    /**
     * A line for each figure, marked where the difference is significant.
     *
     * @param decided whether some of the figures were tested, or all are shown with intervals of their own
     * @param unit    of the figures; empty where each has its own
     * @param first   columns that tell which figure it is
     * @param names   what stands in them, for each figure
     */
    public static Grid deltas(LabelComparison whole, boolean decided, String title, String unit, List<Column> first,
            List<List<Value>> names, List<Delta> deltas) {
        return deltas(whole, decided, title, unit, first, names, deltas, ComparisonLines::significant);
    }

    /** @param significant what is said of a figure that was tested; the rest as of the other */
    public static Grid deltas(LabelComparison whole, boolean decided, String title, String unit, List<Column> first,
            List<List<Value>> names, List<Delta> deltas, Function<Delta, String> significant) {
        boolean intervals = deltas.stream().anyMatch(d -> d.interval().isPresent());
        boolean thirds = deltas.stream().anyMatch(d -> !d.thirds().isEmpty());
        List<Column> columns = new ArrayList<>(first);
        columns.add(Column.numbers(whole.pairing().base().name(), unit));
        columns.add(Column.numbers(whole.pairing().other().name(), unit));
        columns.add(Column.numbers("change", "%"));
        addIf(intervals, columns, Column.ranges(decided ? Numbers.confidence(whole.confidence()) + " interval"
                : "95 % interval, each alone", "%").needed(false));
        addIf(thirds, columns, Column.ranges("first · middle · last third", "%").needed(false));
        addIf(decided, columns, Column.words("significant"));
        List<Line> lines = new ArrayList<>();
        for (Delta d : deltas) {
            List<Value> values = new ArrayList<>(names.get(lines.size()));
            values.addAll(List.of(figure(d, false), figure(d, true), change(d)));
            addIf(intervals, values, Value.of(ComparisonLines.interval(d)));
            addIf(thirds, values, Value.of(ComparisonLines.thirds(d)));
            addIf(decided, values, Value.of(significant.apply(d)));
            lines.add(new Line(d.significant(), "", values));
        }
        return new Grid(title, columns, lines);
    }

    /**
     * Which queries show that a side is slower, how far the answers of a point's sides agree, and which queries they
     * answer least alike; empty for nothing.
     */
    public static List<Grid> queries(LabelComparison whole, PointComparison point) {
        String at = point.description().isEmpty() ? "" : ", " + point.description();
        List<Grid> grids = new ArrayList<>();
        addIf(!point.slower().isEmpty(), grids, slower(whole, point, "Queries whose time differs most" + at));
        point.agreement().filter(a -> !a.queries().isEmpty()).ifPresent(a -> {
            grids.add(agreement(a, "Answers" + at));
            addIf(!a.leastAlike(1).isEmpty(), grids, leastAlike(a, "Queries that were answered least alike" + at));
        });
        return grids;
    }

    private static Grid slower(LabelComparison whole, PointComparison point, String title) {
        int all = point.slower().size();
        return new Grid(title, "", (all == 1 ? "1 query" : all + " queries") + " took longer on one side in four of five "
                + "pairs of runs or more" + (all > LISTED ? "; these differ most." : "."), List.of(Column.words("query"),
                Column.numbers(whole.pairing().base().name(), "ms"), Column.numbers(whole.pairing().other().name(), "ms")),
                point.slower().stream().limit(LISTED).map(q -> Line.of(Value.of(q.text()), Value.of(q.base(), 2),
                        Value.of(q.other(), 2))).toList());
    }

    private static Grid agreement(AnswerAgreement a, String title) {
        List<AnswerAgreement.Overlap> means = List.of(a.mean(ComparedQuery::sides), a.mean(ComparedQuery::bases),
                a.mean(ComparedQuery::others));
        List<Line> lines = new ArrayList<>();
        lines.add(agreement("first 10 hits in common, %", means, o -> 100 * o.overlap(), 1));
        lines.add(agreement("rank-biased overlap (p " + AnswerAgreement.P + ")", means,
                AnswerAgreement.Overlap::ranked, 3));
        addIf(!a.counted().isEmpty(), lines, Line.of(Value.of("as many hits, % of the queries"),
                Value.of(100 * a.equalHits(), 1), Value.noData(), Value.noData()));
        return new Grid(title, "", "Of " + a.queries().size() + " queries that were asked again: " + a.of(Kind.ALIKE)
                + " answered alike, " + a.of(Kind.OTHERWISE) + " otherwise, " + a.of(Kind.UNSTEADY)
                + " with changes on a side itself.", List.of(Column.words(""), Column.numbers("both sides"),
                Column.numbers(a.base() + " with itself"), Column.numbers(a.other() + " with itself")), lines);
    }

    private static Line agreement(String what, List<AnswerAgreement.Overlap> means,
            ToDoubleFunction<AnswerAgreement.Overlap> figure, int decimals) {
        List<Value> values = new ArrayList<>(List.of(Value.of(what)));
        means.stream().mapToDouble(figure).forEach(f -> values.add(figure(f, decimals)));
        return Line.of(values);
    }

    private static Value figure(double figure, int decimals) {
        return Double.isNaN(figure) ? Value.noData() : Value.of(figure, decimals);
    }

    private static Grid leastAlike(AnswerAgreement a, String title) {
        return new Grid(title, List.of(Column.words("query"), Column.numbers("hits of " + a.base()),
                Column.numbers("hits of " + a.other()), Column.numbers("first 10 in common", "%"),
                Column.numbers("rank-biased overlap")), a.leastAlike(LISTED).stream().map(q -> Line.of(
                        Value.of(q.text()), hits(q.base()), hits(q.other()), figure(100 * q.sides().overlap(), 0),
                        figure(q.sides().ranked(), 3))).toList());
    }

    private static Value hits(AnswerTable.Row answer) {
        return answer.hits() == AnswerTable.UNKNOWN ? Value.noData() : Value.of(answer.hits());
    }

    private static <T> void addIf(boolean there, List<T> to, T what) {
        if (there) {
            to.add(what);
        }
    }

    private static Value figure(Delta d, boolean other) {
        return Value.of(d.measure(), other ? d.other() : d.base());
    }

    private static Value change(Delta d) {
        return new Value(ComparisonLines.change(d), "", d.ratio().isPresent()
                ? Numbers.exact(d.ratio().getAsDouble()) : "", ComparisonLines.tone(d));
    }
}
