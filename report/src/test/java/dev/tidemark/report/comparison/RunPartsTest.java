package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.comparison.RunParts.Window;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

/** Runs whose throughput falls from interval to interval; half of the times are 1.8 ms, half 2.2 ms. */
class RunPartsTest {

    private static Made made(int intervals, double seconds, IntToDoubleFunction rate) {
        return new Made().with("one", "volume", "matrix", List.of(
                Run.of(Map.of("target", "rocksdb"), 0, intervals, seconds, rate)));
    }

    private static RunParts parts(int intervals, double seconds, IntToDoubleFunction rate) {
        Made made = made(intervals, seconds, rate);
        return RunParts.of(detail(made)).orElseThrow();
    }

    private static IterationDetail detail(Made made) {
        return made.detail(made.label("one").orElseThrow().iterations().getFirst().id());
    }

    @Test
    void aLongRunIsCutIntoHoursWithTheThroughputOfEach() {
        RunParts parts = parts(3 * 360, 10, i -> 9000 - 5 * i);
        assertThat(parts.title()).isEqualTo("By hour");
        assertThat(parts.parts()).extracting(Window::until).containsExactly(3600.0, 7200.0, 10_800.0);
        for (int hour = 0; hour < 3; hour++) {
            assertThat(parts.parts().get(hour).perSecond()).isCloseTo(9000 - 5 * (360 * hour + 179.5), within(1e-6));
            assertThat(parts.parts().get(hour).p50().orElseThrow()).isCloseTo(1.8, within(0.002));
            assertThat(parts.parts().get(hour).p99().orElseThrow()).isCloseTo(2.2, within(0.003));
        }
    }

    @Test
    void aSliverBehindTheLastHourIsNoHour() {
        assertThat(parts(2 * 360 + 30, 10, i -> 100).parts()).extracting(Window::until).containsExactly(3600.0, 7500.0);
        assertThat(parts(2 * 360 + 90, 10, i -> 100).parts()).extracting(Window::until)
                .containsExactly(3600.0, 7200.0, 8100.0);
    }

    @Test
    void aShorterOneIsCutIntoTenths() {
        RunParts parts = parts(60, 1, i -> i < 54 ? 1000 : 400);
        assertThat(parts.word()).isEqualTo("tenth");
        assertThat(parts.parts()).hasSize(10);
        assertThat(parts.parts().getFirst().perSecond()).isCloseTo(1000, within(1e-6));
        assertThat(parts.parts().getLast().perSecond()).isCloseTo(400, within(1e-6));
        assertThat(parts.parts().getLast().until()).isCloseTo(60, within(1e-9));
    }

    @Test
    void oneOfAFewIntervalsIsNotCut() {
        assertThat(RunParts.of(detail(made(19, 1, i -> 100)))).isEmpty();
        assertThat(RunParts.of(detail(made(20, 1, i -> 100)))).isPresent();
    }

    @Test
    void aPercentileOfTooFewTimesIsNotTold() {
        Window few = parts(20, 1, i -> 30).parts().getFirst();
        assertThat(few.p50()).isPresent();
        assertThat(few.p99()).isEmpty();
        Window more = parts(20, 1, i -> 60).parts().getFirst();
        assertThat(more.p99()).isPresent();
        assertThat(more.p999()).isEmpty();
    }

    @Test
    void terminalAndPageHaveTheTable() {
        Made made = made(3 * 360, 10, i -> 9000 - 5 * i);
        Report report = Report.of(made.label("one").orElseThrow());
        String text = TerminalReport.of(report, made::detail, new TerminalStyle(100, false, true, ZoneOffset.UTC));
        assertThat(text.substring(text.indexOf("By hour"))).isEqualTo("""
                By hour
                      until    throughput    p50    p99  p99.9
                hour      s  operations/s     ms     ms     ms
                ──────────────────────────────────────────────
                   1   3600          8103  1.800  2.200  2.200
                   2   7200          6303  1.800  2.200  2.200
                   3  10800          4503  1.800  2.200  2.200
                """);
        assertThat(HtmlReport.of(report, made::detail)).contains("<h2>By hour</h2>");
    }
}
