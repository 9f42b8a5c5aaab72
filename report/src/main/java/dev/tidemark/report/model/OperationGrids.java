package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.SortedOperations;

/** Operations that were logged one by one, as tables. */
public final class OperationGrids {

    private static final double MS = 1e6;

    private OperationGrids() {}

    /**
     * The response within which a share of the operations ended. @param by iteration, at {@link
     * SortedOperations#SHARES}
     */
    public static Grid shares(String title, String unit, Map<String, List<Double>> by) {
        return new Columns<Integer>()
                .with(Column.numbers("share of " + unit, "%"),
                        i -> Value.of(Numbers.exact(SortedOperations.SHARES.get(i))))
                .withEach(by.entrySet(), e -> Column.numbers(e.getKey(), "ms"),
                        (i, e) -> milliseconds(e.getValue().get(i)))
                .grid(title, IntStream.range(0, SortedOperations.SHARES.size()).boxed().toList());
    }

    /** The slowest operations of an iteration, the slowest first. */
    public static Grid slowest(String title, List<SortedOperations.Slow> slowest) {
        return new Columns<SortedOperations.Slow>().with(Column.words("what"), s -> Value.of(s.name().isEmpty()
                        ? "operation " + s.row().n() : s.name()))
                .with(Column.words("kind"), s -> Value.of(s.row().kind()))
                .with(Column.numbers("item", "", "Which of the things that repeat it was about: the number of the "
                        + "query."), s -> known(s.row().item()))
                .with(Column.numbers("hits"), s -> known(s.row().hits()))
                .with(Column.numbers("response", "ms", "From when it was due to its end."),
                        s -> milliseconds(s.row().nanos() / MS))
                .with(Column.numbers("service", "ms", "From when it was started to its end."),
                        s -> milliseconds((s.row().end() - s.row().start()) / MS))
                .with(Column.numbers("engine", "ms", "What the engine says that it took; not every engine does."),
                        s -> s.row().engine() == OperationTable.UNKNOWN ? Value.noData()
                                : milliseconds(s.row().engine() / MS))
                .with(Column.numbers("due", "s", "Since the iteration's start."), s -> Value.of(s.row().due() / 1e9, 3))
                .with(Column.words("ended"), s -> Value.of(ended(s.row())))
                .grid(title, slowest).withoutEmptyColumns();
    }

    private static Value known(long number) {
        return number == OperationTable.UNKNOWN ? Value.noData() : Value.of(number);
    }

    /** With as many decimals as a time of its size has. */
    public static Value milliseconds(double ms) {
        return Value.of(ms, decimals(ms));
    }

    /** The same of a time that may be larger. */
    public static Value milliseconds(MeasuredValue time) {
        return Value.of(time.number(), decimals(time.number()), time.atLeast());
    }

    private static int decimals(double ms) {
        return ms < 1 ? 4 : ms < 100 ? 2 : 0;
    }

    private static String ended(OperationTable.Row r) {
        String outcome = r.outcome() == Outcome.OK ? "" : r.outcome().words();
        return r.reason().isEmpty() ? outcome : outcome + ": " + r.reason();
    }
}
