package dev.tidemark.report.chart;

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
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.html.HtmlReport;
import org.junit.jupiter.api.Test;

class IterationSeriesTest {

    private static final long SECOND = 1_000_000_000L;

    private static Interval interval(int seq, int part, long from, long to, long units, LatencyKind latencyKind,
            long nanos) {
        SeriesSet set = new SeriesSet();
        LogHistogram h = new LogHistogram();
        h.record(nanos, units);
        set.add(SeriesKey.of("insert", latencyKind), h);
        set.add("insert", new Totals(units, units, 0, units, 0, 0, 0, 0));
        return new Interval(0, seq, part, from * SECOND, to * SECOND, 0, SeriesCodec.encode(set));
    }

    private static IterationDetail detail(List<Interval> intervals) {
        return new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, 100 * SECOND,
                0, 1, false, 0, 0)), intervals, List.of(), List.of(), List.of(), List.of());
    }

    @Test
    void whatCameLateIsAddedToItsWindow() {
        IterationSeries iterationSeries =
                IterationSeries.of(detail(List.of(interval(0, 0, 0, 2, 100, LatencyKind.SERVICE, 1_000_000),
                interval(1, 0, 2, 4, 100, LatencyKind.SERVICE, 1_000_000),
                interval(0, 1, 0, 2, 100, LatencyKind.SERVICE, 3_000_000))), 240);
        assertThat(iterationSeries.windows()).hasSize(2);
        assertThat(iterationSeries.windows().get(0).rate()).isEqualTo(100);
        assertThat(iterationSeries.windows().get(0).latency().get("insert").max().number()).isEqualTo(3);
        assertThat(iterationSeries.windows().get(1).rate()).isEqualTo(50);
    }

    @Test
    void manyWindowsAreAddedUpButNeverAcrossAGap() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int from = i < 50 ? i : i + 10;
            intervals.add(interval(i, 0, from, from + 1, 10, LatencyKind.SERVICE, 1_000_000));
        }
        IterationSeries iterationSeries = IterationSeries.of(detail(intervals), 12);
        assertThat(iterationSeries.windows()).hasSizeLessThanOrEqualTo(13)
                .allMatch(w -> Math.abs(w.rate() - 10) < 1e-9);
        assertThat(iterationSeries.windows()).noneMatch(w -> w.start() < 50 && w.end() > 50);
        assertThat(iterationSeries.windows().stream().mapToDouble(w -> w.rate() * (w.end() - w.start())).sum())
                .isCloseTo(1000, within(1e-6));
    }

    @Test
    void theStubAPhaseEndsWithIsNoRateOfItsOwn() {
        IterationSeries iterationSeries =
                IterationSeries.of(detail(List.of(interval(0, 0, 0, 10, 100, LatencyKind.SERVICE, 1_000_000),
                interval(1, 0, 10, 20, 100, LatencyKind.SERVICE, 1_000_000),
                interval(2, 0, 20, 21, 1, LatencyKind.SERVICE, 1_000_000))), 240);
        assertThat(iterationSeries.windows()).hasSize(2);
        assertThat(iterationSeries.windows().getLast().rate()).isCloseTo(101 / 11.0, within(1e-9));
        assertThat(iterationSeries.windows().getLast().end()).isEqualTo(21);
    }

    @Test
    void responseTimesGoBeforeServiceTimes() {
        SeriesSet set = new SeriesSet();
        for (LatencyKind latencyKind : List.of(LatencyKind.SERVICE, LatencyKind.RESPONSE)) {
            LogHistogram h = new LogHistogram();
            h.record(latencyKind == LatencyKind.RESPONSE ? 9_000_000 : 1_000_000, 5);
            set.add(SeriesKey.of("insert", latencyKind), h);
        }
        IterationSeries iterationSeries =
                IterationSeries.of(detail(List.of(new Interval(0, 0, 0, 0, SECOND, 0, SeriesCodec.encode(set)))), 240);
        assertThat(iterationSeries.windows().getFirst().latency().get("insert").max().number()).isEqualTo(9);
    }

    @Test
    void aDistributionSaysNoMoreThanItsCountResolves() {
        IterationSeries iterationSeries =
                IterationSeries.of(detail(List.of(interval(0, 0, 0, 1, 100, LatencyKind.SERVICE, 2_000_000))), 240);
        List<MeasuredValue> values = iterationSeries.distributions().get("insert").values();
        assertThat(values.get(IterationSeries.QUANTILES.indexOf(0.99)).number()).isCloseTo(2.0, within(0.002));
        assertThat(values.get(IterationSeries.QUANTILES.indexOf(0.999))).isNull();
        assertThat(values.getLast().number()).isEqualTo(2.0);
    }

    @Test
    void curvesRunOverTheSettingWithTheLargestEffectFirst() {
        List<DimensionCharts.Curve> curves = DimensionCharts.of(Report.of(Samples.manualMatrix()));
        assertThat(curves).extracting(DimensionCharts.Curve::dimension).containsExactly("batch-size", "shards",
                "blind-insert");
        DimensionCharts.Curve first = curves.getFirst();
        assertThat(first.by()).isEqualTo("blind-insert");
        assertThat(first.kept()).isEqualTo("shards 2");
        assertThat(first.lines()).extracting(DimensionCharts.Line::name).containsExactly("blind-insert false",
                "blind-insert true");
        assertThat(first.lines().get(1).points()).extracting(p -> p.mean()).containsExactly(72.12, 60.69, 60.85);
    }

    /** Of 1000 operations 50 were given up after 10 s. */
    @Test
    void whatHadNoAnswerTookAtLeastAsLongAsItWasWaitedFor() {
        IterationSeries series = IterationSeries.of(timingOut(), 240);
        IterationSeries.Latency window = series.windows().getFirst().latency().get("get");
        assertThat(List.of(window.p50(), window.p95())).noneMatch(MeasuredValue::atLeast)
                .allMatch(v -> Math.abs(v.number() - 12) < 0.02);
        assertThat(List.of(window.p99(), window.max())).allMatch(MeasuredValue::atLeast)
                .allMatch(v -> Math.abs(v.number() - 10_000) < 10);
        List<MeasuredValue> shares = series.distributions().get("get").values();
        assertThat(IterationSeries.QUANTILES.stream().filter(q -> q <= 0.99).map(q ->
                shares.get(IterationSeries.QUANTILES.indexOf(q)).atLeast()))
                .containsExactly(false, false, false, false, false, false, true);
        assertThat(series.distributions()).as("nothing of it was answered").doesNotContainKey("put");
    }

    private static IterationDetail timingOut() {
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("get", LatencyKind.SERVICE), times(12_000_000, 950));
        set.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), times(10 * SECOND, 50));
        set.add(new SeriesKey("put", "", LatencyKind.SERVICE, true), times(10 * SECOND, 50));
        return detail(List.of(new Interval(0, 0, 0, 0, SECOND, 0, SeriesCodec.encode(set))));
    }

    /** The chart's line by share ends where no more were answered, and a point over time has no upper end. */
    @Test
    void thePageMarksWhatMayBeLarger() {
        String page = HtmlReport.of(Report.of(Samples.label("L", Map.of(), "single", List.of(Samples.iteration(0, 0,
                List.of(Samples.param("workers", 1)), Map.of("elapsed", 1.0))))), _ -> timingOut());
        assertThat(page).containsPattern("\"latency\":\\{\"get\":\\[\\[1[12][0-9.]+,1[12][0-9.]+,10000.0,10000.0,2\\]\\]\\}")
                .containsPattern("\"distributions\":\\{\"get\":\\[(1[12][0-9.]+,){6}null,")
                .contains("≥ 10000");
    }

    private static LogHistogram times(long nanos, long count) {
        LogHistogram times = new LogHistogram();
        times.record(nanos, count);
        return times;
    }
}
