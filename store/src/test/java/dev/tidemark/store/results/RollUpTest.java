package dev.tidemark.store.results;

import static dev.tidemark.store.results.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.core.workload.registry.Summary;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollUpTest {

    @TempDir
    Path folder;

    private ResultStore store;
    private long iteration;

    @BeforeEach
    void open() {
        store = ResultStore.open(folder.resolve("store.db"), new Samples.HandClock());
        iteration = store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("long", 1)), 0, 0, 1));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void end() {
        store.endIteration(iteration, IterationState.DONE, "", List.of());
    }

    private void addSeconds(int phase, int count) {
        store.database().writing(h -> {
            for (int i = 0; i < count; i++) {
                Iterations.addInterval(h, iteration,
                        Samples.interval(phase, i, 0, i * SECOND, (i + 1) * SECOND, 1 + i % 7, 1000 + i));
            }
        });
    }

    private static SeriesSet sum(List<Interval> intervals) {
        SeriesSet sum = new SeriesSet();
        intervals.forEach(i -> sum.add(SeriesCodec.decode(i.series())));
        return sum;
    }

    @Test
    void upToAQuarterOfAnHourIsKeptAsItIs() {
        addSeconds(0, 900);
        store.addInterval(iteration, Samples.interval(0, 5, 1, 5 * SECOND, 6 * SECOND, 1, 1));
        end();

        assertThat(store.detail(iteration).intervals()).hasSize(901);
    }

    /** As updates beside queries. */
    @Test
    void whatBackgroundGroupsDidIsFoldedToo() {
        addSeconds(0, 1000);
        for (int i = 0; i < 1000; i++) {
            SeriesSet beside = new SeriesSet();
            beside.add(SeriesSet.BACKGROUND + ".update", new Totals(3, 3, 0, 3, 0, 300, 0, 0));
            store.addInterval(iteration, new Interval(0, i, 1, i * SECOND, (i + 1) * SECOND, 0, SeriesCodec.encode(beside)));
        }
        end();

        assertThat(store.detail(iteration).intervals()).hasSize(100);
        assertThat(Timeline.background(store.detail(iteration), new PhaseSpan(0, Phase.MEASURE, true, 0, 1000 * SECOND, 0, 1,
                false, 0, 0)).totals().get("update").units()).isEqualTo(3000);
    }

    @Test
    void moreIsFoldedToTenSecondsWithNothingLost() {
        addSeconds(0, 30);
        addSeconds(1, 1805);
        store.addInterval(iteration, Samples.interval(1, 17, 1, 17 * SECOND, 18 * SECOND, 3, 77));
        List<Interval> before = phase(1);
        end();

        List<Interval> after = phase(1);

        assertThat(phase(0)).as("a short phase").hasSize(30);
        assertThat(after).hasSize(181);
        assertThat(after).extracting(Interval::seq).isEqualTo(IntStream.range(0, 181).boxed().toList());
        assertThat(after).extracting(Interval::part).containsOnly(0);
        assertThat(after.get(1).start()).isEqualTo(10 * SECOND);
        assertThat(after.get(1).end()).isEqualTo(20 * SECOND);
        assertThat(after.get(1).stuck()).as("two of each of two generators").isEqualTo(4);
        assertThat(after.getLast().end()).isEqualTo(1805 * SECOND);
        SeriesSet second = sum(List.of(after.get(1)));
        assertThat(second.total()).isEqualTo(sum(before.stream()
                .filter(i -> i.start() >= 10 * SECOND && i.start() < 20 * SECOND).toList()).total());
        assertThat(sum(after).total()).isEqualTo(sum(before).total());
        LogHistogram all = sum(after).overall(LatencyKind.SERVICE);
        LogHistogram expected = sum(before).overall(LatencyKind.SERVICE);
        assertThat(all.count()).isEqualTo(expected.count());
        assertThat(all.quantile(0.99)).isEqualTo(expected.quantile(0.99));
        assertThat(all.min()).isEqualTo(77);
    }

    /** The spread over intervals of a second cannot be told any more by windows of ten. */
    @Test
    void valuesComputedAgainAreAsTheyWereWhenThereWereAllIntervals() {
        addSeconds(0, 1805);
        store.addPhase(iteration, new PhaseSpan(0, Phase.MEASURE, true, 0, 1805 * SECOND, 0, 2, false, 0, 0), List.of(),
                List.of());
        List<MeasuredValue> values = Summary.of(store.detail(iteration), EngineMeasures.ALL);
        store.endIteration(iteration, IterationState.DONE, "", values);

        assertThat(values).extracting(MeasuredValue::measure).contains("throughput-cv");
        assertThat(Summary.of(store.detail(iteration), EngineMeasures.ALL)).isNotEqualTo(values);
        assertThat(store.recompute("long").changes()).isEmpty();
        assertThat(store.label("long").orElseThrow().iterations().getFirst().values()).isEqualTo(values);
    }

    /** The largest of all readings is not among those that stay. */
    @Test
    void theLargestReadingStaysWhatItWas() {
        long replicated = store.beginIteration(Samples.iteration(store.beginBatch(new NewBatch("replicated", "ingest",
                "elapsed", "matrix", "label: replicated\n", "hash-1", 7, "0.1.0", EngineMeasures.LARGEST, Map.of(), 1)), 0, 0, 1));
        store.addPhase(replicated, new PhaseSpan(0, Phase.MEASURE, true, 0, 1805 * SECOND, 0, 2, false, 0, 0), List.of(),
                List.of());
        for (int i = 0; i <= 1805; i++) {
            store.addInterval(replicated, Samples.interval(0, i, 0, i * SECOND, (i + 1) * SECOND, 1, 1000));
            store.addReading(replicated, lag(i * SECOND, i == 0 ? TimedSnapshot.START : i == 1805
                    ? TimedSnapshot.END : TimedSnapshot.DURING, i == 604 ? 3.5 : 0.001));
        }
        List<MeasuredValue> values = Summary.of(store.detail(replicated), EngineMeasures.LARGEST);
        store.endIteration(replicated, IterationState.DONE, "", values);

        assertThat(values).filteredOn(v -> v.measure().equals("replica-lag")).extracting(MeasuredValue::number)
                .containsExactly(3.5);
        assertThat(store.recompute("replicated").changes()).isEmpty();
    }

    /** Windows are as wide as intervals then, and readings come a little sooner or later. */
    @Test
    void theLargestReadingStaysWhereNoIntervalIsFolded() {
        long batch = store.beginBatch(new NewBatch("wide", "ingest", "elapsed", "matrix", "label: wide\n", "hash-1", 7,
                "0.1.0", EngineMeasures.LARGEST, Map.of(), 1));
        long wide = store.beginIteration(new NewIteration(batch, 0, "point-0", 0, 1, 0, Instant.EPOCH, 0,
                List.of(new Setting("interval", "10s", 10.0, "s", SettingOrigin.SET))));
        store.addPhase(wide, new PhaseSpan(0, Phase.MEASURE, true, 0, 10_000 * SECOND, 0, 2, false, 0, 0), List.of(),
                List.of());
        store.addReading(wide, lag(0, TimedSnapshot.START, 0.001));
        for (int i = 0; i < 1000; i++) {
            long at = i * 10 * SECOND;
            store.addInterval(wide, Samples.interval(0, i, 0, at, at + 10 * SECOND, 1, 1000));
            store.addReading(wide, lag(at + (i % 2 == 0 ? 3_000_000 : 1_000_000), TimedSnapshot.DURING,
                    i == 604 ? 3.5 : 0.001));
        }
        store.addReading(wide, lag(10_000 * SECOND, TimedSnapshot.END, 0.001));
        List<MeasuredValue> values = Summary.of(store.detail(wide), EngineMeasures.LARGEST);
        store.endIteration(wide, IterationState.DONE, "", values);

        assertThat(values).contains(MeasuredValue.of("replica-lag", 3.5));
        assertThat(store.detail(wide).readings()).as("none is gone").hasSize(1002);
        store.database().writing(h -> Checksums.changing(h, wide, ChecksummedPart.READING, () -> h.execute(
                "DELETE FROM reading WHERE iteration_id = ? AND taken = ?", wide, 6040 * SECOND + 3_000_000)));
        assertThat(store.recompute("wide")).as("of a store whose readings were thinned otherwise").satisfies(again -> {
            assertThat(again.iterations()).isEqualTo(1);
            assertThat(again.changes()).isEmpty();
        });
    }

    private static TimedSnapshot lag(long at, String moment, double seconds) {
        return new TimedSnapshot(at, moment, new MetricSnapshot("node-1", Map.of(),
                Map.of(EngineMeasures.REPLICA_LAG.name(), seconds)));
    }

    /** Two faults within ten seconds, each of which lets next to nothing be answered in two intervals. */
    @Test
    void whatFaultsDidIsToldByIntervalsAsTheyWereRecorded() {
        long faulty = store.beginIteration(new NewIteration(store.beginBatch(Samples.batch("faults", 1)), 0, "point-0", 0, 1, 0,
                Instant.EPOCH, 0, List.of(new Setting("background", "kill", null, "", SettingOrigin.SET))));
        Set<Integer> dead = Set.of(5, 6, 12, 13);
        for (int i = 0; i < 1000; i++) {
            store.addInterval(faulty, Samples.interval(0, i, 0, i * SECOND, (i + 1) * SECOND, dead.contains(i) ? 1 : 100, 1000));
        }
        store.addPhase(faulty, new PhaseSpan(0, Phase.MEASURE, true, 0, 1000 * SECOND, 0, 2, false, 0, 0), List.of(), List.of());
        for (int n = 1; n <= 2; n++) {
            long at = n == 1 ? 5_250_000_000L : 12_500_000_000L;
            store.addEvent(faulty, new TaskRun("kill", n, "", at, at + 1, 0, TaskRun.State.DONE, "").event());
        }
        List<Recovery> faults = Recovery.of(store.detail(faulty));
        List<MeasuredValue> values = Summary.of(store.detail(faulty), EngineMeasures.ALL);
        assertThat(faults).extracting(r -> r.rate().orElseThrow().seconds()).containsExactly(1.75, 1.5);
        assertThat(values).contains(MeasuredValue.of("recovery-time", 1.75));

        store.endIteration(faulty, IterationState.DONE, "", values);
        assertThat(store.detail(faulty).intervals()).hasSize(100);
        assertThat(Recovery.of(store.detail(faulty))).isEqualTo(faults);
        assertThat(Summary.of(store.detail(faulty), EngineMeasures.ALL)).contains(MeasuredValue.of("recovery-time", 1.75));
        assertThat(store.recompute("faults").changes()).isEmpty();
        RollUp.fold(store.database(), faulty);
        assertThat(Recovery.of(store.detail(faulty))).as("folded again, as after a kill").isEqualTo(faults);
    }

    private List<Interval> phase(int phase) {
        return store.detail(iteration).intervals().stream().filter(i -> i.phase() == phase).toList();
    }

    @Test
    void readingsAreThinnedToTheLastOfEachWindow() {
        store.addReading(iteration, Samples.reading(0, TimedSnapshot.START, 0));
        store.database().writing(h -> {
            for (int i = 0; i < 1000; i++) {
                Iterations.addReading(h, iteration, Samples.reading(i * SECOND, TimedSnapshot.DURING, i));
            }
        });
        store.addReading(iteration, Samples.reading(1000 * SECOND, TimedSnapshot.END, 1000));
        end();

        List<TimedSnapshot> readings = store.detail(iteration).readings();

        assertThat(readings).hasSize(103);
        assertThat(readings.getFirst().moment()).isEqualTo(TimedSnapshot.START);
        assertThat(readings.get(1).at()).isEqualTo(4 * SECOND);
        assertThat(readings.get(2).at()).isEqualTo(14 * SECOND);
        assertThat(readings.getLast().moment()).isEqualTo(TimedSnapshot.END);
    }

    @Test
    void theWindowGrowsWithTheRun() {
        assertThat(RollUp.window(43_200 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(RollUp.window(86_400 * SECOND)).isEqualTo(60 * SECOND);
        assertThat(RollUp.window(7 * 86_400 * SECOND)).isEqualTo(600 * SECOND);
        assertThat(RollUp.window(365 * 86_400 * SECOND)).isEqualTo(3600 * SECOND);
    }

    @Test
    void twelveHoursStayNearATenthOfAGigabyte() throws IOException {
        // Half an hour of two kinds of step with response, service and wait, log-normal as latencies of engines are.
        Random random = new Random(1);
        int seconds = 1800;
        for (int i = 0; i < seconds; i++) {
            SeriesSet set = new SeriesSet();
            for (String kind : List.of("insert", "commit")) {
                for (LatencyKind latencyKind : List.of(LatencyKind.RESPONSE, LatencyKind.SERVICE, LatencyKind.WAIT)) {
                    LogHistogram histogram = new LogHistogram();
                    for (int n = 0; n < 300; n++) {
                        histogram.record((long) (300_000 * Math.exp(random.nextGaussian())));
                    }
                    set.add(SeriesKey.of(kind, latencyKind), histogram);
                }
                set.add(kind, new Totals(300, 300, 0, 300, 0, 30_000, 0, 0));
            }
            store.addInterval(iteration,
                    new Interval(0, i, 0, i * SECOND, (i + 1) * SECOND, 0, SeriesCodec.encode(set)));
            store.addReading(iteration, Samples.reading(i * SECOND, TimedSnapshot.DURING, i));
        }
        end();
        store.database().shrink();

        long bytes = Files.size(store.file());

        assertThat(bytes * (12 * 3600 / seconds)).isLessThan(120_000_000);
    }
}
