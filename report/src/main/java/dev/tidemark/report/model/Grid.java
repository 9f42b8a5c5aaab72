package dev.tidemark.report.model;

import module java.base;

/**
 * A table.
 *
 * @param title what it shows; empty where its place tells
 * @param kept  the values at which other settings are kept; empty for none
 * @param note  stands below it, and alone when there are no lines; empty for none
 * @param more  what is left out; empty for nothing
 */
public record Grid(String title, String kept, String note, List<Column> columns, List<Line> lines, String more) {

    public Grid {
        columns = List.copyOf(columns);
        lines = List.copyOf(lines);
    }

    public Grid(String title, String kept, String note, List<Column> columns, List<Line> lines) {
        this(title, kept, note, columns, lines, "");
    }

    public Grid(String title, List<Column> columns, List<Line> lines) {
        this(title, "", "", columns, lines);
    }

    /** @param more what is said where there are not so many lines */
    public Grid first(int most, String more) {
        return lines.size() <= most ? this : new Grid(title, kept, note, columns, lines.subList(0, most), more);
    }

    public Grid withColumns(UnaryOperator<Column> change) {
        return new Grid(title, kept, note, columns.stream().map(change).toList(), lines, more);
    }

    /** Without the columns in which nothing stands. */
    public Grid withoutEmptyColumns() {
        List<Integer> filled = IntStream.range(0, columns.size())
                .filter(c -> lines.stream().anyMatch(l -> !l.values().get(c).text().isEmpty())).boxed().toList();
        return new Grid(title, kept, note, filled.stream().map(columns::get).toList(), lines.stream()
                .map(l -> new Line(l.best(), l.about(), filled.stream().map(l.values()::get).toList())).toList(), more);
    }

    public Grid titled(String other) {
        return new Grid(other, kept, note, columns, lines, more);
    }

    public Grid withoutNote() {
        return new Grid(title, kept, "", columns, lines, more);
    }

    /** With figures alone. */
    public Grid withoutErrors() {
        return new Grid(title, kept, note, columns, lines.stream().map(l -> new Line(l.best(), l.about(),
                l.values().stream().map(Value::withoutError).toList(), l.runs(), l.run())).toList(), more);
    }

    /** Without marks. */
    public Grid unmarked() {
        return new Grid(title, kept, note, columns, lines.stream().map(l -> Line.of(l.values())).toList(), more);
    }
}
