package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to see whether a target can be reached, and whether it has what a workload names in it.
 *
 * @param driver   name of the driver
 * @param workload whose point it is; empty for none
 * @param settings the driver's params; of a point the workload's, too
 * @param scratch  a folder for it alone, which is removed afterwards
 */
public record ProbeRequest(String driver, String workload, List<Setting> settings, RunnerPath scratch) {

    /** Of a target alone. */
    public ProbeRequest(String driver, List<Setting> settings, RunnerPath scratch) {
        this(driver, "", settings, scratch);
    }
}
