package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to see whether a target can be reached.
 *
 * @param driver   name of the driver
 * @param settings the driver's params
 * @param scratch  a folder for it alone, which is removed afterwards
 */
public record ProbeRequest(String driver, List<Setting> settings, RunnerPath scratch) {}
