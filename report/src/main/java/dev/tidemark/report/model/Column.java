package dev.tidemark.report.model;

import dev.tidemark.core.result.Measure;

/**
 * A declared column of a grid.
 *
 * @param title  heading
 * @param unit   of its values; empty for none
 * @param help   what it means, a sentence; empty for none
 * @param kind   how its values stand below each other
 * @param needed whether it stays, and with the errors of its values, however narrow the place is
 * @param name   of a column that can be chosen; empty for others
 * @param hidden whether others were chosen
 * @param sorted {@code ascending} or {@code descending}; empty when the grid is not sorted by it
 */
public record Column(String title, String unit, String help, Kind kind, boolean needed, String name, boolean hidden,
        String sorted) {

    /** What stands in a column. */
    public enum Kind {
        WORDS, NUMBERS,
        /** Ends of intervals: numbers, but with no point to align on. */
        RANGES,
        /** Numbers that some lines do not have, so that they cannot be sorted as numbers. */
        SPARSE,
        /** Words of a short list that an eye looks for. */
        BADGES
    }

    public static Column words(String title) {
        return of(title, "", "", Kind.WORDS);
    }

    public static Column numbers(String title) {
        return numbers(title, "", "");
    }

    public static Column numbers(String title, String unit) {
        return numbers(title, unit, "");
    }

    public static Column numbers(String title, String unit, String help) {
        return of(title, unit, help, Kind.NUMBERS);
    }

    public static Column ranges(String title, String unit) {
        return of(title, unit, "", Kind.RANGES);
    }

    public static Column badges(String title, String help) {
        return of(title, "", help, Kind.BADGES);
    }

    public static Column of(Measure measure) {
        return numbers(measure.title(), measure.unit(), measure.help());
    }

    public static Column of(String title, Kind kind) {
        return of(title, "", "", kind);
    }

    static Column of(String title, String unit, String help, Kind kind) {
        return new Column(title, unit, help, kind, true, "", false, "");
    }

    public Column needed(boolean needed) {
        return new Column(title, unit, help, kind, needed, name, hidden, sorted);
    }

    public Column named(String name) {
        return new Column(title, unit, help, kind, needed, name, hidden, sorted);
    }

    public Column hidden(boolean hidden) {
        return new Column(title, unit, help, kind, needed, name, hidden, sorted);
    }

    public Column sorted(boolean down) {
        return new Column(title, unit, help, kind, needed, name, hidden, down ? "descending" : "ascending");
    }

    /** Whether each of its values stands in a badge. */
    public boolean badge() {
        return kind == Kind.BADGES;
    }

    /** Whether its values sort as numbers and stand at the right. */
    public boolean number() {
        return kind == Kind.NUMBERS || kind == Kind.RANGES;
    }

    /** Whether its values are aligned on their decimal point. */
    public boolean aligned() {
        return kind == Kind.NUMBERS || kind == Kind.SPARSE;
    }
}
