package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.junit.jupiter.api.Test;

class AgentShareTest {

    private static final PhaseSpan SPAN = new PhaseSpan(0, Phase.MEASURE, true, 0, 10_000_000_000L, 0, 4, false, 0, 0);

    private static LogHistogram of(long count, long millis) {
        LogHistogram times = new LogHistogram();
        times.record(millis * 1_000_000, count);
        return times;
    }

    /** Two of 100 were given up after 30 s: so long, at least, took p99, as it did of the load as a whole. */
    @Test
    void whatWasNotAnsweredCountsAsLongAsItWasWaitedFor() {
        SeriesSet series = new SeriesSet();
        series.add(SeriesKey.of("get", LatencyKind.SERVICE), of(98, 5));
        series.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), of(2, 30_000));
        AgentShare share = AgentShare.of(0, SPAN, series, 0);
        for (AgentShare told : List.of(share, AgentShare.of(share.reading("gen1")))) {
            is(told.p50(), 5, false);
            is(told.p95(), 5, false);
            is(told.p99(), 30_000, true);
        }
    }

    @Test
    void whereNothingWasAnsweredThereIsNoResponse() {
        SeriesSet series = new SeriesSet();
        series.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), of(2, 30_000));
        assertThat(AgentShare.of(0, SPAN, series, 0).p99()).isEmpty();
    }

    private static void is(Optional<MeasuredValue> time, double millis, boolean atLeast) {
        assertThat(time.orElseThrow().number()).isCloseTo(millis, within(millis * 1e-3));
        assertThat(time.orElseThrow().atLeast()).isEqualTo(atLeast);
    }
}
