package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.Value;

/** The same in Markdown, with the tables of GitHub, whole: how wide lines are is a matter of what shows them. */
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
    void heading(String text, String remark) {
        line("\n## " + style().plain(text) + "\n");
        if (!remark.isEmpty()) {
            line(style().plain(remark) + "\n");
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
    void table(Grid grid, String elsewhere) {
        List<Column> columns = grid.columns();
        boolean marked = grid.lines().stream().anyMatch(Line::best);
        line("");
        line(row(marked, "", columns.stream()
                .map(c -> style().plain(c.title() + (c.unit().isEmpty() ? "" : ", " + c.unit()))).toList()));
        line(row(marked, "---", columns.stream().map(MarkdownWriter::rule).toList()));
        grid.lines().forEach(line -> line(row(marked, line.best() ? "●" : "", IntStream.range(0, columns.size())
                .mapToObj(c -> cell(line.values().get(c), columns.get(c))).toList())));
        line("");
    }

    @Override
    void gridOfFigures(Grid grid, String elsewhere) {
        grid(grid, elsewhere);
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
