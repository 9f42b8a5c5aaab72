package dev.tidemark.launch.rig;

import dev.tidemark.core.rig.Server;
import java.nio.file.Path;
import java.util.Map;

/**
 * A server that runs.
 *
 * @param settings as recorded at its start, its port among them
 * @param log      what it has said since
 */
public record RunningServer(String rig, String address, long process, Map<String, String> settings,
        Map<String, String> target, Path log) implements Server {}
