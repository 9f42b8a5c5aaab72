package dev.tidemark.core.workload.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.ingest.Ingest;
import org.junit.jupiter.api.Test;

/** What is computed of an iteration that was interrupted, against arithmetic by hand. */
class SummaryTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    private final List<PhaseSpan> phases = new ArrayList<>();
    private final List<Interval> intervals = new ArrayList<>();
    private final List<OutcomeCount> outcomes = new ArrayList<>();
    private final List<TimedSnapshot> readings = new ArrayList<>();

    private IterationDetail detail() {
        return new IterationDetail("ingest", List.of(), phases, intervals, outcomes, readings,
                List.of(new WorkerCount(0, 0, "", 600, 600, 0L, SECOND)), List.of());
    }

    private Map<String, MeasuredValue> values() {
        return Summary.of(detail(), EngineMeasures.ALL).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, Function.identity()));
    }

    private void began(boolean open) {
        phases.add(PhaseSpan.begun(0, Phase.MEASURE, true, 2 * SECOND, 4, open));
    }

    /** A second of so many documents of 1000 bytes, in 1 ms, 2 ms and so on up to {@code slowest}. */
    private void second(int seq, int documents, int failed, int stuck, LatencyKind latencyKind, long slowest) {
        LogHistogram times = new LogHistogram();
        LongStream.rangeClosed(1, slowest).forEach(i -> times.record(i * MS));
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", latencyKind), times);
        set.add("insert", new Totals(documents + failed, documents, 0, documents, failed, documents * 1000L, 0, 0));
        intervals.add(new Interval(0, seq, 0, (2 + seq) * SECOND, (3 + seq) * SECOND, stuck, SeriesCodec.encode(set)));
    }

    private static void is(Map<String, MeasuredValue> values, String measure, double number, boolean atLeast) {
        assertThat(values).containsKey(measure);
        assertThat(values.get(measure).number()).as(measure).isCloseTo(number, within(Math.abs(number) * 1e-3));
        assertThat(values.get(measure).atLeast()).as(measure + " at least").isEqualTo(atLeast);
    }

    @Test
    void aKilledRunIsSummedUpToTheEndOfItsLastInterval() {
        began(false);
        second(0, 100, 0, 0, LatencyKind.SERVICE, 100);
        second(1, 300, 0, 0, LatencyKind.SERVICE, 100);
        second(2, 200, 7, 0, LatencyKind.SERVICE, 100);
        assertThat(detail().headline()).get().extracting(PhaseSpan::end, PhaseSpan::ended)
                .containsExactly(5 * SECOND, false);
        Map<String, MeasuredValue> values = values();
        is(values, "elapsed", 3, false);
        is(values, "documents-per-second", 200, false);
        is(values, "mb-per-second", 0.2, false);
        is(values, "failures", 7, false);
        is(values, "response.p50", 50, false);
        is(values, "throughput-cv", 50, false);
    }

    @Test
    void whatOnlyTheEndTellsIsAbsent() {
        began(false);
        second(0, 100, 0, 0, LatencyKind.SERVICE, 100);
        readings.add(new TimedSnapshot(SECOND, TimedSnapshot.START, new MetricSnapshot("", Map.of("journal-write", 5e6),
                Map.of("documents", 0.0))));
        readings.add(new TimedSnapshot(3 * SECOND, TimedSnapshot.DURING,
                new MetricSnapshot("", Map.of("journal-write", 9e6),
                Map.of("documents", 99.0))));
        assertThat(values()).containsKey("elapsed").doesNotContainKeys("censored", "outside-target", "settled",
                "settle-time", "journal-write", "total-write", "write-amplification", "documents", "on-disk-size");
    }

    /** A hang before the kill is not cut out: its empty intervals were stored, too. */
    @Test
    void aHangBeforeTheKillCounts() {
        began(false);
        second(0, 300, 0, 0, LatencyKind.SERVICE, 100);
        for (int seq = 1; seq < 3; seq++) {
            intervals.add(new Interval(0, seq, 0, (2 + seq) * SECOND, (3 + seq) * SECOND, 2,
                    SeriesCodec.encode(new SeriesSet())));
        }
        Map<String, MeasuredValue> values = values();
        is(values, "elapsed", 3, false);
        is(values, "documents-per-second", 100, false);
        // 100 answered and 2 in progress: of 102 the 99th percentile is the 101st, which is not known
        is(values, "response.p99", 99, true);
        is(values, "response.p50", 50, true);
        is(values, "response.max", 100, true);
        is(values, "response.min", 1, false);
    }

    /** Of 198 answered and 3 in progress the 99th percentile is the 199th; with 2 it would be the 198th, which is known. */
    @Test
    void operationsInProgressOfSeveralGeneratorsAddUp() {
        began(false);
        LogHistogram times = new LogHistogram();
        times.record(MS, 198);
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", LatencyKind.SERVICE), times);
        set.add("insert", new Totals(198, 198, 0, 198, 0, 198_000, 0, 0));
        for (int generator = 0; generator < 2; generator++) {
            intervals.add(new Interval(0, 0, generator, 2 * SECOND, 3 * SECOND, 2 - generator,
                    SeriesCodec.encode(generator == 0 ? set : new SeriesSet())));
        }
        is(values(), "response.p99", 1, true);
        is(values(), "response.p50", 1, false);
    }

    @Test
    void ofAnOpenLoopNobodyKnowsHowMuchWaited() {
        began(true);
        second(0, 100, 0, 0, LatencyKind.RESPONSE, 100);
        Map<String, MeasuredValue> values = values();
        is(values, "response.p50", 50, true);
        is(values, "response.mean", 50.5, true);
        is(values, "response.min", 1, false);
        is(values, "documents-per-second", 100, false);
    }

    @Test
    void whatDidNotGetSoFarHasNoValues() {
        phases.add(PhaseSpan.begun(0, Phase.PRELOAD, false, SECOND, 0, false));
        assertThat(values()).isEmpty();
        assertThat(Summary.where(detail())).isEqualTo(" (during preload)");
        phases.set(0, PhaseSpan.idle(0, Phase.PRELOAD, SECOND, 2 * SECOND));
        phases.add(PhaseSpan.begun(1, Phase.MEASURE, true, 2 * SECOND, 4, false));
        assertThat(values()).isEmpty();
        assertThat(Summary.where(detail())).as("under load").isEmpty();
        phases.clear();
        assertThat(values()).isEmpty();
        assertThat(Summary.where(detail())).isEmpty();
    }

    /** The load was over: all of it is known but how long settling would have taken. */
    @Test
    void brokenOffWhileSettlingTheLoadIsKnown() {
        phases.add(new PhaseSpan(0, Phase.MEASURE, true, 2 * SECOND, 3 * SECOND, 3, 4, false, 0, SECOND));
        second(0, 100, 0, 0, LatencyKind.SERVICE, 100);
        phases.add(PhaseSpan.begun(1, Phase.SETTLE, false, 3 * SECOND, 0, false));
        Map<String, MeasuredValue> values = values();
        is(values, "elapsed", 1, false);
        is(values, "censored", 3, false);
        is(values, "outside-target", 25, false);
        assertThat(values).doesNotContainKeys("settled", "settle-time");
    }

    @Test
    void aWholeIterationIsSummedUpByItsWorkload() {
        phases.add(new PhaseSpan(0, Phase.MEASURE, true, 2 * SECOND, 3 * SECOND, 0, 4, false, 0, SECOND));
        second(0, 100, 0, 0, LatencyKind.SERVICE, 100);
        phases.add(PhaseSpan.idle(1, Phase.SETTLE, 3 * SECOND, 5 * SECOND));
        assertThat(Summary.of(detail(), EngineMeasures.ALL))
                .isEqualTo(new Ingest().summarise(detail(), EngineMeasures.ALL)).isNotEmpty();
    }
}
