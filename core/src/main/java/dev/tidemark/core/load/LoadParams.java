package dev.tidemark.core.load;

import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.time.Duration;

/** The settings of the load itself, the same for every workload; those of a run are in {@code RunParams}. */
public final class LoadParams {

    public static final Param<WaitStrategy> PACING = Param.oneOf("pacing", WaitStrategy.class)
            .byDefault(WaitStrategy.SLEEP)
            .help("How a worker waits for its slot: sleeping and then spinning for the last microseconds, or spinning "
                    + "only, which takes a processor per worker.");

    public static final Param<WorkerThreads> WORKER_THREADS = Param.oneOf("worker-threads", WorkerThreads.class)
            .byDefault(WorkerThreads.PLATFORM)
            .help("What kind of threads the workers are. virtual takes less of the processors where more than about 16 "
                    + "workers wait for a server, and serves them less evenly; no use for an embedded engine.");

    public static final Param<Duration> INTERVAL = Param.duration("interval").orElse("auto").atLeast(0.1)
            .help("Length of the intervals in which results are recorded; auto is 1 s for the first 15 minutes of a "
                    + "phase, then 10 s. Where a phase has more than 900, they are added up to 10 s or more once the "
                    + "iteration has ended and what it measured is known.");

    public static final Param<Duration> DRAIN_LIMIT = Param.duration("drain-limit").byDefault(Duration.ofSeconds(30))
            .help("How long what is left at a phase's end is waited for before it is given up: operations in "
                    + "progress, and in an open loop those that were due before it.");

    public static final Param<Duration> SETTLE_LIMIT = Param.duration("settle-limit").byDefault(Duration.ofHours(1))
            .atLeast(1e-3)
            .help("How long flushes, compactions and whatever else a target has put off are waited for; a run whose "
                    + "target needs longer has failed.");

    public static final Param<Double> FAILURE_LIMIT = Param.share("failure-limit").byDefault(0.0)
            .help("Share of failed units above which a run is invalid; none: any failure makes it so. Where faults are "
                    + "on the timetable, no share does unless it is set.");

    /** In the verdict of an iteration in which more failed: between how many of how many did, and the limit. */
    public static final String TOO_MANY_FAILED = " failed, more than the " + FAILURE_LIMIT.name() + " of ";

    public static final Param<BackgroundSchedule> BACKGROUND = Param.typed("background", BackgroundSchedule.TYPE)
            .ofTask().reaching(Reach.COMMAND, BackgroundSchedule::commands)
            .orElse("none")
            .help("Tasks that run concurrently with the load, and when: tasks with their options (at, every, window, "
                    + "throttle, instances, run, node, for, by, to), semicolons between; in an experiment also a list, or a "
                    + "name under timetables.");

    private LoadParams() {}

    /** The share of failed units above which a run is invalid. What fails beside planned faults is what is measured. */
    public static double failureLimit(Values values) {
        boolean explicit = values.origin(FAILURE_LIMIT) != SettingOrigin.DECLARED;
        return explicit || values.find(BACKGROUND).filter(BackgroundSchedule::hasFaults).isEmpty()
                ? values.get(FAILURE_LIMIT) : 1;
    }
}
