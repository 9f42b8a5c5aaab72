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
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
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
        assertThat(iterationSeries.windows().get(0).latency().get("insert").max()).isEqualTo(3);
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
        assertThat(iterationSeries.windows().getFirst().latency().get("insert").max()).isEqualTo(9);
    }

    @Test
    void aDistributionSaysNoMoreThanItsCountResolves() {
        IterationSeries iterationSeries =
                IterationSeries.of(detail(List.of(interval(0, 0, 0, 1, 100, LatencyKind.SERVICE, 2_000_000))), 240);
        List<Double> values = iterationSeries.distributions().get("insert").values();
        assertThat(values.get(IterationSeries.QUANTILES.indexOf(0.99))).isCloseTo(2.0, within(0.002));
        assertThat(values.get(IterationSeries.QUANTILES.indexOf(0.999))).isNull();
        assertThat(values.getLast()).isEqualTo(2.0);
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
}
