package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.report.model.Grid;

/** Text for people at a terminal: headings, sentences and grids, one below the other. */
class TextWriter {

    private static final int MEASURE = 100;
    private static final String GAP = "  ";
    private static final String ERRORS = "±";

    private final TerminalStyle terminalStyle;
    private final StringBuilder out = new StringBuilder();
    /** Titles of columns that were said to be hidden: once is enough. */
    private final Set<String> hidden = new HashSet<>();

    TextWriter(TerminalStyle terminalStyle) {
        this.terminalStyle = terminalStyle;
    }

    static TextWriter of(TerminalStyle terminalStyle) {
        return terminalStyle.markdown() ? new MarkdownWriter(terminalStyle) : new TextWriter(terminalStyle);
    }

    final TerminalStyle style() {
        return terminalStyle;
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

    void heading(String text, String remark) {
        line("");
        boolean fits = text.length() + GAP.length() + remark.length() <= terminalStyle.width();
        line(terminalStyle.bold(terminalStyle.plain(text))
                + (remark.isEmpty() || !fits ? "" : terminalStyle.dim(terminalStyle.plain(GAP + remark))));
        if (!fits && !remark.isEmpty()) {
            wrapped(GAP, remark, terminalStyle::dim);
        }
    }

    void sentence(String text) {
        wrapped("", text, Function.identity());
    }

    /** What is told beside the matter. */
    void remark(String text) {
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
     * A command, to be copied: where it is too wide, its options stand on lines of their own, as a shell reads them.
     */
    void command(String command) {
        String lead = "    ";
        StringBuilder line = new StringBuilder(lead);
        for (String part : terminalStyle.plain(command).split(" (?=--)")) {
            if (line.length() > lead.length() && line.length() + part.length() + 3 > terminalStyle.width()) {
                line(line + "\\");
                line.setLength(0);
                line.append(lead).append(lead);
            }
            line.append(part).append(' ');
        }
        line(line.toString().stripTrailing());
    }

    /**
     * A grid under its heading, with what is to be said of it.
     *
     * @param elsewhere what has the columns for which there is no room, as in {@code --html has}; empty for nothing
     */
    void grid(Grid grid, String elsewhere) {
        heading(grid.title(), grid.kept());
        if (grid.lines().isEmpty() && !grid.note().isEmpty()) {
            sentence(grid.note());
            return;
        }
        table(grid, elsewhere);
        if (!grid.note().isEmpty()) {
            remark(grid.note());
        }
    }

    /** A grid whose every figure matters more than how sure it is: for want of room the errors go before any column. */
    void gridOfFigures(Grid grid, String elsewhere) {
        Grid plain = grid.withoutErrors();
        if (plain.equals(grid) || TextTable.width(grid, terminalStyle) <= terminalStyle.width()) {
            grid(grid, elsewhere);
            return;
        }
        grid(plain, elsewhere);
        if (hidden.add(ERRORS)) {
            remark("The error of each figure is hidden for want of room.");
        }
    }

    /**
     * The lines of a grid alone, and which of its columns are hidden that were not before.
     *
     * @param elsewhere as of {@link #grid}
     */
    void table(Grid grid, String elsewhere) {
        TextTable.Rendered rendered = TextTable.render(grid, terminalStyle);
        rendered.lines().forEach(this::line);
        List<String> news = rendered.dropped().stream().filter(hidden::add).toList();
        if (!news.isEmpty()) {
            remark("Columns hidden: " + String.join(", ", news)
                    + (elsewhere.isEmpty() ? "." : "; " + elsewhere + " them."));
        }
    }

    /** The lines of a grid alone. */
    void table(Grid grid) {
        table(grid, "");
    }
}
