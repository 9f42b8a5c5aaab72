package dev.tidemark.report.model;

import module java.base;

/** The columns of a table, each declared with what stands in it. @param <T> what a line is about */
public final class Columns<T> {

    private final List<Column> columns = new ArrayList<>();
    private final List<Function<T, Value>> values = new ArrayList<>();

    public Columns<T> with(Column column, Function<T, Value> value) {
        columns.add(column);
        values.add(value);
        return this;
    }

    /** A column that only some tables have. */
    public Columns<T> withIf(boolean there, Column column, Function<T, Value> value) {
        return there ? with(column, value) : this;
    }

    /** A column for each of these. */
    public <E> Columns<T> withEach(Collection<E> each, Function<E, Column> column, BiFunction<T, E, Value> value) {
        each.forEach(e -> with(column.apply(e), of -> value.apply(of, e)));
        return this;
    }

    public List<Column> all() {
        return columns;
    }

    public List<Value> values(T of) {
        return values.stream().map(v -> v.apply(of)).toList();
    }

    public Grid grid(String title, List<T> lines) {
        return grid(title, "", lines);
    }

    public Grid grid(String title, String note, List<T> lines) {
        return new Grid(title, "", note, columns, lines.stream().map(of -> Line.of(values(of))).toList());
    }
}
