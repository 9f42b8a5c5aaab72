package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to see whether a target can be reached, and whether it has what a workload names in it; the target is
 * left as it was. Its settings come as {@link RunEvent.Detected}, and as {@link RunEvent.Answered} the engine with its
 * version, or of a workload's point what the target has not that is named there.
 *
 * @param driver   name of the driver
 * @param workload whose point it is; empty for none
 * @param settings the driver's params; of a point the workload's, too
 * @param scratch  a folder for it alone, which is removed afterwards
 */
public record ProbeRequest(String driver, String workload, List<Setting> settings, RunnerPath scratch) implements TaskRequest {

    /** Of a target alone. */
    public ProbeRequest(String driver, List<Setting> settings, RunnerPath scratch) {
        this(driver, "", settings, scratch);
    }
}
