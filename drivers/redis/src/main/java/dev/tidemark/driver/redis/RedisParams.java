package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import java.util.Optional;

/** How a server is reached and used. */
final class RedisParams {

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:6379")
            .help("Where the server is: host:port. With sentinel-primary, where the Sentinels are: several behind "
                    + "commas, which are asked in turn.");

    static final Param<String> SENTINEL_PRIMARY = Param.text("sentinel-primary").reaching(Reach.NOTHING).orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("Name by which the Sentinels at address know the primary; each new connection goes to the one that "
                    + "they name then.");

    static final Param<Long> DATABASE = Param.count("database").byDefault(0L).atLeast(0).changing(ChangeCost.REOPEN)
            .help("Number of the server's database in which the namespace is.");

    static final Param<Long> QUEUE_DEPTH = Param.count(AsyncKeyValueSession.QUEUE_DEPTH).byDefault(1L).atLeast(1)
            .atMost(1 << 16).changing(ChangeCost.REOPEN)
            .help("Operations that each worker of random-io has in progress, over one connection (pipelining).")
            .asMain();

    static final Param<Boolean> ORDERED_KEYS = Param.flag("ordered-keys").byDefault(false)
            .changing(ChangeCost.REBUILD)
            .help("Keeps the keys of each keyspace in a sorted set, too, which scans need: every put and delete is a "
                    + "transaction of two commands then, and the keys are in memory twice.");

    static final Param<Boolean> CLUSTER = Param.flag("cluster").byDefault(false).changing(ChangeCost.REOPEN)
            .help("Whether the server is a node of a cluster: each key goes to the node that serves its slot. Without "
                    + "transactions, indexes, ordered-keys and queue-depth then, which would span nodes.");

    static final Param<Long> WAIT_REPLICAS = Param.count("wait-replicas").byDefault(0L).atMost(100)
            .changing(ChangeCost.REOPEN)
            .help("How many replicas must have confirmed what is written before it counts as acknowledged (WAIT). Fewer "
                    + "within operation-timeout are a timeout, though the server has it. Not with queue-depth; scripts "
                    + "and styles of the API do not wait.");

    /** Which of several servers reads are sent to; writes go to the primary in any case. */
    enum ReadFrom {
        PRIMARY, ANY, REPLICA
    }

    static final Param<ReadFrom> READ_FROM = Param.oneOf("read-from", ReadFrom.class).byDefault(ReadFrom.PRIMARY)
            .changing(ChangeCost.REOPEN)
            .help("With cluster or sentinel-primary: which servers workers read from by keys, scans and indexes, while all "
                    + "else goes to the primary. primary: that one, over the same connections; any: any of them, drawn anew "
                    + "for each connection; replica: a replica, likewise drawn. What a replica answers may be older than "
                    + "what was acknowledged. Not with queue-depth.").asMain();

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(ConnectionParams.SOCKET, DATABASE, SENTINEL_PRIMARY, CLUSTER, QUEUE_DEPTH, ORDERED_KEYS,
                    WAIT_REPLICAS, READ_FROM).with(RedisParams::fitsCluster).with(RedisParams::waits)
                    .with(RedisParams::namesItsServer)
                    .with(RedisParams::knowsReplicas));

    private RedisParams() {}

    private static Optional<String> waits(Values values) {
        return values.get(WAIT_REPLICAS) == 0 || values.get(QUEUE_DEPTH) == 1 ? Optional.empty()
                : Optional.of("wait-replicas: with queue-depth, nothing waits for replicas");
    }

    private static Optional<String> namesItsServer(Values values) {
        if (values.find(SENTINEL_PRIMARY).isEmpty()) {
            return values.get(ADDRESS).contains(",") ? Optional.of("address: several are Sentinels; say sentinel-primary, "
                    + "the name by which they know the primary, or write one") : Optional.empty();
        }
        return values.get(CLUSTER) ? Optional.of("sentinel-primary: a cluster has none")
                : values.find(ConnectionParams.SOCKET).isPresent()
                ? Optional.of("socket: servers that Sentinels name are reached by their addresses") : Optional.empty();
    }

    private static Optional<String> knowsReplicas(Values values) {
        return values.get(READ_FROM) == ReadFrom.PRIMARY ? Optional.empty()
                : !values.get(CLUSTER) && values.find(SENTINEL_PRIMARY).isEmpty()
                ? Optional.of("read-from: replicas are known of a cluster and by Sentinels; set cluster or sentinel-primary, "
                        + "or leave it out")
                : values.get(QUEUE_DEPTH) > 1 ? Optional.of("read-from: with queue-depth, all goes to the primary")
                : Optional.empty();
    }

    private static Optional<String> fitsCluster(Values values) {
        if (!values.get(CLUSTER)) {
            return Optional.empty();
        }
        return values.find(ConnectionParams.SOCKET).isPresent()
                ? Optional.of("socket: the nodes of a cluster are reached by their addresses")
                : values.get(DATABASE) > 0 ? Optional.of("database: a cluster has number 0 only")
                : values.get(QUEUE_DEPTH) > 1 ? Optional.of("queue-depth: with cluster, each worker has one operation "
                        + "in progress")
                : values.get(ORDERED_KEYS) ? Optional.of("ordered-keys: the keys of a cluster are in no common order")
                : Optional.empty();
    }
}
