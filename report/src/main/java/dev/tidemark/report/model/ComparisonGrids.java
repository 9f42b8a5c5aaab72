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
import dev.tidemark.report.comparison.QueryTime;
import dev.tidemark.report.comparison.WindowComparison;

/** The tables of a comparison. */
public final class ComparisonGrids {

    /** Queries that are listed by themselves. */
    private static final int LISTED = 10;

    /** A figure and what it is called in its line. */
    private record Named(String name, Delta delta) {}

    private ComparisonGrids() {}

    /**
     * The summary over several points, then of each point the figures overall and part by part, where speeds are
     * compared, and which queries differ.
     *
     * @param brief whether without marks and with the throughput alone of parts, with few words; the summary without
     *              errors, with brackets about what is not significant, and with the hardware, which is that of every
     *              point, below the table
     */
    public static List<Grid> all(LabelComparison whole, boolean brief) {
        List<Grid> grids = new ArrayList<>();
        addIf(whole.points().size() > 1, grids, summary(whole, brief));
        for (PointComparison point : whole.points()) {
            String at = point.description().isEmpty() ? "" : ", " + point.description();
            if (point.refusal().isEmpty()) {
                grids.add(overall(whole, point, brief ? point.description().isEmpty() ? "Overall" : point.description()
                        : "Overall" + at, brief));
                point.parts().forEach(p -> grids.add(parts(whole, p, p.title() + at, brief)));
            }
            grids.addAll(queries(whole, point, at));
        }
        return grids;
    }

    private static Grid summary(LabelComparison whole, boolean brief) {
        String unit = whole.throughput().unit();
        boolean parted = whole.points().stream().anyMatch(p -> p.last().isPresent());
        Grid grid = new Columns<PointComparison>().with(Column.words("point"), p -> Value.of(p.description()))
                .withIf(!brief, Column.words("hardware"), _ -> Value.of(whole.hardware()))
                .with(Column.numbers("time", "s").needed(!brief),
                        p -> p.seconds().map(ComparisonGrids::seconds).orElse(Value.noData()))
                .with(Column.numbers(whole.pairing().base().name(), unit),
                        p -> p.throughput().map(d -> figure(d, false)).orElse(Value.noData()))
                .with(Column.numbers(whole.pairing().other().name(), unit),
                        p -> p.throughput().map(d -> figure(d, true)).orElse(Value.noData()))
                .with(Column.numbers("overall", "%"), p -> change(p.throughput(), brief))
                .with(Column.numbers(whole.lastName(), "%").needed(!brief || parted),
                        p -> change(p.last().map(l -> l.throughput()), brief))
                .grid("At each point", brief && !whole.hardware().isEmpty() ? "All ran on " + whole.hardware() + "."
                        : "", whole.points());
        return brief ? grid.withoutErrors() : grid;
    }

    /** What was tested of the whole runs; briefly it is said which side is better. */
    private static Grid overall(LabelComparison whole, PointComparison point, String title, boolean brief) {
        String other = whole.pairing().other().name();
        Grid grid = deltas(whole, true, title, "", brief ? "" : "measure",
                point.overall().stream().map(d -> new Named(d.measure().heading(), d)).toList(),
                d -> brief ? ComparisonLines.significant(d, other) : ComparisonLines.significant(d));
        return brief ? grid.unmarked() : grid;
    }

    private static Grid parts(LabelComparison whole, WindowComparison by, String title, boolean brief) {
        boolean one = brief || by.parts().stream().allMatch(p -> p.deltas().size() == 1);
        Grid grid = deltas(whole, false, title, one ? whole.inParts().unit() : "", brief ? "" : "part",
                by.parts().stream().flatMap(p -> one ? Stream.of(new Named(p.name(), p.throughput()))
                        : p.deltas().stream().map(d -> new Named(p.deltas().size() == 1 ? p.name()
                        : p.name() + ", " + d.measure().heading(), d))).toList(), _ -> "");
        return brief ? grid.unmarked() : grid;
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
     * @param decided     whether some of the figures were tested, or all are shown with intervals of their own
     * @param unit        of the figures; empty where each has its own
     * @param named       the heading of their names
     * @param significant what is said of one that was tested
     */
    private static Grid deltas(LabelComparison whole, boolean decided, String title, String unit, String named,
            List<Named> figures, Function<Delta, String> significant) {
        boolean intervals = figures.stream().anyMatch(f -> f.delta().interval().isPresent());
        boolean thirds = figures.stream().anyMatch(f -> !f.delta().thirds().isEmpty());
        Columns<Named> columns = new Columns<Named>().with(Column.words(named), f -> Value.of(f.name()))
                .with(Column.numbers(whole.pairing().base().name(), unit), f -> figure(f.delta(), false))
                .with(Column.numbers(whole.pairing().other().name(), unit), f -> figure(f.delta(), true))
                .with(Column.numbers("change", "%"), f -> change(f.delta()))
                .withIf(intervals, Column.ranges(decided ? Numbers.confidence(whole.confidence()) + " interval"
                        : "95 % interval, each alone", "%").needed(false),
                        f -> Value.of(ComparisonLines.interval(f.delta()) + (decided ? ofItsOwn(whole, f.delta()) : "")))
                .withIf(thirds, Column.ranges("first · middle · last third", "%").needed(false),
                        f -> Value.of(ComparisonLines.thirds(f.delta())))
                .withIf(decided, Column.words("significant"), f -> Value.of(significant.apply(f.delta())));
        return new Grid(title, columns.all(), figures.stream()
                .map(f -> new Line(f.delta().significant(), "", columns.values(f))).toList());
    }

    /**
     * Which queries show that a side is slower, how far the answers of a point's sides agree, and which queries they
     * answer least alike; empty for nothing.
     */
    private static List<Grid> queries(LabelComparison whole, PointComparison point, String at) {
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
        return new Columns<QueryTime>().with(Column.words("query"), q -> Value.of(q.text()))
                .with(Column.numbers(whole.pairing().base().name(), "ms"), q -> Value.of(q.base(), 2))
                .with(Column.numbers(whole.pairing().other().name(), "ms"), q -> Value.of(q.other(), 2))
                .grid(title, (all == 1 ? "1 query" : all + " queries") + " took longer on one side in four of five "
                        + "pairs of runs or more" + (all > LISTED ? "; these differ most." : "."),
                        point.slower().stream().limit(LISTED).toList());
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

    /** How sure an interval is that stands among those that decide together, and is not one of them. */
    private static String ofItsOwn(LabelComparison whole, Delta d) {
        String own = d.confidence().stream().mapToObj(Numbers::confidence).collect(Collectors.joining());
        return d.tested() || own.isEmpty() || own.equals(Numbers.confidence(whole.confidence())) ? ""
                : " (" + own + ")";
    }

    private static Value change(Delta d) {
        return new Value(ComparisonLines.change(d), "", d.ratio().isPresent()
                ? Numbers.exact(d.ratio().getAsDouble()) : "", ComparisonLines.tone(d));
    }
}
