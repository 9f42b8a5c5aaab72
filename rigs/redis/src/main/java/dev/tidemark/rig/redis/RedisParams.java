package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.RigParams;

/** What can be set of a Redis server; the defaults are Redis's own, but for the append-only file, which is on. */
final class RedisParams {

    /** When what was acknowledged is promised to be on the disk. */
    enum AppendFsync { ALWAYS, EVERYSEC, NO }

    static final Param<String> VERSION = Param.text("server-version").reaching(Reach.NOTHING)
            .orElse("newest").changing(ChangeCost.REBUILD)
            .help("Which version of the server is fetched and run; by default 7.0.15, or 6.2.11 where it is to speak "
                    + "TLS.");

    static final Param<Long> MAX_MEMORY = Param.size("max-memory").orElse("unlimited").atLeast(1 << 20)
            .changing(ChangeCost.RESTART)
            .help("How much the data of each server may take; more is refused.");

    static final Param<Boolean> APPEND_ONLY = Param.flag("append-only").byDefault(true).changing(ChangeCost.RESTART)
            .help("Whether every change is written to the append-only file.").states(false, Durability.VOLATILE);

    static final Param<AppendFsync> APPEND_FSYNC = Param.oneOf("append-fsync", AppendFsync.class)
            .byDefault(AppendFsync.EVERYSEC).changing(ChangeCost.RESTART)
            .help("When changes are promised to be on the disk: before they are acknowledged (always), within a second "
                    + "or two, or when the system likes.")
            .states(AppendFsync.ALWAYS, Durability.DURABLE).states(AppendFsync.EVERYSEC, Durability.LAST_INTERVAL)
            .states(AppendFsync.NO, Durability.OS_BUFFERED);

    static final Param<Boolean> SNAPSHOTS = Param.flag("snapshots").byDefault(true).changing(ChangeCost.RESTART)
            .help("Whether the server now and then writes a snapshot of all its data, as many changes and seconds as "
                    + "Redis's own defaults say.");

    static final Param<Long> IO_THREADS = Param.count("io-threads").byDefault(1L).atLeast(1).atMost(128)
            .changing(ChangeCost.RESTART)
            .help("How many threads write answers (io-threads); one reads requests, as by Redis's own default, and carries "
                    + "commands out.");

    static final Param<Long> NODES = RigParams.nodes(16, "How many servers share the keys out: more than one are a "
            + "cluster. Redis 7, without TLS.");

    static final Param<Long> REPLICAS = Param.count(RigParams.REPLICAS).byDefault(0L).atMost(1)
            .changing(ChangeCost.REBUILD)
            .help("How many further servers follow each of a cluster's, and take its place when the others find that "
                    + "it is gone, which takes three or more.");

    static final Param<Duration> NODE_TIMEOUT = Param.duration("cluster-node-timeout").byDefault(Duration.ofSeconds(15))
            .atLeast(0.05).changing(ChangeCost.RESTART)
            .help("How long a server of a cluster may not answer the others before they take it for gone.");

    static final Param<Long> SENTINELS = Param.count(RigParams.SENTINELS).byDefault(0L).atMost(5)
            .changing(ChangeCost.REBUILD)
            .help("How many Sentinels watch over two servers, a primary and its replica, and put the one into the other's "
                    + "place; 0 for one server alone. Redis 7, without TLS.");

    static final Param<Duration> DOWN_AFTER = Param.duration("sentinel-down-after").byDefault(Duration.ofSeconds(30))
            .atLeast(0.05).changing(ChangeCost.RESTART)
            .help("How long the primary may not answer a Sentinel before that takes it for gone "
                    + "(down-after-milliseconds).");

    static final ParamSet ALL = RigParams.of(VERSION, NODES, REPLICAS, NODE_TIMEOUT, SENTINELS,
            DOWN_AFTER, MAX_MEMORY, APPEND_ONLY, APPEND_FSYNC, SNAPSHOTS, IO_THREADS)
            .with(RedisParams::replicasCanBeElected, RedisParams::sentinelsWatchOne, RedisParams::somebodyWaits);

    private RedisParams() {}

    private static Optional<String> sentinelsWatchOne(Values values) {
        return values.get(SENTINELS) == 0 ? Optional.empty()
                : values.get(NODES) > 1 ? Optional.of("sentinels: a cluster replaces its servers by itself; leave nodes out")
                : values.get(SENTINELS) == 2 ? Optional.of("sentinels: two do not agree when one is gone; say 1, 3 or more")
                : Optional.empty();
    }

    /** Most of all that have slots must agree, those that are gone counted. */
    private static Optional<String> replicasCanBeElected(Values values) {
        return values.get(REPLICAS) == 0 || values.get(NODES) > 2 ? Optional.empty()
                : Optional.of("cluster-replicas: a replica takes a server's place where two others of a cluster agree; say "
                        + "nodes: 3 or more");
    }

    /** A time that nobody takes makes no difference, and is not to look as if it did. */
    private static Optional<String> somebodyWaits(Values values) {
        return isChanged(values, NODE_TIMEOUT) && values.get(NODES) == 1
                ? Optional.of("cluster-node-timeout: one server waits for no others; say nodes: 2 or more")
                : isChanged(values, DOWN_AFTER) && values.get(SENTINELS) == 0
                ? Optional.of("sentinel-down-after: nobody watches the server; say sentinels: 1, 3 or more")
                : Optional.empty();
    }

    private static boolean isChanged(Values values, Param<Duration> param) {
        return !values.get(param).equals(param.defaultValue());
    }
}
