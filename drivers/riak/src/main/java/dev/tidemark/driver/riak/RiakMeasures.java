package dev.tidemark.driver.riak;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** What Riak tells of each node in {@code /stats}, with everything that others do there; and siblings. */
final class RiakMeasures {

    /** Counter, of this side. */
    static final Measure SIBLINGS = new Measure("siblings", "Siblings", "", LOWER, 0,
            "Reads during the iteration that met siblings, of which one was chosen.");

    private static final double MICROS = 1e-6;
    /** Counters, by their names in the statistics. */
    private static final Map<String, Measure> COUNTERS = Map.of(
            "node_gets_total", count("node-gets", "Gets", "Gets that nodes coordinated during the iteration."),
            "node_puts_total", count("node-puts", "Puts", "Puts that nodes coordinated during the iteration."),
            "vnode_gets_total", count("vnode-gets", "Vnode gets", "Gets of single replicas during the iteration."),
            "vnode_heads_total", count("vnode-heads", "Vnode heads",
                    "Heads of single replicas during the iteration, in the place of gets where the backend has them."),
            "vnode_puts_total", count("vnode-puts", "Vnode puts", "Puts of single replicas during the iteration."),
            "vnode_index_reads_total", count("index-reads", "Index reads",
                    "Queries of an index during the iteration, each counted by every replica that took part."),
            "read_repairs_total", count("read-repairs", "Read repairs",
                    "Reads during the iteration that found replicas unlike each other and mended them."),
            "node_get_fsm_errors_total", count("get-errors", "Get errors",
                    "Gets during the iteration that the coordinating node failed."));
    /** Gauges, seconds, by their names in the statistics, which tell them in microseconds. */
    private static final Map<String, Measure> TIMES = Map.of(
            "node_get_fsm_time_mean", time("get-mean", "Get mean", "Mean time of a get"),
            "node_get_fsm_time_99", time("get-p99", "Get p99", "Time within which 99 % of gets were done"),
            "node_put_fsm_time_mean", time("put-mean", "Put mean", "Mean time of a put"),
            "node_put_fsm_time_99", time("put-p99", "Put p99", "Time within which 99 % of puts were done"));
    /** Gauge, bytes. */
    private static final Measure MEMORY = new Measure("memory-used", "Memory used", "MB", LOWER, 0,
            "Bytes that the node's Erlang VM had allocated at the end (memory_total).");

    static final MeasureSet ALL = MeasureSet.of(ServerTarget.RECONNECTS, SIBLINGS)
            .plus(MeasureSet.of(sorted(COUNTERS))).plus(MeasureSet.of(sorted(TIMES))).plus(MeasureSet.of(MEMORY));

    private RiakMeasures() {}

    private static Measure count(String name, String title, String help) {
        return new Measure(name, title, "", NEITHER, 0, help + " A node renews what it tells once a second: what came "
                + "in the last one may be missing.");
    }

    private static Measure time(String name, String title, String help) {
        return new Measure(name, title, "ms", LOWER, 2, help + " in the node that coordinates it, of the last minute "
                + "before the end, if there was any; of several nodes that of the slowest.");
    }

    private static Measure[] sorted(Map<String, Measure> of) {
        return of.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::getValue)
                .toArray(Measure[]::new);
    }

    /** What one node tells; what it does not count is left out. */
    static MetricSnapshot of(String node, JsonNode statistics) {
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> gauges = new HashMap<>();
        COUNTERS.forEach((name, measure) -> number(statistics, name)
                .ifPresent(count -> counters.put(measure.name(), count)));
        TIMES.forEach((name, measure) -> number(statistics, name).filter(micros -> micros > 0) // 0 is of none
                .ifPresent(micros -> gauges.put(measure.name(), micros * MICROS)));
        number(statistics, "memory_total").ifPresent(bytes -> gauges.put(MEMORY.name(), bytes));
        return new MetricSnapshot(node, counters, gauges);
    }

    private static Optional<Double> number(JsonNode statistics, String name) {
        return Optional.of(statistics.path(name)).filter(JsonNode::isNumber).map(JsonNode::asDouble);
    }
}
