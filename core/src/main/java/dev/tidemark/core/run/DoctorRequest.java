package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to try what a target can do, in a place of its own there. Facts come as {@link RunEvent.Detected},
 * each trial as {@link RunEvent.TrialEnded}.
 *
 * @param driver   name of the driver
 * @param settings the driver's params
 * @param scripts  the user's own whose statements are tried instead, as in the setting {@code script}; empty for none
 * @param scratch  a folder for it alone, which is removed afterwards
 */
public record DoctorRequest(String driver, List<Setting> settings, String scripts, RunnerPath scratch) implements TaskRequest {}
