package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.WorkerGroups;

/**
 * What one group of workers of {@link ScriptWorkload} does.
 *
 * @param name   empty where all workers are one group
 * @param number of the group, from 0
 * @param of     how many groups there are
 * @param first  number of its first worker among those of all groups
 */
record ScriptGroup(String name, Values values, int number, int of, int first) {

    static List<ScriptGroup> of(Values point) {
        List<GroupSettings> all = WorkerGroups.of(ScriptParams.OF_GROUP, point);
        List<ScriptGroup> groups = new ArrayList<>();
        int first = 0;
        for (GroupSettings group : all) {
            groups.add(new ScriptGroup(group.name(), group.values(), groups.size(), all.size(), first));
            first += groups.getLast().workers();
        }
        return groups;
    }

    int workers() {
        return Math.toIntExact(values.get(ScriptParams.WORKERS));
    }

    Load load(long seed) {
        return Arrivals.paced(values, ScriptParams.RATE)
                ? new Load.Open(workers(), Arrivals.schedule(values, ScriptParams.RATE, 1, ownSeed(seed))) : closed();
    }

    /** As fast as the workers can. */
    Load closed() {
        return new Load.Closed(workers(), values.get(ScriptParams.THINK_TIME));
    }

    /** The seed of random arrivals: those of no two groups are alike. */
    private long ownSeed(long seed) {
        return number == 0 ? seed : SplitMix64.mix(seed + number * SplitMix64.STEP);
    }

    long operations() {
        return values.find(ScriptParams.OPERATIONS).orElse(Limit.UNLIMITED);
    }

    /** What it offers where that ends by itself: after a count, or with steps or a trace. */
    Optional<Long> ends() {
        return amount().map(Arrivals.Amount::units).or(() -> values.find(ScriptParams.OPERATIONS));
    }

    /** How long its schedule lasts; empty where it has none, or a rate and no end by a count. */
    Optional<Duration> paced() {
        return amount().map(Arrivals.Amount::time).or(() -> values.find(ScriptParams.RATE).flatMap(rate ->
                values.find(ScriptParams.OPERATIONS).map(n -> Duration.ofNanos((long) (n / rate * 1e9)))));
    }

    private Optional<Arrivals.Amount> amount() {
        return Arrivals.scheduled(values) ? Optional.of(Arrivals.amount(values, values.find(ScriptParams.DURATION), operations()))
                : Optional.empty();
    }
}
