package dev.tidemark.report.write;

import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The same in Markdown, with the tables of GitHub: what breaks lines, and how wide they are, is the reader's matter. */
final class MarkdownWriter extends TextWriter {

    MarkdownWriter(TerminalStyle terminalStyle) {
        super(terminalStyle);
    }

    /** Without more than one blank line between what is told. */
    @Override
    String text() {
        return super.text().replaceAll("\n{3,}", "\n\n").strip() + "\n";
    }

    @Override
    void heading(String text, String beside) {
        line("\n## " + style().plain(text) + "\n");
        if (!beside.isEmpty()) {
            line(style().plain(beside) + "\n");
        }
    }

    @Override
    void wrapped(String lead, String text, Function<String, String> tone) {
        line("\n" + (lead.isBlank() ? "" : style().bold(lead.strip()) + " ") + tone.apply(style().plain(text)) + "\n");
    }

    @Override
    void command(String command) {
        line("\n```sh\n" + command + "\n```\n");
    }

    @Override
    List<String> lines(Grid grid, TextTable.Rendered rendered) {
        List<Integer> kept = IntStream.range(0, grid.columns().size())
                .filter(c -> rendered.kept().contains(grid.columns().get(c))).boxed().toList();
        boolean marked = grid.lines().stream().anyMatch(Line::best);
        List<String> lines = new ArrayList<>(List.of("", row(marked, "", kept.stream().map(grid.columns()::get)
                .map(c -> style().plain(c.title() + (c.unit().isEmpty() ? "" : ", " + c.unit()))).toList()),
                row(marked, "---", kept.stream().map(grid.columns()::get).map(MarkdownWriter::rule).toList())));
        grid.lines().forEach(line -> lines.add(row(marked, line.best() ? "●" : "", kept.stream()
                .map(c -> cell(line.values().get(c), grid.columns().get(c))).toList())));
        lines.add("");
        return lines;
    }

    private String cell(Value value, Column column) {
        return style().plain(value.text() + (column.needed() ? value.error() : ""));
    }

    private static String rule(Column column) {
        return column.number() || column.aligned() ? "---:" : "---";
    }

    private static String row(boolean marked, String mark, List<String> cells) {
        return (marked ? "| " + mark + " " : "") + cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
