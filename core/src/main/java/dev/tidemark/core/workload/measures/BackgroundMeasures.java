package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;

/**
 * What background tasks did, and what the load did beside them: in the intervals in which one was in progress all the
 * time against those in which none was at any time. Intervals that are partly both belong to neither, and neither do
 * those after a task in which an open loop still serves the backlog that it left behind. Responses belong to the
 * interval in which they were due, throughput to the one in which it was done.
 */
public final class BackgroundMeasures {

    public static final Measure COMPLETED = new Measure("background-completed", "Background done", "", NEITHER, 0,
            "Background tasks that were completed during the headline phase, those of each instance counted.");
    public static final Measure FAILED = new Measure("background-failed", "Background failed", "", LOWER, 0,
            "Background tasks that failed during the headline phase.");
    public static final Measure UNFINISHED = new Measure("background-unfinished", "Background unfinished", "", NEITHER,
            0, "Background tasks that were in progress when the headline phase ended.");
    public static final Measure DURATION = new Measure("background-duration", "Background duration", "s", LOWER, 2,
            "Mean duration of the background tasks that were completed.");
    public static final Measure ROWS_PER_SECOND = new Measure("background-rows-per-second", "Background rows", "/s",
            HIGHER, 0, "Rows that background tasks went over, per second of their own time.");
    public static final Measure RECLAIMED = new Measure("background-reclaimed", "Reclaimed", "MB", NEITHER, 0,
            "Bytes on disk that completed runs of the task compact gave back: those before it and those that flushes "
                    + "brought meanwhile, without those after it. Where the engine counts no flushes into new "
                    + "files, what the load wrote meanwhile is taken off.");
    public static final Measure THROUGHPUT_BESIDE = new Measure("throughput-beside", "Throughput beside", "/s", HIGHER,
            0, "Units per second in the whole intervals in which a background task was in progress.");
    public static final Measure THROUGHPUT_ALONE = new Measure("throughput-alone", "Throughput alone", "/s", HIGHER, 0,
            "Units per second in the whole intervals in which no background task was in progress, and no backlog was "
                    + "left of one.");
    public static final Measure P99_BESIDE = new Measure("response-beside.p99", "Response p99 beside", "ms", LOWER, 3,
            "Response time that 99 % of the operations did not exceed that were due in the whole intervals in which a "
                    + "background task was in progress.");
    public static final Measure P99_ALONE = new Measure("response-alone.p99", "Response p99 alone", "ms", LOWER, 3,
            "Response time that 99 % of the operations did not exceed that were due in the whole intervals in which no "
                    + "background task was in progress, and no backlog was left of one.");

    /** Beside the percentiles, which of few operations are no more than this. */
    public static final Measure MAX_BESIDE = new Measure("response-beside.max", "Response max beside", "ms", LOWER, 3,
            "The largest response time of the operations of which response-beside.p99 is.");
    public static final Measure MAX_ALONE = new Measure("response-alone.max", "Response max alone", "ms", LOWER, 3,
            "The largest response time of the operations of which response-alone.p99 is.");

    /** To stand after a workload's own. */
    public static final MeasureSet ALL = MeasureSet.of(COMPLETED, FAILED, UNFINISHED, DURATION, ROWS_PER_SECOND,
            RECLAIMED, THROUGHPUT_BESIDE, THROUGHPUT_ALONE, P99_BESIDE, P99_ALONE, MAX_BESIDE, MAX_ALONE);

    /** Those of the whole intervals beside tasks, and without. */
    public static final List<Measure> BY_INTERVAL = List.of(THROUGHPUT_BESIDE, THROUGHPUT_ALONE, P99_BESIDE, P99_ALONE,
            MAX_BESIDE, MAX_ALONE);

    private BackgroundMeasures() {}

    /** Those that the iteration yields: none where it had no timetable. */
    public static List<MeasuredValue> of(IterationDetail detail) {
        List<MeasuredValue> values = new ArrayList<>();
        boolean configured = detail.settings().stream().anyMatch(s -> s.name().equals(LoadParams.BACKGROUND.name())
                && !s.text().equals(LoadParams.BACKGROUND.absent()));
        if (!configured || detail.headline().isEmpty()) {
            return values;
        }
        List<TaskRun> runs = TaskRun.of(detail.events());
        List<TaskRun> done = runs.stream().filter(r -> r.state() == State.DONE).toList();
        put(values, COMPLETED, done.size());
        put(values, FAILED, runs.stream().filter(r -> r.state().isFailure()).count());
        put(values, UNFINISHED, count(runs, State.UNFINISHED) + count(runs, State.RUNNING));
        done.stream().mapToLong(TaskRun::nanos).average().ifPresent(mean -> put(values, DURATION, mean / 1e9));
        List<TaskRun> counted = runs.stream().filter(r -> r.rows() > 0).toList();
        long nanos = counted.stream().mapToLong(TaskRun::nanos).sum();
        if (nanos > 0) {
            put(values, ROWS_PER_SECOND, counted.stream().mapToLong(TaskRun::rows).sum() / (nanos / 1e9));
        }
        List<TaskRun> reclaiming = done.stream().filter(r -> r.reclaimed().isPresent()).toList();
        if (!reclaiming.isEmpty()) {
            put(values, RECLAIMED, reclaiming.stream().mapToLong(r -> r.reclaimed().getAsLong()).sum());
        }
        interference(values, detail, detail.headline().get(), TaskIntervals.of(runs));
        return values;
    }

    private static long count(List<TaskRun> runs, State state) {
        return runs.stream().filter(r -> r.state() == state).count();
    }

    /** What was done in some of the intervals. */
    private static final class Share {
        private final SeriesSet series = new SeriesSet();
        private long nanos;

        /** @param censored slots that never finished, in whatever interval they were due */
        void addTo(List<MeasuredValue> values, Measure throughput, Measure p99, Measure max, long censored) {
            if (nanos > 0) {
                put(values, throughput, series.total().units() / (nanos / 1e9));
            }
            Latencies.of(series, LatencyKind.RESPONSE, censored).addTo(values, List.of(p99, max));
        }
    }

    private static void interference(List<MeasuredValue> values, IterationDetail detail, PhaseSpan phase,
            TaskIntervals taskIntervals) {
        Share concurrent = new Share();
        Share alone = new Share();
        Backlog backlog = new Backlog(Timeline.whole(detail, phase), phase.workers());
        for (Timeline.Window window : Timeline.of(detail, phase).windows()) {
            SeriesSet series = window.series();
            long start = window.start();
            long end = window.end(phase);
            boolean left = backlog.isLeft(!taskIntervals.miss(start, end));
            // What was in progress when a task began has met it, though it was due before.
            boolean met = left || !taskIntervals.miss(start, end + series.longest());
            Share share = end <= start ? null : taskIntervals.cover(start, end) ? concurrent : met ? null : alone;
            if (share != null) {
                share.nanos += end - start;
                share.series.add(series);
            }
            backlog.advance(series);
        }
        concurrent.addTo(values, THROUGHPUT_BESIDE, P99_BESIDE, MAX_BESIDE, phase.censored());
        alone.addTo(values, THROUGHPUT_ALONE, P99_ALONE, MAX_ALONE, phase.censored());
    }

    private static void put(List<MeasuredValue> values, Measure measure, double base) {
        values.add(MeasuredValue.of(measure.name(), measure.fromBase(base)));
    }
}
