package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.workload.measures.Recovery.Figure;
import dev.tidemark.core.workload.measures.Recovery.Stretch;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.RecoveryTable;

/** The table of what the load suffered from faults. */
public final class RecoveryGrid {

    private RecoveryGrid() {}

    public static Grid of(RecoveryTable table) {
        boolean points = table.lines().stream().anyMatch(l -> !l.point().isEmpty());
        return new Columns<RecoveryTable.Line>().withIf(points, Column.words("point"), l -> Value.of(l.point()))
                .with(Column.numbers("iteration").needed(false), l -> Value.of(l.iteration()))
                .with(Column.words("fault"), l -> Value.of(l.recovery().fault() + (l.recovery().kind().isEmpty() ? ""
                        : " (outage of " + l.recovery().kind() + ")")))
                .with(number("outage", "s", "Longest time without an answer that ended after the fault began, from the "
                        + "last answer before it to the first after it."), l -> seconds(l.recovery().outage(), 3))
                .with(number("before", "s", "Longest time without an answer before the first fault, or how short it "
                        + "was at most.").needed(false), l -> Value.of(l.recovery().usual(), 3))
                .with(number("first error", "s", "From when the fault began to the first operation that ended "
                        + "otherwise than answered."), l -> Value.of(l.recovery().firstError(), 3))
                .with(number("errors", "", "Operations that ended otherwise than answered, from the interval on in "
                        + "which the fault began."), l -> Value.of(l.recovery().errors()))
                .with(number("rate back", "s", "From when the fault began until 95 % of the rate before the first "
                        + "fault were reached again, to one interval; 0 where it never fell below."),
                        l -> seconds(l.recovery().rate()))
                .with(number("backlog gone", "s", "From when the fault began until no more slots waited than before "
                        + "the first fault, or than there are workers, to one interval; 0 where there never were more "
                        + "than twice as many."),
                        l -> seconds(l.recovery().backlog()))
                .with(number("p99 before", "ms", "Response time, of the intervals before the first fault."),
                        l -> tail(l.recovery().before()))
                .with(number("p99 during", "ms", "Response time, of the intervals from the fault's begin until it was "
                        + "over, answers came and the rate was back."), l -> tail(l.recovery().during()))
                .with(number("max during", "ms", "").needed(false), l -> milliseconds(l.recovery().during(), "max"))
                .with(number("p99 after", "ms", "Response time, of the intervals after that."),
                        l -> tail(l.recovery().after()))
                .grid("Recovery from faults", note(table), table.lines());
    }

    private static Column number(String title, String unit, String help) {
        return Column.of(title, unit, help, Column.Kind.SPARSE);
    }

    private static String note(RecoveryTable table) {
        return "Seconds since each fault began, but for the outage, which is from answer to answer."
                + (table.more() == 0 ? "" : " " + Numbers.counted(table.more(), "iteration") + " with faults "
                + (table.more() == 1 ? "is" : "are") + " left out.");
    }

    private static Value seconds(Optional<Figure> figure) {
        return figure.map(f -> seconds(f, 2)).orElse(Value.noData());
    }

    private static Value seconds(Figure figure, int decimals) {
        return Value.of(figure.seconds(), decimals, figure.atLeast());
    }

    private static Value tail(Stretch stretch) {
        return milliseconds(stretch, "p99").largestOf(stretch.ended());
    }

    private static Value milliseconds(Stretch stretch, String part) {
        return Value.milliseconds(stretch.value(part));
    }
}
