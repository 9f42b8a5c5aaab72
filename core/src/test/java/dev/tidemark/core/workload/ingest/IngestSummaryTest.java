package dev.tidemark.core.workload.ingest;

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
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

/** What is computed of a recorded iteration, against arithmetic by hand. */
class IngestSummaryTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final Measure CACHE_HITS = new Measure("cache-hits", "Cache hits", "%", Direction.HIGHER, 1, "");

    private final List<PhaseSpan> phases = new ArrayList<>();
    private final List<Interval> intervals = new ArrayList<>();
    private final List<OutcomeCount> outcomes = new ArrayList<>();
    private final List<TimedSnapshot> readings = new ArrayList<>();
    private MeasureSet engine = EngineMeasures.ALL.plus(MeasureSet.of(EngineMeasures.KEYS, CACHE_HITS));

    private Map<String, MeasuredValue> values() {
        IterationDetail detail = new IterationDetail("ingest", List.of(), phases, intervals, outcomes, readings,
                List.of(), List.of());
        return new Ingest().summarise(detail, engine).stream()
                .collect(java.util.stream.Collectors.toMap(MeasuredValue::measure, v -> v));
    }

    private void measured(long start, long end, long censored, boolean open, long outside) {
        phases.add(new PhaseSpan(0, Phase.MEASURE, true, start, end, censored, 4, open, 0, outside));
    }

    /** Documents of 1000 bytes, one per operation. */
    private void interval(int seq, int part, long start, long end, long documents, SeriesSet more) {
        more.add("insert", new Totals(documents, documents, 0, documents, 0, documents * 1000, 0, 0));
        intervals.add(new Interval(0, seq, part, start, end, 0, SeriesCodec.encode(more)));
    }

    private void interval(int seq, long documents) {
        interval(seq, 0, seq * SECOND, (seq + 1) * SECOND, documents, new SeriesSet());
    }

    private static SeriesSet took(LatencyKind latencyKind, LongStream nanos) {
        LogHistogram histogram = new LogHistogram();
        nanos.forEach(histogram::record);
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", latencyKind), histogram);
        return set;
    }

    private void read(String moment, Map<String, Double> counters, Map<String, Double> gauges) {
        readings.add(new TimedSnapshot(0, moment, new MetricSnapshot("", counters, gauges)));
    }

    private static void is(Map<String, MeasuredValue> values, String measure, double number, boolean atLeast) {
        assertThat(values).containsKey(measure);
        assertThat(values.get(measure).number()).as(measure).isCloseTo(number, within(Math.abs(number) * 1e-3));
        assertThat(values.get(measure).atLeast()).as(measure + " at least").isEqualTo(atLeast);
    }

    @Test
    void durationAndThroughputAreThoseOfTheHeadlinePhase() {
        measured(2 * SECOND, 4_500 * MS, 0, false, 0);
        interval(0, 0, 2 * SECOND, 3 * SECOND, 300, new SeriesSet());
        interval(1, 0, 3 * SECOND, 4 * SECOND, 500, new SeriesSet());
        interval(2, 0, 4 * SECOND, 4_500 * MS, 200, new SeriesSet());
        Map<String, MeasuredValue> values = values();
        is(values, "elapsed", 2.5, false);
        is(values, "documents-per-second", 400, false);
        is(values, "mb-per-second", 0.4, false);
        is(values, "failures", 0, false);
    }

    @Test
    void theIntervalsOfOtherPhasesDoNotCount() {
        measured(0, SECOND, 0, false, 0);
        phases.add(new PhaseSpan(2, Phase.VERIFY, false, SECOND, 9 * SECOND, 5, 4, false, 0, 0));
        interval(0, 100);
        SeriesSet verified = took(LatencyKind.SERVICE, LongStream.of(70 * MS));
        verified.add("verify", new Totals(1000, 1000, 0, 1000, 0, 0, 1_000_000, 0));
        intervals.add(new Interval(2, 0, 0, SECOND, 9 * SECOND, 0, SeriesCodec.encode(verified)));
        outcomes.add(new OutcomeCount(2, "verify", Outcome.FAILURE, "x", 3, 3));
        Map<String, MeasuredValue> values = values();
        is(values, "documents-per-second", 100, false);
        is(values, "mb-per-second", 0.1, false);
        is(values, "failures", 0, false);
        is(values, "censored", 0, false);
        assertThat(values).doesNotContainKey("response.max");
    }

    @Test
    void settledIsTheDurationAndTheSettleTime() {
        measured(2 * SECOND, 4 * SECOND, 0, false, 0);
        phases.add(new PhaseSpan(1, Phase.SETTLE, false, 4_100 * MS, 7 * SECOND, 0, 0, false, 0, 0));
        interval(0, 0, 2 * SECOND, 3 * SECOND, 1, new SeriesSet());
        is(values(), "elapsed", 2, false);
        is(values(), "settle-time", 2.9, false);
        is(values(), "settled", 4.9, false);
    }

    @Test
    void withoutAnOperationThereIsNoDuration() {
        measured(2 * SECOND, 2 * SECOND, 4, false, 0);
        assertThat(values()).doesNotContainKeys("elapsed", "documents-per-second", "mb-per-second", "response.p50",
                "outside-target", "write-amplification");
        assertThat(values()).containsKey("censored");
        phases.clear();
        assertThat(values()).isEmpty();
    }

    @Test
    void failuresAreUnitsThatWereNotStored() {
        measured(0, SECOND, 0, false, 0);
        outcomes.add(new OutcomeCount(0, "insert", Outcome.OK, "", 90, 900));
        outcomes.add(new OutcomeCount(0, "insert", Outcome.MISS, "", 1, 1));
        outcomes.add(new OutcomeCount(0, "insert", Outcome.PARTIAL, "a", 5, 7));
        outcomes.add(new OutcomeCount(0, "insert", Outcome.FAILURE, "b", 2, 20));
        outcomes.add(new OutcomeCount(0, "insert", Outcome.PUSH_BACK, "c", 1, 10));
        outcomes.add(new OutcomeCount(0, "insert", Outcome.TIMEOUT, "d", 1, 10));
        is(values(), "failures", 47, false);
    }

    // ---- latency

    @Test
    void aClosedLoopsResponseIsItsServiceTime() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 0, 0, SECOND, 100, took(LatencyKind.SERVICE, LongStream.rangeClosed(1, 100).map(i -> i * MS)));
        Map<String, MeasuredValue> values = values();
        is(values, "response.p50", 50, false);
        is(values, "response.p95", 95, false);
        is(values, "response.p99", 99, false);
        is(values, "response.p99.9", 100, false);
        is(values, "response.min", 1, false);
        is(values, "response.max", 100, false);
        is(values, "response.mean", 50.5, false);
        assertThat(values).doesNotContainKeys("service.p50", "wait.p99", "self.p99");
    }

    @Test
    void anOpenLoopHasEachOfItsTimes() {
        measured(0, SECOND, 0, true, 0);
        SeriesSet set = took(LatencyKind.RESPONSE, LongStream.of(10 * MS, 20 * MS));
        set.add(took(LatencyKind.SERVICE, LongStream.of(3 * MS, 4 * MS)));
        set.add(took(LatencyKind.WAIT, LongStream.of(0, 5 * MS)));
        set.add(took(LatencyKind.SELF, LongStream.of(MS, 2 * MS)));
        interval(0, 0, 0, SECOND, 2, set);
        Map<String, MeasuredValue> values = values();
        is(values, "response.p50", 10, false);
        is(values, "response.max", 20, false);
        is(values, "service.mean", 3.5, false);
        is(values, "wait.p99", 5, false);
        is(values, "self.p99", 2, false);
        assertThat(values).doesNotContainKey("outside-target");
    }

    /**
     * Of 100 slots, 90 finished, in 1 to 90 ms, and 10 never did. The median of the 90 is 45 ms; of 100 it is at least
     * 50 ms. Where ranks with and without the missing ones meet the same value, nothing is in doubt.
     */
    @Test
    void slotsThatNeverFinishedCouldOnlyRaiseThePercentilesTheyTouch() {
        measured(0, SECOND, 10, true, 0);
        interval(0, 0, 0, SECOND, 90, took(LatencyKind.RESPONSE, LongStream.rangeClosed(1, 90).map(i -> i * MS)));
        Map<String, MeasuredValue> values = values();
        is(values, "censored", 10, false);
        is(values, "response.p50", 45, true);
        is(values, "response.p99", 90, true);
        is(values, "response.mean", 45.5, true);
        is(values, "response.max", 90, true);
        is(values, "response.min", 1, false);
        intervals.clear();
        interval(0, 0, 0, SECOND, 90, took(LatencyKind.RESPONSE, LongStream.rangeClosed(1, 90).map(i -> 7 * MS)));
        is(values(), "response.p50", 7, false);
        is(values(), "response.p99", 7, true);
    }

    // ---- spread

    /** Rates 100, 200, 300 have the mean 200 and the standard deviation 100. */
    @Test
    void theSpreadIsThatOfWholeIntervals() {
        measured(0, 3_001 * MS, 0, false, 0);
        interval(0, 100);
        interval(1, 200);
        interval(2, 300);
        interval(3, 0, 3 * SECOND, 3_001 * MS, 50, new SeriesSet());
        is(values(), "throughput-cv", 50, false);
    }

    @Test
    void whatCameLateBelongsToItsInterval() {
        measured(0, 3 * SECOND, 0, false, 0);
        interval(0, 100);
        interval(1, 150);
        interval(2, 300);
        interval(1, 1, SECOND, 2 * SECOND, 50, new SeriesSet());
        is(values(), "throughput-cv", 50, false);
    }

    @Test
    void intervalsOfAnotherLengthAreLeftOut() {
        measured(0, 23 * SECOND, 0, false, 0);
        interval(0, 100);
        interval(1, 200);
        interval(2, 300);
        interval(3, 0, 3 * SECOND, 13 * SECOND, 9000, new SeriesSet());
        interval(4, 0, 13 * SECOND, 23 * SECOND, 1000, new SeriesSet());
        is(values(), "throughput-cv", 50, false);
    }

    @Test
    void theLengthThatMostIntervalsHaveIsTheOne() {
        measured(0, 32 * SECOND, 0, false, 0);
        interval(0, 7);
        interval(1, 900);
        for (int i = 0; i < 3; i++) {
            interval(2 + i, 0, (2 + 10 * i) * SECOND, (12 + 10 * i) * SECOND, 1000 * (i + 1), new SeriesSet());
        }
        is(values(), "throughput-cv", 50, false);
    }

    @Test
    void twoWholeIntervalsHaveNoSpread() {
        measured(0, 2_500 * MS, 0, false, 0);
        interval(0, 100);
        interval(1, 200);
        interval(2, 0, 2 * SECOND, 2_500 * MS, 100, new SeriesSet());
        assertThat(values()).doesNotContainKey("throughput-cv");
    }

    @Test
    void theTimeOutsideTheTargetIsAShareOfAllWorkersTime() {
        measured(0, 2 * SECOND, 0, false, SECOND);
        interval(0, 100);
        is(values(), "outside-target", 12.5, false);
    }

    // ---- the engine's own figures

    @Test
    void countersAreDifferencesAndGaugesTheirLastLevel() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 2000);
        read(TimedSnapshot.START, Map.of("journal-write", 5e6, "flush-write", 1e6, "compaction-write", 2e6,
                "segments-written", 3.0, "stall-time", 0.5), Map.of("documents", 0.0, "in-memory-size", 1e6,
                "on-disk-size", 0.0));
        read(TimedSnapshot.DURING, Map.of("journal-write", 6e6), Map.of("on-disk-size", 99e6));
        read(TimedSnapshot.END, Map.of("journal-write", 7e6, "flush-write", 2e6, "compaction-write", 2e6,
                "segments-written", 5.0, "stall-time", 0.75), Map.of("documents", 2000.0, "in-memory-size", 3e6,
                "on-disk-size", 1e6, "cache-hits", 0.25));
        read(TimedSnapshot.SETTLED, Map.of("journal-write", 7e6, "flush-write", 3e6, "compaction-write", 6e6,
                "segments-written", 8.0, "stall-time", 0.75), Map.of("documents", 2000.0, "in-memory-size", 0.0,
                "on-disk-size", 4e6, "cache-hits", 0.5));
        Map<String, MeasuredValue> values = values();
        is(values, "journal-write", 2, false);
        is(values, "flush-write", 2, false);
        is(values, "compaction-write", 4, false);
        is(values, "total-write", 8, false);
        is(values, "segments-written", 5, false);
        is(values, "stall-time", 0.25, false);
        is(values, "documents", 2000, false);
        is(values, "on-disk-size", 4, false);
        is(values, "in-memory-size", 3, false); // at the last acknowledgement: settling empties it
        is(values, "cache-hits", 50, false);
        // 2000 documents of 1000 bytes are 2 MB
        is(values, "write-amplification", 4, false);
        is(values, "space-amplification", 2, false);
    }

    @Test
    void withoutSettlingTheEndIsTheLastReading() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 2000);
        read(TimedSnapshot.START, Map.of("journal-write", 5e6), Map.of());
        read(TimedSnapshot.END, Map.of("journal-write", 7e6), Map.of("documents", 9.0, "keys", 0.0,
                "on-disk-size", 0.0));
        is(values(), "on-disk-size", 0, false);
        assertThat(values()).as("all of it is in memory yet").doesNotContainKey("space-amplification");
        is(values(), "journal-write", 2, false);
        is(values(), "documents", 9, false);
        assertThat(values()).doesNotContainKey("keys");
        assertThat(values()).as("a journal is not all that is written").doesNotContainKey("total-write");
    }

    /** Under MarkLogic's headings as under others. */
    @Test
    void whatIsInMemoryIsThatOfTheLastAcknowledgement() {
        measured(0, SECOND, 0, false, 0);
        read(TimedSnapshot.END, Map.of(), Map.of("in-memory-size", 3e6));
        read(TimedSnapshot.SETTLED, Map.of(), Map.of("in-memory-size", 0.0));
        engine = EngineMeasures.OF_MARKLOGIC;
        is(values(), "in-memory-size", 3, false);
    }

    @Test
    void withoutTheJournalThereIsNoTotal() {
        measured(0, SECOND, 0, false, 0);
        read(TimedSnapshot.START, Map.of("flush-write", 0.0, "compaction-write", 0.0), Map.of());
        read(TimedSnapshot.END, Map.of("flush-write", 7e6, "compaction-write", 3e6), Map.of());
        is(values(), "flush-write", 7, false);
        assertThat(values()).doesNotContainKey("total-write");
    }

    @Test
    void aCountWithoutABeginningIsNoLifetimeTotal() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 2000);
        read(TimedSnapshot.END, Map.of("journal-write", 7e9, "flush-write", 7e9, "compaction-write", 7e9,
                "stall-time", 9.0), Map.of("on-disk-size", 1e6));
        assertThat(values()).doesNotContainKeys("journal-write", "flush-write", "compaction-write", "total-write",
                "write-amplification", "stall-time").containsKey("on-disk-size");
    }

    @Test
    void aCountThatBeganAnewHasNoDifference() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 2000);
        read(TimedSnapshot.START, Map.of("journal-write", 5e6, "flush-write", 5e6, "compaction-write", 0.0), Map.of());
        read(TimedSnapshot.END, Map.of("journal-write", 4e6, "flush-write", 9e6, "compaction-write", 1e6), Map.of());
        assertThat(values()).doesNotContainKeys("journal-write", "total-write", "write-amplification");
        is(values(), "flush-write", 4, false);
    }

    @Test
    void aNodeThatCameOrWentLeavesNoSum() {
        measured(0, SECOND, 0, false, 0);
        for (String moment : List.of(TimedSnapshot.START, TimedSnapshot.END)) {
            readings.add(new TimedSnapshot(0, moment, new MetricSnapshot("a", Map.of("flush-write", 1e6), Map.of())));
        }
        readings.add(new TimedSnapshot(0, TimedSnapshot.END,
                new MetricSnapshot("b", Map.of("flush-write", 9e9), Map.of())));
        assertThat(values()).doesNotContainKey("flush-write");
    }

    @Test
    void nodesAreSummedUp() {
        measured(0, SECOND, 0, false, 0);
        for (String node : List.of("a", "b")) {
            readings.add(new TimedSnapshot(0, TimedSnapshot.START,
                    new MetricSnapshot(node, Map.of("flush-write", 1e6), Map.of())));
            readings.add(new TimedSnapshot(0, TimedSnapshot.END, new MetricSnapshot(node, Map.of("flush-write", 4e6),
                    Map.of("documents", 10.0))));
        }
        is(values(), "flush-write", 6, false);
        is(values(), "documents", 20, false);
    }

    @Test
    void whatTheEngineDoesNotCountIsAbsent() {
        measured(0, SECOND, 0, false, 0);
        interval(0, 100);
        read(TimedSnapshot.START, Map.of(), Map.of());
        read(TimedSnapshot.END, Map.of(), Map.of());
        assertThat(values()).doesNotContainKeys("journal-write", "total-write", "write-amplification", "documents",
                "on-disk-size", "space-amplification", "stall-time");
    }

    @Test
    void everyValueIsOfADeclaredMeasure() {
        countersAreDifferencesAndGaugesTheirLastLevel();
        MeasureSet declared = new Ingest().measures().plus(engine);
        assertThat(values().keySet()).allMatch(name -> declared.find(name).isPresent());
        assertThat(declared.find(new Ingest().objective())).isPresent();
    }
}
