package dev.tidemark.report.model;

import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tables of a comparison. */
public final class ComparisonGrids {

    private ComparisonGrids() {}

    /** A line for each point. @param brief whether without errors, and with brackets about what is not significant */
    public static Grid summary(LabelComparison whole, boolean brief) {
        String unit = whole.throughput().unit();
        return new Grid("At each point", List.of(Column.words("point"), Column.words("hardware"),
                Column.numbers("time", "s"), Column.numbers(whole.pairing().base().name(), unit),
                Column.numbers(whole.pairing().other().name(), unit), Column.numbers("overall", "%"),
                Column.numbers(whole.lastName(), "%")),
                whole.points().stream().map(p -> point(whole, p, brief)).toList());
    }

    private static Line point(LabelComparison whole, PointComparison p, boolean brief) {
        Function<Value, Value> figure = brief ? Value::withoutError : Function.identity();
        return Line.of(Value.of(p.description()), Value.of(whole.hardware()),
                p.seconds().map(s -> Value.of(s, 0)).orElse(Value.noData()),
                p.throughput().map(d -> figure(d, false)).map(figure).orElse(Value.noData()),
                p.throughput().map(d -> figure(d, true)).map(figure).orElse(Value.noData()),
                change(p.throughput(), brief), change(p.last().map(l -> l.throughput()), brief));
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
        boolean intervals = deltas.stream().anyMatch(d -> d.interval().isPresent());
        boolean thirds = deltas.stream().anyMatch(d -> !d.thirds().isEmpty());
        List<Column> columns = new ArrayList<>(first);
        columns.add(Column.numbers(whole.pairing().base().name(), unit));
        columns.add(Column.numbers(whole.pairing().other().name(), unit));
        columns.add(Column.numbers("change", "%"));
        addIf(intervals, columns, Column.ranges(decided ? "95 % interval" : "95 % interval, each alone", "%"));
        addIf(thirds, columns, Column.ranges("first · middle · last third", "%"));
        addIf(decided, columns, Column.words("significant"));
        List<Line> lines = new ArrayList<>();
        for (Delta d : deltas) {
            List<Value> values = new ArrayList<>(names.get(lines.size()));
            values.addAll(List.of(figure(d, false), figure(d, true), change(d)));
            addIf(intervals, values, Value.of(ComparisonLines.interval(d)));
            addIf(thirds, values, Value.of(ComparisonLines.thirds(d)));
            addIf(decided, values, Value.of(ComparisonLines.significant(d)));
            lines.add(new Line(d.significant(), "", values));
        }
        return new Grid(title, columns, lines);
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
                ? Numbers.exact(d.ratio().getAsDouble()) : "");
    }
}
