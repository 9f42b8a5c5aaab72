package dev.tidemark.core.run;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * Tells a runner to carry out one iteration.
 *
 * @param iteration the store's number, echoed in the iteration's events
 * @param workload  name of the workload
 * @param driver    name of the driver
 * @param settings  every param of the workload, the load and the driver, with where its value came from
 * @param seed      from which what is offered follows: the round's, see {@code Plan.seedOf}
 * @param scratch   folder for the iteration's own use, which the runner makes and removes; the dataset's folder, which
 *                  stays, where the workload works on one
 * @param keep      whether to leave the target's data when done
 * @param datasets  where each of several datasets is that groups of workers work on; empty where there is one at most
 * @param hold      requests of the same name that follow each other work on the same open targets, as long as their
 *                  settings stay the same and they work on datasets; empty for a target of the iteration's own
 * @param arrivals  which of the random arrivals that follow from the seed are offered, so that steps of one search that
 *                  repeat each other do so under others; 0 for the usual ones
 */
public record RunRequest(long iteration, String workload, String driver, List<Setting> settings, long seed,
        RunnerPath scratch, boolean keep, List<DatasetLocation> datasets, String hold, int arrivals) {

    public RunRequest {
        datasets = List.copyOf(datasets);
    }

    /** One with the usual arrivals. */
    public RunRequest(long iteration, String workload, String driver, List<Setting> settings, long seed,
            RunnerPath scratch, boolean keep, List<DatasetLocation> datasets, String hold) {
        this(iteration, workload, driver, settings, seed, scratch, keep, datasets, hold, 0);
    }

    /** An iteration by itself, on one target. @param scratch an absolute path */
    public RunRequest(long iteration, String workload, String driver, List<Setting> settings, long seed,
            String scratch, boolean keep) {
        this(iteration, workload, driver, settings, seed, RunnerPath.absolute(scratch), keep, List.of(), "");
    }

    /**
     * Where one of several datasets is.
     *
     * @param dataset  its name
     * @param folder   its folder
     * @param settings of the driver, in place of those of the point: what this dataset was made with
     */
    public record DatasetLocation(String dataset, RunnerPath folder, List<Setting> settings) {}

    /** The folder, beside an iteration's own, of the warm-up that a fresh process runs before it. */
    public static Path warmUpScratch(Path scratch) {
        return scratch.resolveSibling(scratch.getFileName() + "-warm-up");
    }
}
