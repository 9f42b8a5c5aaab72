package dev.tidemark.report.write;

import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;
import dev.tidemark.report.comparison.WindowComparison;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.ComparisonGrids;
import dev.tidemark.report.model.ComparisonLines;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Value;
import java.util.List;

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
        if (whole.points().size() > 1) {
            text.grid(ComparisonGrids.summary(whole, true), ELSEWHERE);
        }
        whole.points().stream().filter(p -> p.refusal().isEmpty()).forEach(p -> point(whole, p, text));
        whole.points().forEach(p -> ComparisonGrids.queries(whole, p).forEach(grid -> text.grid(grid, ELSEWHERE)));
        if (!whole.differences().isEmpty()) {
            text.heading("They differ in");
            whole.differences().forEach(text::sentence);
        }
        whole.notes().forEach(text::remark);
        return text.text();
    }

    private static void point(LabelComparison whole, PointComparison point, TextWriter text) {
        String at = point.description();
        text.gridOfFigures(overall(whole, at.isEmpty() ? "Overall" : at, point.overall()), ELSEWHERE);
        for (WindowComparison by : point.parts()) {
            text.gridOfFigures(parts(whole, by.title() + (at.isEmpty() ? "" : ", " + at), by), ELSEWHERE);
        }
    }

    private static Grid overall(LabelComparison whole, String title, List<Delta> deltas) {
        return ComparisonGrids.deltas(whole, true, title, "", List.of(Column.words("")),
                deltas.stream().map(d -> List.of(Value.of(d.measure().heading()))).toList(), deltas,
                d -> ComparisonLines.significant(d, whole.pairing().other().name())).unmarked();
    }

    private static Grid parts(LabelComparison whole, String title, WindowComparison by) {
        return ComparisonGrids.deltas(whole, false, title, whole.throughput().unit(), List.of(Column.words("")),
                by.parts().stream().map(p -> List.of(Value.of(p.name()))).toList(),
                by.parts().stream().map(ComparedWindow::throughput).toList()).unmarked();
    }
}
