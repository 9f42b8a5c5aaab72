package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.comparison.RunParts.Window;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.RunGrids;
import dev.tidemark.report.model.Value;
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
            assertThat(parts.parts().get(hour).p50().orElseThrow().number()).isCloseTo(1.8, within(0.002));
            assertThat(parts.parts().get(hour).p99().orElseThrow().number()).isCloseTo(2.2, within(0.003));
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

    private static final long SECOND = 1_000_000_000L;

    /** Of 100 operations a second, one in ten is given up after 10 s in the last tenth. */
    private static IterationDetail timingOut() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int lost = i < 18 ? 0 : 10;
            SeriesSet set = new SeriesSet();
            set.add(SeriesKey.of("get", LatencyKind.SERVICE), times(2_000_000, 100 - lost));
            set.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), times(10 * SECOND, lost));
            set.add("get", new Totals(100, 100 - lost, 0, 100 - lost, 0, 0, 0, 0));
            intervals.add(new Interval(0, i, 0, i * SECOND, (i + 1) * SECOND, 0, SeriesCodec.encode(set)));
        }
        return new IterationDetail("random-io", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, 20 * SECOND, 0,
                1, false, 0, 0)), intervals, List.of(), List.of(), List.of(), List.of());
    }

    private static LogHistogram times(long nanos, long count) {
        LogHistogram times = new LogHistogram();
        times.record(nanos, count);
        return times;
    }

    @Test
    void aPercentileThatMayBeLargerIsMarkedInThePartWhereItIs() {
        Grid grid = RunGrids.parts("L", RunParts.of(timingOut()).orElseThrow(),
                made(20, 1, _ -> 100).label("one").orElseThrow());
        assertThat(grid.lines().getFirst().values()).extracting(Value::text).containsExactly("1", "2.0", "100", "2.000",
                "2.000", "–");
        assertThat(grid.lines().getLast().values()).extracting(Value::text).endsWith("2.000", "≥ 10000.000", "–");
    }
}
