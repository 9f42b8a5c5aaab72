package dev.tidemark.core.result;

import module java.base;

/**
 * What a target or a host counts, at one moment. Values are in base units: bytes, seconds, plain counts. What is not
 * counted is absent, never 0.
 *
 * @param node     which node of the target, empty for a target of one node; or one of {@link #HOST},
 *                 {@link #GENERATOR_HOST}, {@link #GENERATOR}, {@link #FSYNC_FLOOR}, {@link #MEMORY}, {@link #READS},
 *                 {@link #ANSWERS}, the {@link #DEVICE devices}, the {@link #INSTANCE instances}, the
 *                 {@link #SERVER servers}, the {@link #AGENT agents} and their {@link #SHARE shares}
 * @param counters totals that only grow; an iteration is worth their difference
 * @param gauges   levels; an iteration is worth the last one
 */
public record MetricSnapshot(String node, Map<String, Double> counters, Map<String, Double> gauges) {

    /** The machine that the target runs on. */
    public static final String HOST = "host";
    /** The machine that the load is made on, where the target may be on another that is not watched. */
    public static final String GENERATOR_HOST = "generator-host";
    /** The process that makes the load. */
    public static final String GENERATOR = "generator";
    /** Begins the node of a device of the target's machine: {@code device:vda}. */
    public static final String DEVICE = "device:";
    /** Begins the node of a process of the target's server on this machine, with its port: {@code server:8983}. */
    public static final String SERVER = "server:";
    /** Begins the node of one of several processes that make the load, in the place of {@link #GENERATOR}: {@code agent:gen1}. */
    public static final String AGENT = "agent:";
    /** Begins the node of what one of them did of the load: {@code share:gen1}. */
    public static final String SHARE = "share:";
    /** How long the device takes to make a small write last, measured before the load. */
    public static final String FSYNC_FLOOR = "fsync-floor";
    /** Begins the node of what the load did to one of several instances: {@code instance:instance-02}. */
    public static final String INSTANCE = "instance:";
    /** The counter of such a node: units done. */
    public static final String UNITS = "units";

    /** What memory there was for data to be held in. */
    public static final String MEMORY = "memory";
    /** Gauge of {@link #MEMORY}: the engine's own cache, as its settings have it. */
    public static final String ENGINE_CACHE = "engine-cache";
    /** Gauge of {@link #MEMORY}: what the runner's process may use, its share of the page cache included. */
    public static final String MEMORY_LIMIT = "memory-limit";

    /** Gauge of {@link #MEMORY}: what the process of the target's server may use, where it is limited. */
    public static final String SERVER_LIMIT = "server-limit";

    /** What answered the reads of the load. */
    public static final String READS = "reads";
    /** Gauge of {@link #READS}: 1 where some that had to reach the disk did not. */
    public static final String ELSEWHERE = "elsewhere";

    /** What answers there were to the queries of the load. */
    public static final String ANSWERS = "answers";
    /** Gauge of {@link #ANSWERS}: how many do not say how much there is to be found; of results before {@code rowsRead}. */
    public static final String HITS_UNKNOWN = "hits-untold";

    public MetricSnapshot {
        counters = Map.copyOf(counters);
        gauges = Map.copyOf(gauges);
    }

    /** Some of its figures. */
    public MetricSnapshot only(Predicate<String> names) {
        Map<String, Double> fewerCounters = new HashMap<>(counters);
        Map<String, Double> fewerGauges = new HashMap<>(gauges);
        fewerCounters.keySet().removeIf(names.negate());
        fewerGauges.keySet().removeIf(names.negate());
        return new MetricSnapshot(node, fewerCounters, fewerGauges);
    }

    /** Whether a process counted this that makes the load, or a part of it. */
    public boolean ofGenerator() {
        return node.equals(GENERATOR) || node.startsWith(AGENT);
    }

    /** Whether the target itself counted this, rather than the machine around it. */
    public boolean ofTarget() {
        return !node.equals(HOST) && !node.equals(GENERATOR_HOST) && !node.equals(GENERATOR) && !node.equals(FSYNC_FLOOR)
                && !node.equals(MEMORY) && !node.equals(READS) && !node.equals(ANSWERS) && !node.startsWith(DEVICE)
                && !node.startsWith(INSTANCE) && !node.startsWith(SERVER) && !node.startsWith(AGENT) && !node.startsWith(SHARE);
    }
}
