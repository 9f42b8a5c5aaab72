package dev.tidemark.core.load;

import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.Values;
import java.time.Duration;

/**
 * How the generator behaves, whatever the stage.
 *
 * @param pacing       how workers wait for their slots
 * @param threads      what kind of threads they are
 * @param intervals    where phases are cut
 * @param drainLimit   how long an operation in progress at the end is waited for
 * @param backlogLimit how long after a time limit slots of open loops that were due before it are still started
 * @param originNanos  the clock's reading at the iteration's start, from which all reported times count
 */
public record StageSettings(WaitStrategy pacing, WorkerThreads threads, IntervalRule intervals, Duration drainLimit,
        Duration backlogLimit, long originNanos) {

    /** With platform threads, and the backlog served within the drain limit. */
    public StageSettings(WaitStrategy pacing, IntervalRule intervals, Duration drainLimit, long originNanos) {
        this(pacing, WorkerThreads.PLATFORM, intervals, drainLimit, drainLimit, originNanos);
    }

    /** @param values of a set that contains the settings of a run */
    public static StageSettings of(Values values, long originNanos) {
        Duration drainLimit = values.get(LoadParams.DRAIN_LIMIT);
        return new StageSettings(values.get(LoadParams.PACING), values.get(LoadParams.WORKER_THREADS),
                values.find(LoadParams.INTERVAL).map(IntervalRule::every).orElse(IntervalRule.AUTO), drainLimit,
                drainLimit, originNanos);
    }

    /** The same for what is not measured: slots that are due and not started at the time limit are dropped. */
    public StageSettings withoutBacklog() {
        return new StageSettings(pacing, threads, intervals, drainLimit, Duration.ZERO, originNanos);
    }
}
