package dev.tidemark.core.workload;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;

/**
 * What a workload builds its stages from.
 *
 * @param values  every setting of the point, of workload, load and driver
 * @param seed    the experiment's seed
 * @param target  the open target, created and empty
 * @param context clock, scratch folder, notes
 */
public record Run(Values values, long seed, OpenTarget target, Context context) {}
