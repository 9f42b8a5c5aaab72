package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.support.InstanceGroup;
import dev.tidemark.core.driver.support.SettleLimit;
import dev.tidemark.core.driver.support.TargetsByDataset;
import dev.tidemark.core.driver.support.TargetsByGroup;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;

/**
 * What a workload builds its stages from.
 *
 * @param values  every setting of the point, of workload, load and driver
 * @param seed    from which what is offered follows; one for all points of a round
 * @param target  the open target, created and empty, or with its dataset; or several, each with a dataset; or
 *                several instances, each created and empty
 * @param context clock, scratch folder, notes
 * @param arrivals which of the random arrivals that follow from the seed are offered; 0 for the usual ones
 */
public record WorkloadContext(Values values, long seed, OpenTarget target, Context context, int arrivals) {

    /** Keeps the random numbers of arrivals apart from the data's. */
    private static final long ARRIVALS = 27;

    /** One with the usual arrivals. */
    public WorkloadContext(Values values, long seed, OpenTarget target, Context context) {
        this(values, seed, target, context, 0);
    }

    /** From which random arrivals follow: the seed itself, but for steps that repeat others under other arrivals. */
    public long arrivalSeed() {
        return arrivals == 0 ? seed : SplitMix64.Permutation.of(seed, ARRIVALS).apply(arrivals);
    }

    /**
     * How long a target may take to settle before the measurement; one that does not return is nobody's to end here.
     */
    public SettleLimit settleLimit() {
        return settleLimit(values, context.clock(), hung -> { });
    }

    /**
     * How long the targets of a point may take to settle.
     *
     * @param values     of a set that contains {@link RunParams#ALL}
     * @param lastResort as {@link SettleLimit} has it
     */
    public static SettleLimit settleLimit(Values values, Clock clock, Consumer<String> lastResort) {
        return new SettleLimit(clock, values.get(LoadParams.SETTLE_LIMIT),
                LoadParams.SETTLE_LIMIT.name() + " of " + values.text(LoadParams.SETTLE_LIMIT)
                        + "; give it more, or do without settling", lastResort);
    }

    /** The target that holds a dataset, where groups of workers may work on several. */
    public OpenTarget target(String dataset) {
        return target instanceof TargetsByDataset several ? several.named(dataset) : target;
    }

    /** The target that a group of workers works on; of a name that no group has, the point's own. */
    public OpenTarget targetOf(String group) {
        return target instanceof TargetsByGroup several ? several.of(group) : target;
    }

    /** The instances that the iteration works on, by name; one without a name unless its workload asked for several. */
    public SequencedMap<String, OpenTarget> instances() {
        return target instanceof InstanceGroup several ? several.all() : new LinkedHashMap<>(Map.of("", target));
    }
}
