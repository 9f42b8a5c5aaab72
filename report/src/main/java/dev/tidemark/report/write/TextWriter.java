package dev.tidemark.report.write;

import dev.tidemark.report.model.Grid;
import java.util.List;
import java.util.function.Function;

/** Text for people at a terminal: headings, sentences and grids, one below the other. */
final class TextWriter {

    private static final int MEASURE = 100;

    private final TerminalStyle terminalStyle;
    private final StringBuilder out = new StringBuilder();

    TextWriter(TerminalStyle terminalStyle) {
        this.terminalStyle = terminalStyle;
    }

    /** What was written; lines end with a line feed. */
    String text() {
        return out.toString();
    }

    void line(String text) {
        out.append(text).append('\n');
    }

    void heading(String text) {
        heading(text, "");
    }

    private void heading(String text, String beside) {
        line("");
        line(terminalStyle.bold(terminalStyle.plain(text))
                + (beside.isEmpty() ? "" : terminalStyle.dim(terminalStyle.plain("  " + beside))));
    }

    void sentence(String text) {
        wrapped("", text, Function.identity());
    }

    /** What is told beside the matter. */
    void aside(String text) {
        wrapped("", text, terminalStyle::dim);
    }

    /** Breaks a text between words to a readable width, indented by the width of {@code lead}. */
    void wrapped(String lead, String text, Function<String, String> tone) {
        int width = Math.max(20, Math.min(terminalStyle.width(), MEASURE) - lead.length());
        String indent = lead;
        for (String line : Wrapping.lines(terminalStyle.plain(text), width)) {
            line(indent + tone.apply(line));
            indent = " ".repeat(lead.length());
        }
    }

    /**
     * A grid under its heading, with what is to be said of it.
     *
     * @param elsewhere what has the columns for which there is no room, as in {@code --html has}; empty to be silent
     */
    void grid(Grid grid, String elsewhere) {
        heading(grid.title(), grid.kept());
        if (grid.lines().isEmpty() && !grid.note().isEmpty()) {
            sentence(grid.note());
            return;
        }
        List<String> dropped = table(grid);
        if (!dropped.isEmpty() && !elsewhere.isEmpty()) {
            aside("Too narrow for " + String.join(", ", dropped) + "; " + elsewhere + " them.");
        }
        if (!grid.note().isEmpty()) {
            aside(grid.note());
        }
    }

    /** The lines of a grid alone. @return the titles of the columns for which there was no room */
    List<String> table(Grid grid) {
        TextTable.Rendered rendered = TextTable.render(grid, terminalStyle);
        rendered.lines().forEach(this::line);
        return rendered.dropped();
    }
}
