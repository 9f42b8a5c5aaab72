package dev.tidemark.report.model;

import java.util.List;

/**
 * A line of a grid.
 *
 * @param best   whether it is marked
 * @param about  what is told of it where there is room; empty for nothing
 * @param values one for each column
 * @param runs   numbers of the iterations that are folded in it, where there are several
 * @param run    whether it is a single repeat, below the line that it is folded in
 */
public record Line(boolean best, String about, List<Value> values, String runs, boolean run) {

    public Line {
        values = List.copyOf(values);
    }

    public Line(boolean best, String about, List<Value> values) {
        this(best, about, values, "", false);
    }

    public static Line of(List<Value> values) {
        return new Line(false, "", values);
    }

    public static Line of(Value... values) {
        return of(List.of(values));
    }

    /** The same, as one in which these iterations are folded. */
    public Line folding(String runs) {
        return new Line(best, about, values, runs, run);
    }
}
