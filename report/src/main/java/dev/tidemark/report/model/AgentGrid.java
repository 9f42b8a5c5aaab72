package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.AgentFigures.Figure;
import dev.tidemark.report.analysis.AgentFigures;
import dev.tidemark.report.analysis.AgentTable;

/** The table of what each agent did of the load. */
public final class AgentGrid {

    private AgentGrid() {}

    /** Without the figures that no agent has, as lateness is none of a load without a schedule. */
    public static Grid of(AgentTable table) {
        boolean points = table.lines().stream().anyMatch(l -> !l.point().isEmpty());
        List<Figure> figures = AgentFigures.FIGURES.stream().filter(f -> table.lines().stream()
                .anyMatch(l -> f.of(l.agent()).isPresent())).toList();
        List<Column> columns = new ArrayList<>();
        if (points) {
            columns.add(Column.words("point"));
        }
        columns.addAll(List.of(Column.numbers("iteration"), Column.words("agent")));
        figures.forEach(f -> columns.add(Column.of(f.title(), f.unit(), f.help(), table.lines().stream()
                .allMatch(l -> f.of(l.agent()).isPresent()) ? Column.Kind.NUMBERS : Column.Kind.SPARSE)
                .needed(f.needed())));
        return new Grid("Agents", "", table.more() == 0 ? "" : Numbers.counted(table.more(), "iteration") + " of several "
                + "agents " + (table.more() == 1 ? "is" : "are") + " left out.", columns,
                table.lines().stream().map(l -> line(l, points, figures)).toList());
    }

    private static Line line(AgentTable.Line line, boolean points, List<Figure> figures) {
        List<Value> values = new ArrayList<>();
        if (points) {
            values.add(Value.of(line.point()));
        }
        values.add(Value.of(line.number()));
        values.add(Value.of(line.agent().name()));
        figures.forEach(f -> values.add(value(f, f.of(line.agent()))));
        return Line.of(values);
    }

    private static Value value(Figure figure, OptionalDouble number) {
        return number.isEmpty() ? Value.noData() : Value.of(number.getAsDouble() * figure.scale(), figure.decimals());
    }
}
