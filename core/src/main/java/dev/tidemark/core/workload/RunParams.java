package dev.tidemark.core.workload;

import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/** The settings of a run, the same for every workload: of its process and its machine, and with them of its load. */
public final class RunParams {

    public static final Param<Duration> WARM_UP = Param.duration("warm-up").around().byDefault(Duration.ofSeconds(1))
            .orElse("none").atLeast(1e-3)
            .help("How long a fresh runner process first runs the point unrecorded, on a database of its own, so that "
                    + "its code is compiled before anything is measured.");

    public static final Param<String> HOST_METRICS = Param.text("host-metrics").reaching(Reach.ADDRESS).orElse("local")
            .help("URL of a Prometheus node_exporter on the target's machine, such as http://db1:9100, whose "
                    + "processors and devices are then watched; local: those of this machine.");

    public static final Param<Long> MEMORY_LIMIT = Param.size("memory-limit").orElse("none").atLeast(32_000_000)
            .help("Memory that the runner's process may use, with what the system holds of its files in the page "
                    + "cache: data outgrows it sooner than the machine's. Linux, where control groups may be made.")
            .changing(ChangeCost.RESTART);

    /** Every setting of a run, in the order in which people are shown them. */
    public static final ParamSet ALL = ParamSet.of(LoadParams.PACING, LoadParams.WORKER_THREADS, LoadParams.INTERVAL,
            WARM_UP, LoadParams.DRAIN_LIMIT, LoadParams.SETTLE_LIMIT, LoadParams.FAILURE_LIMIT, HOST_METRICS,
            LoadParams.BACKGROUND, MEMORY_LIMIT)
            .with(RunParams::hostMetricsAreAtAUrl);

    private RunParams() {}

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
