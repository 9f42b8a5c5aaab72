package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;

/** The settings of a run, the same for every workload: of its process and its machine, and with them of its load. */
public final class RunParams {

    public static final Param<Duration> WARM_UP = Param.duration("warm-up").around().byDefault(Duration.ofSeconds(1))
            .orElse("none").atLeast(1e-3)
            .help("How long a fresh runner process first runs the point unrecorded, on a database of its own, so that "
                    + "its code is compiled before anything is measured.");

    /** A URL without a login, with no parameters but the exporter's own: it is stored and shown. */
    private static final Pattern HARMLESS = Pattern.compile(
            "[^?#@]*(?:\\?(?:&?(?:collect|exclude)(?:\\[]|%5[Bb]%5[Dd])=[a-z0-9_]*)*)?");

    public static final Param<String> HOST_METRICS = Param.typed("host-metrics", Types.text(RunParams::wrongUrl))
            .reaching(Reach.ADDRESS).orElse("local")
            .help("URL of a Prometheus node_exporter on the target's machine, such as http://db1:9100, whose "
                    + "processors and devices are then watched; local: those of this machine, which are the "
                    + "generator's where the target's address is elsewhere.");

    public static final Param<Long> MEMORY_LIMIT = Param.size("memory-limit").orElse("none").atLeast(32_000_000)
            .help("Memory that the runner's process may use, with what the system holds of its files in the page "
                    + "cache: data outgrows it sooner than the machine's. Linux, where control groups may be made.")
            .changing(ChangeCost.RESTART);

    /** Every setting of a run, in the order in which people are shown them. */
    public static final ParamSet ALL = ParamSet.of(LoadParams.PACING, LoadParams.WORKER_THREADS, LoadParams.INTERVAL,
            WARM_UP, LoadParams.DRAIN_LIMIT, LoadParams.SETTLE_LIMIT, LoadParams.FAILURE_LIMIT, HOST_METRICS,
            LoadParams.BACKGROUND, MEMORY_LIMIT, Agents.PARAM, Preparation.COMMAND, Preparation.LIMIT);

    private RunParams() {}

    private static Optional<String> wrongUrl(String url) {
        String example = "; write it as http://db1:9100";
        return !HARMLESS.matcher(url).matches()
                ? Optional.of("a login or a parameter in here would be stored and shown" + example)
                : isHttp(url) ? Optional.empty() : Optional.of("'" + url + "' is no URL" + example);
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
