package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.PreloadAmount;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.ValueParams;
import dev.tidemark.core.workload.WorkerGroups;

/** The settings of {@link Volume}, beside those of keys and values. */
public final class VolumeParams {

    enum MixOrder {
        DEALT, DICED
    }

    enum NotFound {
        MISS, FAILURE
    }

    static final Param<OperationMix> MIX = Param.of("mix", OperationMix.TYPE).reaching(Reach.NOTHING)
            .byDefault(OperationMix.TYPE.parse("get=5,update=1"))
            .help("how often each operation comes, by whole weights: " + String.join(", ", VolumeOperation.words()))
            .asMain();
    static final Param<MixOrder> MIX_ORDER = Param.oneOf("mix-order", MixOrder.class).byDefault(MixOrder.DEALT)
            .help("how operations alternate: in an exact ratio (dealt, or exact-ratio), or at random (diced, or "
                    + "random)");
    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(4L).atLeast(1).atMost(1024)
            .help("threads that issue operations").alias("concurrent").alias("threadcount").asMain();
    static final Param<Long> INSTANCES = Param.count("instances").byDefault(1L).atLeast(1).atMost(64)
            .help("how many instances of the target are open side by side, each with a folder, caches and keys of its "
                    + "own; workers, keys, operations and rate are in all and shared out evenly among them")
            .changing(ChangeCost.REBUILD);
    static final Param<Duration> DURATION = Param.duration("duration").amount().byDefault(Duration.ofSeconds(30))
            .orElse("none").atLeast(1e-3).help("how long to run").alias("maxexecutiontime", "s", Map.of()).asMain();
    static final Param<Long> OPERATIONS = Param.count("operations").amount().orElse("unlimited").atLeast(1)
            .help("operations after which to end before the time is up; with groups, of each group")
            .alias("operationcount");
    static final Param<Double> RATE = Param.rate("rate").ofTask().pace().orElse("unpaced").atLeast(1e-3).atMost(1e9)
            .help("operations offered per second in all, whatever the target does; with groups, to each group; 5000 is "
                    + "5000/s; unpaced (or unthrottled): as fast as the workers can").asMain();
    static final Param<Duration> THINK_TIME = Param.duration("think-time").ofTask().pace().byDefault(Duration.ZERO)
            .help("pause of each worker between operations; unthrottled only");
    static final Param<PreloadAmount> PRELOAD = Param.typed("preload", PreloadAmount.TYPE).ofData()
            .reaching(Reach.NOTHING).byDefault(PreloadAmount.ALL)
            .help("how many of the keys are stored before, in a stage of their own; where keys are skewed, the "
                    + "hottest; with none, reads begin on an empty store; a mix that only stores begins on one unless "
                    + "it is told otherwise")
            .changing(ChangeCost.REBUILD).asMain();
    static final Param<NotFound> NOT_FOUND = Param.oneOf("not-found", NotFound.class).byDefault(NotFound.MISS)
            .help("what it is when a key is not there: an answer like others, or a failure");
    static final Param<Double> VERIFY = Param.share("verify").around().byDefault(0.01)
            .help("share of the values that get and updates read that are compared, byte by byte and outside the "
                    + "clock, with what can have been stored; what scans read is not");
    static final Param<Long> SCAN_LENGTH = Param.count("scan-length").byDefault(100L).atLeast(1).atMost(1_000_000)
            .help("most rows that a scan asks for; each number from 1 to it comes as often").alias("maxscanlength");
    static final Param<Long> INDEX_GROUPS = Param.count("index-groups").byDefault(1976L).atLeast(1).atMost(99_999)
            .help("groups in the index of groups; a key is in one to three of them");
    static final Param<Long> INDEX_DAYS = Param.count("index-days").byDefault(28_935L).atLeast(1).atMost(99_999)
            .help("days in the index of days; a key has one of them");
    static final Param<Long> QUERY_DAYS = Param.count("query-days").byDefault(3L).atLeast(1).atMost(99_999)
            .help("most days that an index-query goes over; each number from 1 to it comes as often");
    static final Param<Boolean> QUERY_TERMS = Param.flag("query-terms").byDefault(true)
            .help("whether queries want the terms, too");
    static final Param<Double> QUERY_FILTER = Param.share("query-filter").orElse("none").atLeast(0.01)
            .help("share of the entries in an index-query's days whose terms pass a filter, as with a regular "
                    + "expression on the end of the term; only these are returned");
    static final Param<Boolean> SETTLE = Param.flag("settle").around().byDefault(true)
            .help("wait for the target's background work afterwards, outside the duration");
    static final Param<Retention> KEEP = Param.oneOf("keep", Retention.class).around().byDefault(Retention.LAST)
            .help("which iterations' stores stay on disk when done");

    public static final ParamSet ALL = ParamSet.of(MIX, MIX_ORDER, WORKERS, INSTANCES, DURATION, OPERATIONS, RATE)
            .plus(Arrivals.ALL).plus(ParamSet.of(THINK_TIME)).plus(KeyParams.ALL_PARAMS).plus(ValueParams.ALL)
            .plus(ParamSet.of(PRELOAD, NOT_FOUND, VERIFY, SCAN_LENGTH, INDEX_GROUPS, INDEX_DAYS, QUERY_DAYS,
            QUERY_TERMS,
                    QUERY_FILTER, WorkerGroups.NAMES, SETTLE, KEEP))
            .with(Arrivals.unpaced(RATE, THINK_TIME), VolumeParams::buffersFit, VolumeParams::preloadFits,
                    VolumeParams::growingGoesWithItsMix, VolumeParams::instancesAreSharedOut,
                    VolumeParams::ownLanesAreClosed, VolumeParams::somethingIsFiltered, VolumeParams::somethingEndsIt,
                    VolumeParams::ownDatabaseStaysAsItIs, Arrivals.rule(RATE));

    static final List<Precondition> PRECONDITIONS = Stream.of(KeyParams.PRECONDITIONS, ValueParams.PRECONDITIONS,
            List.of(Precondition.needing(SCAN_LENGTH, "scan in the mix", v -> v.get(MIX).has(VolumeOperation.SCAN)),
                    Precondition.needing(QUERY_DAYS, "index-query in the mix", VolumeParams::asksIndexOfDays)))
            .flatMap(List::stream).toList();

    /** What a group of workers can have its own way. */
    static final List<Param<?>> OF_GROUP = ParamSet.of(MIX, MIX_ORDER, WORKERS, OPERATIONS, RATE).plus(Arrivals.ALL)
            .plus(ParamSet.of(THINK_TIME, KeyParams.KEYS, NOT_FOUND)).all();

    /** Off-heap memory that the workers may hold for values. */
    private static final long BUFFERS = 2L << 30;

    private VolumeParams() {}

    private static Optional<String> buffersFit(Values v) {
        return 2.0 * v.get(WORKERS) * ValueParams.sizes(v).largest() > BUFFERS
                ? Optional.of("value-size: " + v.get(WORKERS)
                + " workers need more than 2 GiB to hold the largest values "
                        + "at once; make one of them smaller") : Optional.empty();
    }

    private static Optional<String> preloadFits(Values v) {
        long keys = v.get(KeyParams.KEY_COUNT);
        return v.get(PRELOAD).of(keys) <= keys ? Optional.empty()
                : Optional.of("preload: " + v.text(PRELOAD) + " keys are more than there are, key-count: "
                        + v.text(KeyParams.KEY_COUNT) + "; write preload: all for all of them");
    }

    private static Optional<String> growingGoesWithItsMix(Values v) {
        OperationMix mix = v.get(MIX);
        String keys = "keys: " + KeyParams.KEYS.format(v.get(KeyParams.KEYS));
        if (KeyParams.growing(v) && !mix.has(VolumeOperation.INSERT)) {
            return Optional.of(keys + " needs a mix that adds keys, as in mix: get=95,insert=5");
        }
        if (mix.has(VolumeOperation.INSERT) && v.get(MIX_ORDER) == MixOrder.DICED) {
            return Optional.of("mix-order: diced does not tell how many keys were inserted before; use dealt, or a mix "
                    + "without insert");
        }
        long keyCount = v.get(KeyParams.KEY_COUNT);
        if (KeyParams.growing(v) && v.get(PRELOAD).of(keyCount) < keyCount) {
            return Optional.of(keys + " reads keys that are there; it needs preload: all");
        }
        boolean deletes = mix.has(VolumeOperation.DELETE);
        if (v.get(KeyParams.KEYS) == KeyParams.Choice.LATEST && deletes) {
            return Optional.of(keys + " does not go with delete; use keys: own, whose oldest keys are deleted");
        }
        return v.get(KeyParams.KEYS) == KeyParams.Choice.OWN && deletes
                && mix.weights().get(VolumeOperation.DELETE) > mix.weights().get(VolumeOperation.INSERT)
                ? Optional.of(keys + " would run out of keys: more are deleted than inserted") : Optional.empty();
    }

    /** Each worker works on one instance, and each instance has as many. */
    private static Optional<String> instancesAreSharedOut(Values v) {
        long instances = v.get(INSTANCES);
        long workers = v.get(WORKERS);
        if (workers % instances != 0) {
            return Optional.of("instances: " + workers + (workers == 1 ? " worker" : " workers")
                    + " cannot be shared out evenly among " + instances + " instances; use a multiple, as "
                    + Math.ceilDiv(workers, instances) * instances + " workers");
        }
        long keys = v.get(KeyParams.KEY_COUNT);
        return keys < instances ? Optional.of("key-count: " + keys + (keys == 1 ? " key is" : " keys are")
                + " not enough for " + instances + " instances") : Optional.empty();
    }

    private static Optional<String> ownLanesAreClosed(Values v) {
        KeyParams.Choice keys = v.get(KeyParams.KEYS);
        String word = "keys: " + KeyParams.KEYS.format(keys);
        if (VolumeGroup.ownLanes(v) && Arrivals.paced(v, RATE)) {
            return Optional.of(word + " gives each worker a stream of its own, which a rate does not; leave rate out");
        }
        long share = v.get(KeyParams.KEY_COUNT) / v.get(WORKERS);
        if (keys == KeyParams.Choice.PARTITIONED && share * v.get(WORKERS) != v.get(KeyParams.KEY_COUNT)) {
            return Optional.of("key-count: " + v.get(KeyParams.KEY_COUNT) + " keys cannot be shared out evenly among "
                    + v.get(WORKERS) + " workers; use a multiple, as " + Math.max(1, share) * v.get(WORKERS));
        }
        long deleted = v.get(MIX).weights().getOrDefault(VolumeOperation.DELETE, 0);
        return keys == KeyParams.Choice.OWN && share <= deleted
                ? Optional.of("key-count: " + v.get(WORKERS) + " workers with keys of their own need more than "
                        + Math.max(1, deleted) * v.get(WORKERS)) : Optional.empty();
    }

    private static Optional<String> ownDatabaseStaysAsItIs(Values v) {
        if (!OwnDatabase.isOf(v)) {
            return Optional.empty();
        }
        String own = " has no meaning with a database of your own, ";
        Optional<VolumeOperation> made = v.get(MIX).operations().stream().filter(o -> o == VolumeOperation.INSERT
                || o.indexes() || o.queries()).findFirst();
        if (made.isPresent()) {
            return Optional.of("mix: " + made.get().word() + own + "whose keys are those that are there");
        }
        if (KeyParams.space(v) > v.get(KeyParams.KEY_COUNT)) {
            return Optional.of("keys: " + KeyParams.KEYS.format(v.get(KeyParams.KEYS)) + own + "since it draws keys "
                    + "that are not there; write pareto or pareto-clamped");
        }
        if (v.get(PRELOAD).of(v.get(KeyParams.KEY_COUNT)) > 0 && v.origin(PRELOAD) != SettingOrigin.DECLARED) {
            return Optional.of("preload:" + own + "in which nothing is stored before; leave it out");
        }
        return OwnDatabase.isReadOnly(v) && v.get(MIX).operations().stream().anyMatch(o -> o.stores()
                || o == VolumeOperation.DELETE) ? Optional.of("database-access: nothing is written to a database that "
                        + "is read-only; write copy, or a mix of get, head, scan and list-keys") : Optional.empty();
    }

    /** One of several groups may have no queries. */
    private static Optional<String> somethingIsFiltered(Values v) {
        return v.find(QUERY_FILTER).isPresent() && v.find(WorkerGroups.NAMES).isEmpty()
                && !asksIndexOfDays(v)
                ? Optional.of("query-filter has no effect without index-query in the mix, as in mix: "
                        + "index-query=1,put-indexed=4") : Optional.empty();
    }

    private static boolean asksIndexOfDays(Values v) {
        return v.get(MIX).has(VolumeOperation.INDEX_QUERY);
    }

    private static Optional<String> somethingEndsIt(Values v) {
        boolean pass = v.get(KeyParams.KEYS) == KeyParams.Choice.SEQUENTIAL
                || v.get(KeyParams.KEYS) == KeyParams.Choice.PARTITIONED;
        return v.find(DURATION).isPresent() || v.find(OPERATIONS).isPresent() || pass || Arrivals.scheduled(v)
                ? Optional.empty() : Optional.of("duration: none needs operations, arrivals: steps or trace, or keys: "
                        + "sequential or partitioned, which end");
    }
}
