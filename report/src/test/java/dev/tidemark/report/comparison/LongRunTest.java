package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.TerminalComparison;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvComparison;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Twelve hours of both sides in intervals of 10 s; what larger histograms cost is measured in bench. */
class LongRunTest {

    private static final int INTERVALS = 12 * 360;

    private final Made made = new Made();
    private List<LabelComparison> comparisons;

    @BeforeEach
    void compare() {
        made.with("night", List.of(
                Run.of(Map.of("target", "one"), 0, INTERVALS, 10, i -> 10_000 - i + 100 * (i % 7)),
                Run.of(Map.of("target", "other"), 0, INTERVALS, 10, i -> 9_000 - 0.5 * i + 100 * (i % 5))
                        .answering(1.2)));
        comparisons = LabelComparison.of(new SideParser(made).find(List.of("night"), Optional.empty()), made::detail);
    }

    @Test
    void thePageOfANightWeighsLessThanThreeMegabytes() {
        assertThat(HtmlReport.of("night", comparisons, made::detail).length()).isBetween(500_000, 3_000_000);
    }

    @Test
    void everyHourHasARow() {
        List<ComparedWindow> hours = comparisons.getFirst().points().getFirst().parts().getFirst().parts();
        assertThat(hours).extracting(ComparedWindow::name)
                .isEqualTo(IntStream.rangeClosed(1, 12).mapToObj(h -> "hour " + h)
                .toList());
        assertThat(hours.getFirst().throughput().ratio().orElseThrow()).isLessThan(1);
        assertThat(hours.getLast().throughput().ratio().orElseThrow()).isGreaterThan(1);
    }

    @Test
    void theTerminalShowsTheAnswerThenTheTables() {
        String text = TerminalComparison.of(comparisons.getFirst(),
                new TerminalStyle(120, false, true, ZoneOffset.UTC));
        assertThat(text).startsWith("night: target one and other\n\nIn one run each, throughput of other was ");
        assertThat(text).containsSubsequence("\nOverall\n", "Throughput", "Response p99", "\nBy hour\n", "hour 12",
                "\nBy operations done\n");
        assertThat(text.lines()).allMatch(l -> l.length() <= 120);
        assertThat(TerminalComparison.of(comparisons.getFirst(), new TerminalStyle(80, false, false, ZoneOffset.UTC)))
                .matches("[\\x20-\\x7e\\n]*");
    }

    @Test
    void everyLineOfTheTsvHasEveryColumn() {
        List<String> lines = TsvComparison.of(comparisons).lines().toList();
        assertThat(lines).hasSizeGreaterThan(40).allMatch(l -> l.split("\t", -1).length
                == lines.getFirst().split("\t", -1).length);
    }
}
