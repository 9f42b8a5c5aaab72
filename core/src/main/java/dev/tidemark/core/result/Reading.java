package dev.tidemark.core.result;

import java.util.Map;

/**
 * What a target or a host counts, at one moment. Values are in base units: bytes, seconds, plain counts. What the
 * engine does not count is absent, never 0.
 *
 * @param node     which node or host; empty for a target of one node
 * @param counters totals that only grow; an iteration is worth their difference
 * @param gauges   levels; an iteration is worth the last one
 */
public record Reading(String node, Map<String, Double> counters, Map<String, Double> gauges) {

    public Reading {
        counters = Map.copyOf(counters);
        gauges = Map.copyOf(gauges);
    }
}
