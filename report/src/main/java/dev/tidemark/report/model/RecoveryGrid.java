package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.Recovery.Figure;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.RecoveryTable;

/** The table of what the load suffered from faults. */
public final class RecoveryGrid {

    private static final String AT_LEAST = "≥ ";

    private RecoveryGrid() {}

    public static Grid of(RecoveryTable table) {
        boolean points = table.lines().stream().anyMatch(l -> !l.point().isEmpty());
        List<Column> columns = new ArrayList<>();
        if (points) {
            columns.add(Column.words("point"));
        }
        columns.addAll(List.of(Column.numbers("iteration").needed(false), Column.words("fault"),
                number("outage", "s", "Longest time without an answer that ended after the fault began, from the last "
                        + "answer before it to the first after it."),
                number("before", "s", "Longest time without an answer before the first fault, or how short it was at "
                        + "most.").needed(false),
                number("first error", "s", "From when the fault began to the first operation that ended otherwise than "
                        + "answered."),
                number("errors", "", "Operations that ended otherwise than answered, from the interval on in which the "
                        + "fault began."),
                number("rate back", "s", "From when the fault began until 95 % of the rate before the first fault were "
                        + "reached again, to one interval; 0 where it never fell below."),
                number("backlog gone", "s", "From when the fault began until no more slots waited than before the first "
                        + "fault, to one interval; 0 where there never were more."),
                number("p99 before", "ms", "Response time, of the intervals before the first fault."),
                number("p99 during", "ms", "Response time, of the intervals from the fault's begin until it was over, "
                        + "answers came and the rate was back."),
                number("max during", "ms", "").needed(false),
                number("p99 after", "ms", "Response time, of the intervals after that.")));
        return new Grid("Recovery from faults", "", note(table), columns,
                table.lines().stream().map(l -> line(l, points)).toList());
    }

    private static Column number(String title, String unit, String help) {
        return Column.of(title, unit, help, Column.Kind.SPARSE);
    }

    private static String note(RecoveryTable table) {
        return "Seconds since each fault began, but for the outage, which is from answer to answer."
                + (table.more() == 0 ? "" : " " + Numbers.counted(table.more(), "iteration") + " with faults "
                + (table.more() == 1 ? "is" : "are") + " left out.");
    }

    private static Line line(RecoveryTable.Line line, boolean points) {
        Recovery r = line.recovery();
        List<Value> values = new ArrayList<>();
        if (points) {
            values.add(Value.of(line.point()));
        }
        values.addAll(List.of(Value.of(line.iteration()), Value.of(r.fault() + (r.kind().isEmpty() ? ""
                : " (outage of " + r.kind() + ")")), seconds(r.outage(), 3), Value.of(r.usual(), 3),
                Value.of(r.firstError(), 3), Value.of(r.errors()), seconds(r.rate()), seconds(r.backlog()),
                tail(r.before()), tail(r.during()), milliseconds(r.during(), "max"), tail(r.after())));
        return Line.of(values);
    }

    private static Value seconds(Optional<Figure> figure) {
        return figure.map(f -> seconds(f, 2)).orElse(Value.noData());
    }

    private static Value seconds(Figure figure, int decimals) {
        return Value.of((figure.atLeast() ? AT_LEAST : "") + Numbers.fixed(figure.seconds(), decimals));
    }

    private static Value tail(Latencies latencies) {
        return milliseconds(latencies, "p99").largestOf(latencies.answered().count() + latencies.unanswered().count());
    }

    private static Value milliseconds(Latencies latencies, String part) {
        Optional<MeasuredValue> found = latencies.value(part);
        return found.map(v -> Value.of((v.atLeast() ? AT_LEAST : "") + Numbers.fixed(v.number(), 3)))
                .orElse(Value.noData());
    }
}
