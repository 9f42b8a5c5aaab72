package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;

/**
 * What one group of workers of {@link Volume} does, on all instances of the target or on one.
 *
 * @param name    empty where all workers are one group
 * @param number  from 0, by position
 * @param first   number of its first worker among those of all groups
 * @param endless whether no key is the last: a group of the point inserts some, or draws by a law without an end
 */
record VolumeGroup(String name, Values values, int number, int first, boolean endless) {

    /** @throws InvalidInputException when what one of them inserts may be there already */
    static List<VolumeGroup> of(Workload workload, Values point) {
        List<GroupSettings> groups = WorkerGroups.of(workload, point);
        List<String> adding = groups.stream()
                .filter(g -> g.values().get(VolumeParams.MIX).has(VolumeOperation.INSERT)).map(GroupSettings::name)
                .toList();
        boolean unbounded = groups.stream().anyMatch(g -> KeyParams.space(g.values()) == KeyParams.ALL);
        checkInserts(adding, unbounded);
        if (groups.size() > 1
                && groups.stream().anyMatch(g -> g.values().get(KeyParams.KEYS) == KeyParams.Choice.OWN)) {
            throw new InvalidInputException(
                    "keys: own is for runs without groups; use uniform, zipf, pareto, hot-set or latest");
        }
        List<VolumeGroup> all = new ArrayList<>();
        int first = 0;
        for (GroupSettings groupSettings : groups) {
            all.add(new VolumeGroup(groupSettings.name(), groupSettings.values(), all.size(), first,
                    unbounded || !adding.isEmpty()));
            first += Math.toIntExact(groupSettings.values().get(VolumeParams.WORKERS));
        }
        return all;
    }

    private static void checkInserts(List<String> adding, boolean unbounded) {
        if (adding.size() > 1) {
            throw new InvalidInputException("mix: only one group can insert, not " + String.join(" and ", adding)
                    + "; use put in the others");
        }
        if (!adding.isEmpty() && unbounded) {
            throw new InvalidInputException("mix: insert has no new keys beside keys: pareto-unbounded, which draws any "
                    + "that there can be; use put, or keys: pareto");
        }
    }

    /**
     * What it does on one of several instances. Workers, keys and what is offered are shared out evenly: of the keys,
     * what is left over is left out; of the operations, the first instances have one more.
     *
     * @param instance from 0
     * @param of       how many instances; a divisor of the workers
     */
    VolumeGroup part(int instance, int of) {
        int workers = workers() / of;
        Values part = values.with(VolumeParams.WORKERS, (long) workers, values.origin(VolumeParams.WORKERS))
                .with(KeyParams.KEY_COUNT, values.get(KeyParams.KEY_COUNT) / of, values.origin(KeyParams.KEY_COUNT))
                .with(VolumeParams.PRELOAD, values.get(VolumeParams.PRELOAD).part(of),
                        values.origin(VolumeParams.PRELOAD));
        Optional<Long> operations = values.find(VolumeParams.OPERATIONS);
        if (operations.isPresent()) {
            long more = instance < operations.get() % of ? 1 : 0;
            part = part.with(VolumeParams.OPERATIONS, operations.get() / of + more,
                    values.origin(VolumeParams.OPERATIONS));
        }
        Optional<Double> rate = values.find(VolumeParams.RATE);
        if (rate.isPresent()) {
            part = part.with(VolumeParams.RATE, rate.get() / of, values.origin(VolumeParams.RATE));
        }
        part = part.with(Arrivals.SCALE, values.get(Arrivals.SCALE) / of, values.origin(Arrivals.SCALE));
        return new VolumeGroup(name, part, number, first + instance * workers, endless);
    }

    OperationMix mix() {
        return values.get(VolumeParams.MIX);
    }

    int workers() {
        return Math.toIntExact(values.get(VolumeParams.WORKERS));
    }

    /** Whether its mix writes index entries or asks for them. */
    boolean indexed() {
        return mix().operations().stream().anyMatch(o -> o.indexes() || o.queries());
    }

    boolean readsValues() {
        return mix().operations().stream().anyMatch(VolumeOperation::readsValue);
    }

    boolean writes() {
        return mix().operations().stream().anyMatch(VolumeOperation::writes);
    }

    /** The seed of what belongs to this group alone. */
    long ownSeed(long seed) {
        return SplitMix64.mix(seed + (number + 1) * SplitMix64.STEP);
    }

    /** Over how many numbers the keys are spread: as many for all groups, so that a key is the same for each. */
    long space() {
        return endless ? KeyParams.ALL : KeyParams.space(values);
    }

    /** Whether each worker has a stream of operations of its own. */
    static boolean ownLanes(Values v) {
        return switch (v.get(KeyParams.KEYS)) {
            case SEQUENTIAL, PARTITIONED, OWN -> true;
            default -> false;
        };
    }

    /** After how many operations it has ended; empty when only time ends it. */
    Optional<Long> operations() {
        long keys = values.get(KeyParams.KEY_COUNT);
        Optional<Long> pass = switch (values.get(KeyParams.KEYS)) {
            case SEQUENTIAL -> Optional.of(keys * workers());
            case PARTITIONED -> Optional.of(keys);
            default -> Optional.empty();
        };
        Optional<Long> operations = values.find(VolumeParams.OPERATIONS);
        return pass.isPresent() && operations.isPresent() ? Optional.of(Math.min(pass.get(), operations.get()))
                : operations.or(() -> pass);
    }

    /** The same, also where steps or a trace end it, no later than a limit on the time. */
    Optional<Long> ends(Optional<Duration> most) {
        return amount(most).map(Arrivals.Amount::units).or(this::operations);
    }

    /** How long its schedule lasts; empty where it has none, or a rate and no end by a count. */
    Optional<Duration> paced(Optional<Duration> most) {
        return amount(most).map(Arrivals.Amount::time).or(() -> operations().flatMap(n ->
                values.find(VolumeParams.RATE).map(rate -> Duration.ofNanos((long) (1e9 * (n / rate))))));
    }

    private Optional<Arrivals.Amount> amount(Optional<Duration> most) {
        return Arrivals.scheduled(values)
                ? Optional.of(Arrivals.amount(values, most, operations().orElse(Limit.UNLIMITED))) : Optional.empty();
    }

    WorkerGroup workerGroup(VolumeKeyspace store, long seed, long arrivalSeed) {
        VolumeKeys keys = VolumeKeys.of(this, seed);
        return new WorkerGroup(name, load(arrivalSeed), operations().orElse(Limit.UNLIMITED),
                worker -> new VolumeActor(store, store.begin(first + worker), this, keys, seed));
    }

    private Load load(long seed) {
        if (Arrivals.paced(values, VolumeParams.RATE)) {
            return new Load.Open(workers(), Arrivals.schedule(values, VolumeParams.RATE, 1, ownSeed(seed)));
        }
        return new Load.Closed(workers(), values.get(VolumeParams.THINK_TIME),
                ownLanes(values) ? Load.Lanes.OWNED : Load.Lanes.SHARED);
    }
}
