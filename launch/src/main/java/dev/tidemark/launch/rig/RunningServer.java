package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.rig.Server;

/**
 * A server that runs.
 *
 * @param settings as recorded at its start, its port among them
 * @param log      what it has said since
 */
public record RunningServer(String rig, String address, long process, Map<String, String> settings,
        Map<String, String> target, Path log) implements Server {}
