package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.nio.file.Path;
import java.util.List;

/**
 * Tells a runner to carry out one iteration.
 *
 * @param iteration the store's number, echoed in the iteration's events
 * @param workload  name of the workload
 * @param driver    name of the driver
 * @param settings  every param of the workload, the load and the driver, with where its value came from
 * @param seed      the experiment's seed
 * @param scratch   folder for the iteration's own use, which the runner makes and removes; the dataset's folder, which
 *                  stays, where the workload works on one
 * @param keep      whether to leave the target's data when done
 * @param hold      requests of the same name that follow each other work on one open target, as long as its settings
 *                  stay the same and they work on a dataset; empty for a target of the iteration's own
 */
public record RunRequest(long iteration, String workload, String driver, List<Setting> settings, long seed,
        String scratch, boolean keep, String hold) {

    /** An iteration by itself. */
    public RunRequest(long iteration, String workload, String driver, List<Setting> settings, long seed,
            String scratch, boolean keep) {
        this(iteration, workload, driver, settings, seed, scratch, keep, "");
    }

    /** The folder, beside an iteration's own, of the warm-up that a fresh process runs before it. */
    public static Path warmUpScratch(Path scratch) {
        return scratch.resolveSibling(scratch.getFileName() + "-warm-up");
    }
}
