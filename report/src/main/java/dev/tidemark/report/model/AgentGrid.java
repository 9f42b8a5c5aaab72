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
        return new Columns<AgentTable.Line>().withIf(points, Column.words("point"), l -> Value.of(l.point()))
                .with(Column.numbers("iteration"), l -> Value.of(l.number()))
                .with(Column.words("agent"), l -> Value.of(l.agent().name()))
                .withEach(AgentFigures.FIGURES.stream().filter(f -> table.lines().stream()
                        .anyMatch(l -> f.of(l.agent()).isPresent())).toList(), f -> Column.of(f.title(), f.unit(),
                        f.help(), table.lines().stream().allMatch(l -> f.of(l.agent()).isPresent())
                        ? Column.Kind.NUMBERS : Column.Kind.SPARSE).needed(f.needed()),
                        (l, f) -> value(f, l.agent()))
                .grid("Agents", table.more() == 0 ? "" : Numbers.counted(table.more(), "iteration") + " of several "
                        + "agents " + (table.more() == 1 ? "is" : "are") + " left out.", table.lines());
    }

    private static Value value(Figure figure, AgentFigures agent) {
        OptionalDouble number = figure.of(agent);
        return number.isEmpty() ? Value.noData() : Value.of(number.getAsDouble() * figure.scale(), figure.decimals(),
                figure.atLeast().test(agent));
    }
}
