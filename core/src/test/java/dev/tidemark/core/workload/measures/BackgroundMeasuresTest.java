package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

/** Ten intervals of a second, with a task from 2.5 s to 6 s and one that ends with the load. */
class BackgroundMeasuresTest {

    private static final long SECOND = 1_000_000_000L;

    private static Interval interval(int seq, int units, long response) {
        SeriesSet series = new SeriesSet();
        LogHistogram times = new LogHistogram();
        for (int i = 0; i < units; i++) {
            times.record(response);
        }
        series.add(SeriesKey.of("get", LatencyKind.SERVICE), times);
        series.add("get", new Totals(units, units, 0, units, 0, 0, 0, 0));
        return new Interval(0, seq, 0, seq * SECOND, (seq + 1) * SECOND, 0, SeriesCodec.encode(series));
    }

    private static IterationDetail detail(String background, List<TaskRun> runs) {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            boolean beside = i >= 3 && i < 6;
            intervals.add(interval(i, beside ? 50 : 100, (beside ? 20 : 10) * 1_000_000L));
        }
        List<Event> events = runs.stream().map(TaskRun::event).toList();
        return new IterationDetail("ingest",
                List.of(new Setting("background", background, null, "", SettingOrigin.SET)),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, 10 * SECOND, 0, 1, false, 0, 0)), intervals, List.of(),
                List.of(), List.of(), events);
    }

    private static Map<String, Double> values(List<MeasuredValue> values) {
        return values.stream().collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    @Test
    void theLoadBesideTasksIsToldFromTheLoadAlone() {
        Map<String, Double> values = values(BackgroundMeasures.of(detail("fold-heads", List.of(
                new TaskRun("fold-heads", 1, "", 2 * SECOND + SECOND / 2, 4 * SECOND, 300, State.DONE, ""),
                new TaskRun("compact", 1, "", 4 * SECOND, 5 * SECOND, 0, State.FAILED, "disk full"),
                new TaskRun("kill", 1, "", 5 * SECOND, 6 * SECOND, 0, State.NOT_UNDONE, "it ended at once"),
                new TaskRun("fold-heads", 2, "", 9 * SECOND + SECOND / 2, 10 * SECOND, 100, State.UNFINISHED, "")))));
        assertThat(values).containsEntry("throughput-beside", 50.0).containsEntry("throughput-alone", 100.0)
                .containsEntry("background-completed", 1.0).containsEntry("background-failed", 2.0)
                .containsEntry("background-unfinished", 1.0).containsEntry("background-duration", 1.5)
                .containsEntry("background-rows-per-second", 200.0);
        assertThat(values.get("response-beside.p99")).isCloseTo(20, within(0.05));
        assertThat(values.get("response-alone.p99")).isCloseTo(10, within(0.05));
        assertThat(values.get("response-beside.max")).isEqualTo(20);
        assertThat(values.get("response-alone.max")).isEqualTo(10);
    }

    /** Of one operation of the second before a task: the task let it wait. */
    @Test
    void whatWasInProgressWhenATaskBeganIsNotTheLoadAlone() {
        IterationDetail detail = detail("fold-heads", List.of(
                new TaskRun("fold-heads", 1, "", 3 * SECOND, 6 * SECOND, 300, State.DONE, "")));
        List<Interval> intervals = new ArrayList<>(detail.intervals());
        intervals.add(new Interval(0, 2, 1, 2 * SECOND, 3 * SECOND, 0, interval(2, 1, 2900_000_000L).series()));
        Map<String, Double> values = values(BackgroundMeasures.of(new IterationDetail(detail.workload(), detail.settings(),
                detail.phases(), intervals, List.of(), List.of(), List.of(), detail.events())));

        assertThat(values.get("response-alone.max")).isEqualTo(10);
        assertThat(values.get("response-beside.max")).isEqualTo(20);
        assertThat(values.get("throughput-alone")).isEqualTo(100);
    }

    @Test
    void whatCompactionsGaveBackIsAddedUp() {
        assertThat(values(BackgroundMeasures.of(detail("compact", List.of(
                new TaskRun("compact", 1, "", 0, SECOND, 0, OptionalLong.of(400_000_000), State.DONE, ""),
                new TaskRun("compact", 2, "", SECOND, 2 * SECOND, 0, OptionalLong.of(100_000_000), State.DONE, ""),
                new TaskRun("fold-heads", 1, "", 0, SECOND, 5, State.DONE, ""))))))
                .containsEntry("background-reclaimed", 500.0);
        assertThat(values(BackgroundMeasures.of(detail("compact", List.of(
                new TaskRun("compact", 1, "", 0, SECOND, 0, State.DONE, ""))))))
                .as("an engine that does not tell").doesNotContainKey("background-reclaimed");
    }

    @Test
    void withoutATimetableThereIsNothingToTell() {
        assertThat(BackgroundMeasures.of(detail("none", List.of()))).isEmpty();
    }

    @Test
    void aTimetableThatNeverFiredHasNoTimeBesideIt() {
        assertThat(values(BackgroundMeasures.of(detail("compact at=1h", List.of()))))
                .containsEntry("background-completed",
                0.0).containsKey("throughput-alone").doesNotContainKeys("throughput-beside", "background-duration");
    }

    @Test
    void bandsThatTouchAreOne() {
        TaskIntervals taskIntervals = TaskIntervals.of(List.of(new TaskRun("b", 1, "", 50, 80, 0, State.DONE, ""),
                new TaskRun("a", 1, "", 10, 50, 0, State.DONE, ""), new TaskRun("c", 1, "", 90, 90, 0, State.DONE, ""),
                new TaskRun("d", 1, "", 20, 30, 0, State.DONE, "")));
        assertThat(taskIntervals.bands()).containsExactly(new TaskIntervals.Band(10, 80));
        assertThat(taskIntervals.cover(40, 60)).isTrue();
        assertThat(taskIntervals.cover(70, 81)).isFalse();
        assertThat(taskIntervals.miss(80, 100)).isTrue();
        assertThat(taskIntervals.miss(0, 11)).isFalse();
    }

    @Test
    void whatWasPutOffIsToldApart() {
        List<TimedSnapshot> readings = List.of(reading(TimedSnapshot.START, 0, 100, 0, 0),
                reading(TimedSnapshot.END, 10,
                600e6 + 100, 200e6, 50e6), reading(TimedSnapshot.SETTLED, 14, 900e6 + 100, 150e6, 250e6));
        IterationDetail settled = new IterationDetail("ingest", List.of(), List.of(
                new PhaseSpan(0, Phase.MEASURE, true, 0, 10 * SECOND, 0, 1, false, 0, 0),
                new PhaseSpan(1, Phase.SETTLE, false, 10 * SECOND, 14 * SECOND, 0, 0, false, 0, 0)), List.of(),
                List.of(),
                readings, List.of(), List.of());
        assertThat(values(SettleMeasures.of(settled))).containsEntry("settle-time", 4.0)
                .containsEntry("settle-write", 300.0).containsEntry("settle-read", 200.0)
                .containsEntry("space-before-settle", 200.0).doesNotContainKey("settle-device-write");
        assertThat(values(SettleMeasures.amplification(settled, 300_000_000, 5)))
                .containsEntry("write-amplification", 3.0).doesNotContainKey("read-amplification");
    }

    @Test
    void anEngineThatTellsOfItsCompactionsAloneHasNoWriteAmplification() {
        List<TimedSnapshot> readings = List.of(TimedSnapshot.START, TimedSnapshot.END).stream().map(moment ->
                new TimedSnapshot(0, moment, new MetricSnapshot("", Map.of("compaction-write", 7e6), Map.of())))
                        .toList();
        IterationDetail detail = new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(), readings,
                List.of(), List.of());
        assertThat(SettleMeasures.amplification(detail, 1_000, 5)).isEmpty();
    }

    private static TimedSnapshot reading(String moment, long at, double written, double onDisk, double compactionRead) {
        return new TimedSnapshot(at * SECOND, moment, new MetricSnapshot("", Map.of("flush-write", written,
                "compaction-read", compactionRead), Map.of("on-disk-size", onDisk)));
    }
}
