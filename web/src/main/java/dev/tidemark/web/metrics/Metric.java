package dev.tidemark.web.metrics;

import module java.base;

/**
 * The metrics that there are. Units are base units; a metric of what is not known has no sample.
 *
 * <p>Those of a run have the labels {@code run} (the store's number, so that two runs never share a series),
 * {@code label} and {@code workload}, and what stands here besides.
 */
public enum Metric {
    UP("up", "1 when Tidemark answers and its store can be read"),
    BUILD("build_info", "1, with Tidemark's version", "version"),
    JOBS_WAITING("jobs_waiting", "Jobs that are queued, paused ones included"),
    JOBS_PAUSED("jobs_paused", "Jobs that are queued and passed over until they are resumed"),
    JOBS_RUNNING("jobs_running", "Jobs that are being run"),
    SCHEDULING("scheduling_enabled", "1 when queued jobs begin by themselves, else 0"),
    RUNS("runs", "Runs that are in progress, begun as jobs or from a terminal"),
    EXPECTED("expected_bounds", "Bounds that a label's experiment expects to hold; of the labels of the newest 100 "
            + "jobs that are over and expect some", "label"),
    MISSED("missed_bounds", "How many of these do not hold", "label"),

    RUN_EXPECTED("run_iterations_expected",
            "Iterations of the whole plan; the most there can be where a search decides"),
    RUN_ITERATIONS("run_iterations", "Places of the plan, by how far they are; those not begun are left out", "state"),
    RUN_DONE("run_done_ratio", "How much of the run is done, 0 to 1; with searches, of the running iteration"),
    RUN_LEFT("run_left_seconds",
    "How long the run will still take, by what is set and its own past; absent while not known"),

    ITERATION("iteration_info", "1, with what the running iteration is: its number, and what is varied", "iteration",
            "point", "phase"),
    STARTED("iteration_start_timestamp_seconds", "When the running iteration began, in seconds since 1970"),
    UNITS("iteration_units", "Units done in the phase of load that is running; begins anew with each", "unit"),
    UNITS_EXPECTED("iteration_expected_units",
            "Units expected in the phase of load that is running; absent when only time ends it", "unit"),
    BYTES("iteration_user_bytes", "User bytes written and read in the phase of load that is running"),
    FAILURES("iteration_failed_units", "Units failed in the phase of load that is running", "unit"),
    BACKLOG("iteration_backlog_slots", "Slots that were due and that no worker has taken yet; 0 in a closed loop"),
    IN_FLIGHT("iteration_in_flight_operations", "Operations that are inside the target now"),
    THROUGHPUT("throughput_units_per_second", "Units done per second, over the last five seconds", "unit"),
    OPERATIONS("operations_per_second", "Operations finished per second, whatever became of them, over the last five "
            + "seconds, by kind", "kind"),
    RESPONSE("response_seconds", "Response time of answered operations over the last five seconds, by kind and "
            + "quantile; 1 is the longest. In a closed loop from the start of an operation, else from when it was due",
            "kind", "quantile"),

    CPU("host_cpu_ratio", "Share of the time of all processors of the target's machine, between its last two readings",
            "mode"),
    GENERATOR_CPU("generator_cpu_ratio", "Share of the time of all processors that the process that makes the load "
            + "took; an embedded target runs in it"),
    GENERATOR_PAUSE("generator_gc_pause_ratio",
            "Share of the time in which garbage collection stood that process still"),
    DEVICE_BUSY("device_busy_ratio", "Share of the time with a request in progress", "device"),
    DEVICE_READ("device_read_bytes_per_second", "Bytes that a device read per second", "device"),
    DEVICE_WRITTEN("device_written_bytes_per_second", "Bytes that a device wrote per second", "device"),
    DEVICE_AWAIT("device_await_seconds", "Mean time from a request's arrival to its answer; absent without requests",
            "device"),
    DEVICE_QUEUE("device_queue_requests", "Mean number of requests in progress", "device"),

    ENGINE_GAUGE("engine_gauge", "The target's own levels, in base units, under its own names", "node", "name"),
    ENGINE_COUNTER("engine_counter", "The target's own totals, in base units, under its own names", "node", "name");

    private static final String PREFIX = "tidemark_";
    private static final Set<Metric> COUNTERS = EnumSet.of(UNITS, BYTES, FAILURES, ENGINE_COUNTER);

    private final String name;
    private final String help;
    private final List<String> labels;

    Metric(String name, String help, String... labels) {
        this.name = name;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** Whether it only grows, until it begins anew. */
    boolean counter() {
        return COUNTERS.contains(this);
    }

    /** Without the suffix of a counter. */
    String base() {
        return PREFIX + name;
    }

    /** As Prometheus has it. */
    String published() {
        return base() + (counter() ? "_total" : "");
    }

    String help() {
        return help;
    }

    /** Its own labels, in order. */
    List<String> labels() {
        return labels;
    }

    /** All of them, as Prometheus has them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Metric::published).toList();
    }
}
