package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.measure.OperationTable;
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
        List<Column> columns = new ArrayList<>(List.of(Column.numbers("share of " + unit, "%")));
        by.keySet().forEach(name -> columns.add(Column.numbers(name, "ms")));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < SortedOperations.SHARES.size(); i++) {
            int at = i;
            List<Value> values = new ArrayList<>(List.of(Value.of(Numbers.exact(SortedOperations.SHARES.get(i)))));
            by.values().forEach(responses -> values.add(milliseconds(responses.get(at))));
            lines.add(Line.of(values));
        }
        return new Grid(title, columns, lines);
    }

    /** The slowest operations of an iteration, the slowest first. */
    public static Grid slowest(String title, List<SortedOperations.Slow> slowest) {
        return new Grid(title, List.of(Column.words("what"), Column.words("kind"),
                Column.numbers("item", "", "Which of the things that repeat it was about: the number of the query."),
                Column.of("hits", Column.Kind.NUMBERS),
                Column.numbers("response", "ms", "From when it was due to its end."),
                Column.numbers("service", "ms", "From when it was started to its end."),
                Column.numbers("engine", "ms", "What the engine says that it took; not every engine does."),
                Column.numbers("due", "s", "Since the iteration's start."), Column.words("ended")),
                slowest.stream().map(OperationGrids::slow).toList()).withoutEmptyColumns();
    }

    private static Line slow(SortedOperations.Slow slow) {
        OperationTable.Row r = slow.row();
        return Line.of(Value.of(slow.name().isEmpty() ? "operation " + r.n() : slow.name()), Value.of(r.kind()),
                known(r.item()), known(r.hits()), milliseconds(r.nanos() / MS),
                milliseconds((r.end() - r.start()) / MS),
                r.engine() == OperationTable.UNKNOWN ? Value.noData() : milliseconds(r.engine() / MS),
                Value.of(r.due() / 1e9, 3), Value.of(ended(r)));
    }

    private static Value known(long number) {
        return number == OperationTable.UNKNOWN ? Value.noData() : Value.of(number);
    }

    private static Value milliseconds(double ms) {
        return Value.of(ms, ms < 1 ? 4 : ms < 100 ? 2 : 0);
    }

    private static String ended(OperationTable.Row r) {
        String outcome = r.outcome() == Outcome.OK ? "" : r.outcome().words();
        return r.reason().isEmpty() ? outcome : outcome + ": " + r.reason();
    }
}
