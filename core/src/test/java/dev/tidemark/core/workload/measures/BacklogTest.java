package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.workload.VirtualLoad.MS;
import static dev.tidemark.core.workload.VirtualLoad.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.VirtualLoad;
import org.junit.jupiter.api.Test;

/**
 * A background task that makes a target too slow for the rate, in virtual time: 1,000 operations a second are due for
 * 200 seconds, of 0.8 ms each, and 1.25 ms while the task is in progress, from 60 to 120 s.
 *
 * <p>So 250 ms of waiting come to each second of the task: operation k of it is answered 1.25 ms + k × 0.25 ms after it
 * was due, up to the 48,000th, 12 s late, which is the last that ends during the task. Then 0.2 ms are caught up with
 * each operation: those that were due when the task ended wait 9.6 s, and 168 s after the beginning nothing waits any
 * more.
 */
class BacklogTest {

    private static final long TASK = 60 * SECOND;
    private static final long TASK_END = 120 * SECOND;

    private static Map<String, MeasuredValue> measured() {
        VirtualLoad load = new VirtualLoad(List.of("get"), n -> 0);
        IterationDetail run = load.run(new Load.Open(1, Schedules.constant(1000)), Limit.operations(200_000),
                (n, since) -> {
            load.pass(since >= TASK && since < TASK_END ? MS * 5 / 4 : MS * 4 / 5);
            return Outcome.OK;
        }, List.of(new Setting("background", "compact", null, "", SettingOrigin.SET)));
        long begin = run.headline().orElseThrow().start();
        TaskRun task = new TaskRun("compact", 1, "", begin + TASK, begin + TASK_END, 0, TaskRun.State.DONE, "");
        IterationDetail detail = new IterationDetail(run.workload(), run.settings(), run.phases(), run.intervals(),
                run.outcomes(), run.readings(), run.workers(), List.of(task.event()));
        return BackgroundMeasures.of(detail).stream().collect(Collectors.toMap(MeasuredValue::measure, v -> v));
    }

    @Test
    void whatATaskLeavesWaitingIsNotTheLoadAlone() {
        Map<String, MeasuredValue> values = measured();
        assertThat(values.get("response-alone.p99").number()).isCloseTo(0.8, within(0.01));
        assertThat(values.get("throughput-alone").number()).isCloseTo(1000, within(2.0));
        assertThat(values.get("throughput-beside").number()).isCloseTo(800, within(2.0));
        // (12 s − x) × (4,000/s + 5,000/s) = 600 of the 60,000
        assertThat(values.get("response-beside.p99").number()).isCloseTo(12_000 - 66.7, within(25.0));
        assertThat(values.values()).noneMatch(MeasuredValue::atLeast);
    }

    /** 4 a second for 100 s, each answered 45 s after it was due: nothing grows once answers come. */
    @Test
    void slowAnswersAreNoGrowthAndShortRunsDoNotTell() {
        assertThat(slow(100).orElseThrow().chance()).isEqualTo(1);
        assertThat(slow(100).orElseThrow().left()).isEqualTo(180);
        assertThat(slow(48)).as("3 s of answers").isEmpty();
        assertThat(slow(16)).as("all of them come afterwards").isEmpty();
    }

    /** A slot never ends where the target hangs from the beginning. */
    @Test
    void noAnswersAtAllAreGrowth() {
        long[] ends = LongStream.rangeClosed(1, 20).map(second -> second * SECOND).toArray();
        assertThat(BacklogGrowth.of(ends, new long[20], new long[20], 80)).isEmpty();
        long[] due = LongStream.generate(() -> 4).limit(20).toArray();
        assertThat(BacklogGrowth.of(ends, due, new long[20], 0).orElseThrow().significant()).isTrue();
    }

    /**
     * An hour in intervals of 1 s for a quarter of it and of 10 s from then on: what 10 a second add in almost all of
     * that quarter is not of the rest.
     */
    @Test
    void theFirstQuarterIsOneOfTheTime() {
        long[] ends = LongStream.concat(LongStream.rangeClosed(1, 900), LongStream.rangeClosed(91, 360).map(n -> 10 * n))
                .map(second -> second * SECOND).toArray();
        long[] due = IntStream.range(0, ends.length).mapToLong(i -> i < 900 ? 20 : 200).toArray();
        long[] done = IntStream.range(0, ends.length).mapToLong(i -> i < 890 ? 10 : due[i]).toArray();
        BacklogGrowth growth = BacklogGrowth.of(ends, due, done, 0).orElseThrow();
        assertThat(growth.left()).isEqualTo(8900);
        assertThat(growth.share()).isZero();
    }

    /** @param seconds in which slots are due */
    private static Optional<BacklogGrowth> slow(int seconds) {
        int all = seconds + 46;
        long[] ends = LongStream.rangeClosed(1, all).map(second -> second * SECOND).toArray();
        long[] due = LongStream.range(0, all).map(second -> second < seconds ? 4 : 0).toArray();
        long[] done = LongStream.range(0, all).map(second -> second >= 45 && second - 45 < seconds ? 4 : 0).toArray();
        return BacklogGrowth.of(ends, due, done, 0);
    }

    /**
     * Connections are refused for each second operation, at once; the others take 25 ms, so that 80 of 100 a second end,
     * and a fifth of what is due is left: of 40 s 800, and the last of these are refused, too.
     */
    @Test
    void refusedConnectionsHideNoGrowth() {
        VirtualLoad load = new VirtualLoad(List.of("get"), n -> 0);
        IterationDetail run = load.run(new Load.Open(1, Schedules.constant(100)), Limit.operations(4000), (n, _) -> {
            if (n % 2 == 1) {
                throw new AwayException();
            }
            load.pass(25 * MS);
            return Outcome.OK;
        }, List.of());
        Map<String, Double> values = BacklogGrowth.values(run, run.headline().orElseThrow()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
        assertThat(values.get("backlog")).isCloseTo(800, within(40.0));
        assertThat(values.get("backlog-growth")).isCloseTo(20, within(0.5));
        assertThat(values.get("backlog-growth-chance")).isLessThan(0.001);
    }

    private static final class AwayException extends DriverException {
        AwayException() {
            super("no connection");
        }

        @Override
        public boolean refusesConnection() {
            return true;
        }
    }

    /** What was stored before refusals counted where they were due: 10 refused, then 3 that are due and not done. */
    @Test
    void aBacklogIsNeverNegative() {
        Backlog backlog = new Backlog(series(3, 0, 0), 1);
        backlog.isLeft(true);
        backlog.advance(series(0, 0, 10));
        backlog.advance(series(3, 0, 0));
        assertThat(backlog.isLeft(false)).isTrue();
        backlog.advance(series(0, 0, 2));
        assertThat(backlog.isLeft(false)).isFalse();
    }

    /** Where refusals count: due in one interval, ended in a later one. */
    @Test
    void whatIsRefusedWasWaitingUntilThen() {
        Backlog backlog = new Backlog(series(1, 0, 1), 1);
        backlog.isLeft(true);
        backlog.advance(series(0, 5, 0));
        assertThat(backlog.isLeft(false)).isTrue();
        backlog.advance(series(0, 0, 5));
        assertThat(backlog.isLeft(false)).isFalse();
    }

    private static SeriesSet series(int due, int refused, int done) {
        SeriesSet series = new SeriesSet();
        LogHistogram times = new LogHistogram();
        times.record(MS, due);
        series.add(SeriesKey.of("get", LatencyKind.RESPONSE), times);
        series.add("get", new Totals(done, done, 0, done, 0, 0, 0, 0, 0, 0, 0, 0, refused));
        return series;
    }
}
