package dev.tidemark.report.write;

import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.model.ComparisonGrids;

/** A comparison as text for people at a terminal: what can be said, then the figures overall and part by part. */
public final class TerminalComparison {

    private static final String ELSEWHERE = "compare --html has";

    private TerminalComparison() {}

    /** The whole comparison; lines end with a line feed. */
    public static String of(LabelComparison whole, TerminalStyle terminalStyle) {
        TextWriter text = TextWriter.of(terminalStyle);
        text.line(terminalStyle.bold(terminalStyle.plain(whole.pairing().title())));
        text.line("");
        whole.sentences().forEach(text::sentence);
        ComparisonGrids.all(whole, true).forEach(grid -> text.gridOfFigures(grid, ELSEWHERE));
        if (!whole.differences().isEmpty()) {
            text.heading("They differ in");
            whole.differences().forEach(text::sentence);
        }
        whole.notes().forEach(text::remark);
        return text.text();
    }
}
