package dev.tidemark.core.workload;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenInstances;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.OpenTargets;
import dev.tidemark.core.param.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a workload builds its stages from.
 *
 * @param values  every setting of the point, of workload, load and driver
 * @param seed    from which what is offered follows; one for all points of a round
 * @param target  the open target, created and empty, or with its dataset; or several, each with a dataset; or
 *                several instances, each created and empty
 * @param context clock, scratch folder, notes
 */
public record Run(Values values, long seed, OpenTarget target, Context context) {

    /** The target that holds a dataset, where groups of workers may work on several. */
    public OpenTarget target(String dataset) {
        return target instanceof OpenTargets several ? several.named(dataset) : target;
    }

    /** The instances that the iteration works on, by name; one without a name unless its workload asked for several. */
    public SequencedMap<String, OpenTarget> instances() {
        return target instanceof OpenInstances several ? several.all() : new LinkedHashMap<>(Map.of("", target));
    }
}
