package dev.tidemark.core.workload.randomio;

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
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import org.junit.jupiter.api.Test;

/** What is computed of a recorded iteration, against arithmetic by hand. */
class RandomIoSummaryTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    /** Two seconds of 2 workers: 300 cycles of 1 read in 1 ms each, 10 transactions of 10 updates in 20 ms each. */
    private static Map<String, Double> values() {
        return values(List.of());
    }

    private static Map<String, Double> values(List<MetricSnapshot> found) {
        SeriesSet series = new SeriesSet();
        series.add("read", new Totals(300, 300, 0, 300, 0, 0, 300 * 8192, 0));
        series.add("write", new Totals(10, 10, 0, 100, 0, 100 * 8192, 0, 0));
        series.add(SeriesKey.of("read", LatencyKind.SERVICE), times(300, MS));
        series.add(new SeriesKey("read", "get", LatencyKind.SERVICE, false), times(300, MS));
        series.add(SeriesKey.of("write", LatencyKind.SERVICE), times(10, 20 * MS));
        series.add(new SeriesKey("write", "commit", LatencyKind.SERVICE, false), times(10, 5 * MS));
        return values(series, false, found);
    }

    private static Map<String, Double> values(SeriesSet series, boolean open, List<MetricSnapshot> found) {
        IterationDetail detail = new IterationDetail("random-io", List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, SECOND, 3 * SECOND, 0, 2, open, 0, 0)),
                List.of(new Interval(0, 0, 0, SECOND, 3 * SECOND, 0, SeriesCodec.encode(series))), List.of(),
                Stream.concat(Stream.of(new MetricSnapshot("", Map.of(), Map.of("documents", 0.0, "on-disk-size", 7e6))),
                        found.stream()).map(r -> new TimedSnapshot(3 * SECOND, TimedSnapshot.END, r)).toList(),
                List.of(new WorkerCount(0, 0, "", 155, 150, 0L, SECOND),
                new WorkerCount(0, 1, "", 155, 250, 0L, SECOND)), List.of());
        return new RandomIo().summarise(detail, EngineMeasures.ALL).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private static LogHistogram times(int count, long nanos) {
        LogHistogram histogram = new LogHistogram();
        for (int i = 0; i < count; i++) {
            histogram.record(nanos);
        }
        return histogram;
    }

    private static void is(String measure, double number) {
        assertThat(values()).containsKey(measure);
        assertThat(values().get(measure)).as(measure).isCloseTo(number, within(number * 2e-3));
    }

    @Test
    void ratesAreOperationsOverTheDuration() {
        is("operations-per-second", 200);
        is("reads-per-second", 150);
        is("writes-per-second", 50);
    }

    @Test
    void readsThatTheDiskDidNotAnswerAreMarked() {
        assertThat(values()).doesNotContainKey("read-elsewhere");
        assertThat(values(List.of(new MetricSnapshot(MetricSnapshot.READS, Map.of(), Map.of(MetricSnapshot.ELSEWHERE, 1.0)))))
                .containsEntry("read-elsewhere", 1.0).containsEntry("on-disk-size", values().get("on-disk-size"));
    }

    @Test
    void theShareOfReadsIsOfOperationsNotOfCycles() {
        is("read-share", 75);
    }

    /** Mean 200, deviations -50 and 50. */
    @Test
    void theSpreadOverWorkersIsTheirCoefficientOfVariation() {
        is("worker-cv", 25);
    }

    /** 300 ms of reads and 200 ms of transactions are 1.25 ms per operation; 2 workers ÷ 1.25 ms. */
    @Test
    void computedIopsAreWorkersOverTheMeanTimeOfAnOperation() {
        is("computed-iops", 1600);
    }

    @Test
    void aWorkloadOfKeysHasNoDocuments() {
        is("on-disk-size", 7);
        assertThat(values()).doesNotContainKey("documents");
    }

    @Test
    void readsTransactionsAndCommitsHaveTheirOwnTimes() {
        is("read.p50", 1);
        is("write.p50", 20);
        is("commit.p50", 5);
    }

    /** Cycles of 10 reads of 1 ms each. */
    @Test
    void ofSeveralReadsInACycleEachIsTimedButNotAtARateWhereTheCycleIsDue() {
        assertThat(cycles(10, false).get("read.p50")).isCloseTo(1, within(2e-3));
        assertThat(cycles(10, true)).containsKey("response.p50").doesNotContainKeys("read.p50", "read.mean");
        assertThat(cycles(1, true).get("read.p50")).isCloseTo(1, within(2e-3));
    }

    private static Map<String, Double> cycles(int reads, boolean open) {
        SeriesSet series = new SeriesSet();
        series.add("read", new Totals(30, 30, 0, 30 * reads, 0, 0, 30 * reads * 8192, 0));
        series.add(SeriesKey.of("read", LatencyKind.SERVICE), times(30, reads * MS));
        series.add(new SeriesKey("read", "get", LatencyKind.SERVICE, false), times(30 * reads, MS));
        if (open) {
            series.add(SeriesKey.of("read", LatencyKind.RESPONSE), times(30, reads * MS));
        }
        return values(series, open, List.of());
    }
}
