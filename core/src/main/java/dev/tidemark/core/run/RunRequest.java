package dev.tidemark.core.run;

import java.util.Map;

/**
 * Tells a runner to carry out one iteration.
 *
 * @param iteration the store's number, echoed in the iteration's events
 * @param workload  name of the workload
 * @param driver    name of the driver
 * @param settings  every param's text, of the workload, the driver and the load
 * @param seed      the experiment's seed
 * @param scratch   folder for the iteration's own use, which the runner makes and removes
 * @param keep      whether to leave the target's data when done
 */
public record RunRequest(long iteration, String workload, String driver, Map<String, String> settings, long seed,
        String scratch, boolean keep) {}
