package dev.tidemark.core.workload;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.OpenTargets;
import dev.tidemark.core.param.Values;

/**
 * What a workload builds its stages from.
 *
 * @param values  every setting of the point, of workload, load and driver
 * @param seed    the experiment's seed
 * @param target  the open target, created and empty, or with its dataset; or several, each with a dataset
 * @param context clock, scratch folder, notes
 */
public record Run(Values values, long seed, OpenTarget target, Context context) {

    /** The target that holds a dataset, where groups of workers may work on several. */
    public OpenTarget target(String dataset) {
        return target instanceof OpenTargets several ? several.named(dataset) : target;
    }
}
