package dev.tidemark.core.workload.randomio;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.WorkerGroups;

/** The settings of {@link RandomIo}. */
final class RandomIoParams {

    enum Keyspaces {
        OWN, SHARED
    }

    enum Mix {
        DEALT, DICED
    }

    enum Cache {
        WARM, COLD
    }

    static final Param<String> DATASET = Param.text("dataset").reaching(Reach.DATA).orElse("none")
            .help("the dataset to read and update; made before, by tidemark dataset create or on the page Datasets")
            .asMain();
    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(4L).atLeast(1).atMost(1024)
            .help("processes that read and write at once").alias("processes").alias("thread-count").asMain();
    static final Param<Duration> DURATION = Param.duration("duration").amount().byDefault(Duration.ofSeconds(30))
            .orElse("none")
            .atLeast(1e-3).help("how long to run; none: until operations, steps or a trace end").alias("run-time", "s",
            Map.of()).asMain();
    static final Param<Long> OPERATIONS = Param.count("operations").amount().orElse("unlimited").atLeast(1)
            .help("reads and updates after which to end before the time is up; with groups, of each group");
    static final Param<Double> RATE = Param.rate("rate").ofTask().pace().orElse("unpaced").atLeast(1e-3).atMost(1e9)
            .help("reads and updates offered per second by all workers together, whatever the target does; with "
                    + "groups, to each group; 5000 is 5000/s; unpaced (or unthrottled): as fast as the workers "
                    + "can").asMain();
    static final Param<Double> READ_PERCENT = Param.number("read-percent").ofTask().byDefault(100.0).atLeast(0)
            .atMost(100).help("share of the cycles that read, in percent").alias("pct-reads").asMain();
    static final Param<Mix> MIX = Param.oneOf("mix", Mix.class).byDefault(Mix.DICED)
            .help("how reading and writing cycles alternate: at random (diced, or random), or in an exact ratio "
                    + "(dealt, or exact-ratio)");
    static final Param<Long> TRANSACTION_LENGTH = Param.count("transaction-length").byDefault(1L).atLeast(1)
            .atMost(100_000).help("keys updated by a transaction, or read by a cycle").alias("transaction-size")
            .asMain();
    static final Param<Duration> THINK_TIME = Param.duration("think-time").ofTask().pace().byDefault(Duration.ZERO)
            .help("pause of each worker after a write transaction or a mixed cycle; never when only reading")
            .alias("hang-time", "ms", Map.of()).asMain();
    static final Param<Keyspaces> KEYSPACES = Param.oneOf("keyspaces", Keyspaces.class).byDefault(Keyspaces.SHARED)
            .help("whether worker i updates keyspace i only, or all of them; reads go over the whole dataset");
    static final Param<Cache> CACHE = Param.oneOf("cache", Cache.class).pace().byDefault(Cache.WARM)
            .help("cold: the target is closed, its files leave the page cache, and it is opened again before "
                    + "measuring; with memory-limit that is done in any case");
    static final Param<Boolean> RESTORE = Param.flag("restore").byDefault(false)
            .help("whether the dataset is written anew before the iteration, as it was first");

    static final Param<Long> CONTROLLER_CACHE = Param.size("controller-cache").around().orElse("unknown").atLeast(1)
            .help("size of the storage controller's cache; a dataset smaller than four times as much brings a warning");

    static final ParamSet ALL = ParamSet.of(DATASET, WORKERS, DURATION, OPERATIONS, RATE).plus(Arrivals.ALL)
            .plus(ParamSet.of(READ_PERCENT, MIX, TRANSACTION_LENGTH, THINK_TIME, KEYSPACES, WorkerGroups.NAMES, CACHE,
                    RESTORE, CONTROLLER_CACHE))
            .with(RandomIoParams::aDatasetIsNamed, RandomIoParams::readersDoNotThink,
                    RandomIoParams::queuedOneByOne, RandomIoParams::somethingEndsIt,
                    RandomIoParams::paceIsOfAll, Arrivals.rule(RATE));

    /** What a group of workers can have its own way. */
    static final List<Param<?>> OF_GROUP = ParamSet.of(DATASET, WORKERS, OPERATIONS, RATE).plus(Arrivals.ALL)
            .plus(ParamSet.of(READ_PERCENT, MIX, TRANSACTION_LENGTH, THINK_TIME, KEYSPACES)).all();

    private RandomIoParams() {}

    private static Optional<String> aDatasetIsNamed(Values v) {
        return v.find(DATASET).isPresent() ? Optional.empty()
                : Optional.of("dataset: name one to work on; tidemark dataset create or the page Datasets makes it");
    }

    /** A worker with several operations in progress has no moment at which to think, and each of them stands alone. */
    private static Optional<String> queuedOneByOne(Values v) {
        int depth = v.params().lookUp(AsyncKeyValueSession.QUEUE_DEPTH).map(f -> v.number(f.param()).orElse(1))
                .orElse(1.0).intValue();
        return refusal(v, depth);
    }

    /**
     * Why a worker that keeps several operations in progress cannot do what the settings ask of it; empty when it can.
     *
     * @param depth operations in progress
     */
    static Optional<String> refusal(Values v, int depth) {
        if (depth == 1) {
            return Optional.empty();
        }
        if (Arrivals.paced(v, RATE)) {
            return Optional.of((Arrivals.scheduled(v) ? "arrivals: " + v.text(Arrivals.ARRIVALS) : "rate: "
                    + v.text(RATE)) + " does not go with a queue-depth of " + depth
                    + ", where workers issue an operation as soon as one was answered; use queue-depth 1");
        }
        String why = " does not go with a queue-depth of " + depth + ", where each ";
        if (v.get(TRANSACTION_LENGTH) > 1) {
            return Optional.of("transaction-length: " + v.text(TRANSACTION_LENGTH) + why
                    + "read or update is an operation of its own; use transaction-length 1 or queue-depth 1");
        }
        return v.get(READ_PERCENT) < 100 && !v.get(THINK_TIME).isZero() ? Optional.of("think-time: "
                + v.text(THINK_TIME) + why + "worker always has operations in progress; use think-time 0s or "
                + "queue-depth 1") : Optional.empty();
    }

    private static Optional<String> somethingEndsIt(Values v) {
        return v.find(DURATION).isPresent() || v.find(OPERATIONS).isPresent() || Arrivals.scheduled(v)
                ? Optional.empty()
                : Optional.of("duration: none needs operations, or arrivals: steps or trace, which end");
    }

    /** Whoever is free takes the next slot: no worker has a pause, or a part of the work, of its own. */
    private static Optional<String> paceIsOfAll(Values v) {
        if (!Arrivals.paced(v, RATE)) {
            return Optional.empty();
        }
        if (v.get(READ_PERCENT) < 100 && !v.get(THINK_TIME).isZero()) {
            return Optional.of("think-time has no meaning with a rate: leave one of them out, or set think-time 0s");
        }
        return v.get(READ_PERCENT) < 100 && v.get(KEYSPACES) == Keyspaces.OWN ? Optional.of("keyspaces: own gives each "
                + "worker operations of its own, which a rate does not; use keyspaces: shared, or leave rate out")
                : Optional.empty();
    }

    private static Optional<String> readersDoNotThink(Values v) {
        boolean both = v.get(READ_PERCENT) == 100 && !v.get(THINK_TIME).isZero()
                && v.origin(THINK_TIME).compareTo(SettingOrigin.SET) >= 0;
        return both ? Optional.of("think-time has no effect when read-percent is 100: leave one of them out")
                : Optional.empty();
    }
}
