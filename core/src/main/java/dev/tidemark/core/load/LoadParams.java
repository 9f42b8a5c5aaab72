package dev.tidemark.core.load;

import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/** The settings of a run itself, the same for every workload. */
public final class LoadParams {

    public static final Param<WaitStrategy> PACING = Param.oneOf("pacing", WaitStrategy.class)
            .byDefault(WaitStrategy.SLEEP)
            .help("How a worker waits for its slot: sleeping and then spinning for the last microseconds, or spinning "
                    + "only, which takes a processor per worker.");

    public static final Param<Duration> INTERVAL = Param.duration("interval").orElse("auto").atLeast(0.1)
            .help("Length of the intervals in which results are kept; auto is 1 s for the first 15 minutes of a "
                    + "phase, then 10 s.");

    public static final Param<Duration> DRAIN_LIMIT = Param.duration("drain-limit").byDefault(Duration.ofSeconds(30))
            .help("How long what is left at a phase's end is waited for before it is given up: operations under "
                    + "way, and in an open loop those that were due before it.");

    public static final Param<Duration> SETTLE_LIMIT = Param.duration("settle-limit").byDefault(Duration.ofHours(1))
            .atLeast(1e-3)
            .help("How long flushes, compactions and whatever else a target has put off are waited for; a run whose target "
                    + "needs longer has failed.");

    public static final Param<Double> FAILURE_LIMIT = Param.share("failure-limit").byDefault(0.0)
            .help("Share of failed units above which a run is invalid; none: any failure makes it so.");

    public static final Param<Duration> WARM_UP = Param.duration("warm-up").byDefault(Duration.ofSeconds(1))
            .orElse("none").atLeast(1e-3)
            .help("How long a fresh runner process first runs the point unrecorded, on a database of its own, so that "
                    + "its code is compiled before anything is measured.");

    public static final Param<String> HOST_METRICS = Param.text("host-metrics").orElse("local")
            .help("URL of a Prometheus node_exporter on the target's machine, such as http://db1:9100, whose "
                    + "processors and devices are then watched; local: those of this machine.");

    public static final Param<BackgroundSchedule> BACKGROUND = Param.typed("background", BackgroundSchedule.TYPE)
            .orElse("none")
            .help("Tasks that run beside the load, and when: tasks with their options (at, every, window, throttle, "
                    + "instances, run), semicolons between; in an experiment also a list, or a name under timetables.");

    public static final Param<Long> MEMORY_LIMIT = Param.size("memory-limit").orElse("none").atLeast(32_000_000)
            .help("Memory that the runner's process may use, with what the system holds of its files in the page cache: data "
                    + "outgrows it sooner than the machine's. Linux, where control groups may be made.")
            .changing(ChangeCost.RESTART);

    public static final ParamSet ALL = ParamSet.of(PACING, INTERVAL, WARM_UP, DRAIN_LIMIT, SETTLE_LIMIT, FAILURE_LIMIT,
            HOST_METRICS,
            BACKGROUND, MEMORY_LIMIT)
            .with(LoadParams::hostMetricsAreAtAUrl);

    private LoadParams() {}

    private static Optional<String> hostMetricsAreAtAUrl(Values values) {
        return values.find(HOST_METRICS).filter(url -> !isHttp(url)).map(url -> "host-metrics: '" + url
                + "' is no URL; write it as http://db1:9100, or " + HOST_METRICS.absent());
    }

    private static boolean isHttp(String url) {
        try {
            URI uri = new URI(url);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
