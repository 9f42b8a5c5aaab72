package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
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
        assertThat(share.p50().orElseThrow()).isCloseTo(0.005, within(1e-5));
        assertThat(share.p95().orElseThrow()).isCloseTo(0.005, within(1e-5));
        assertThat(share.p99().orElseThrow()).isCloseTo(30, within(0.03));
    }

    @Test
    void whereNothingWasAnsweredThereIsNoResponse() {
        SeriesSet series = new SeriesSet();
        series.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), of(2, 30_000));
        assertThat(AgentShare.of(0, SPAN, series, 0).p99()).isEmpty();
    }
}
