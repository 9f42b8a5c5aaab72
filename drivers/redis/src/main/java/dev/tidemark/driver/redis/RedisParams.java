package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;

/** How a server is reached and used. */
final class RedisParams {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:6379");

    static final Param<Long> DATABASE = Param.count("database").byDefault(0L).atLeast(0).changing(ChangeCost.REOPEN)
            .help("Number of the server's database in which the namespace is.");

    static final Param<Long> QUEUE_DEPTH = Param.count(AsyncKeyValueSession.QUEUE_DEPTH).byDefault(1L).atLeast(1)
            .atMost(1 << 16).changing(ChangeCost.REOPEN)
            .help("Operations that each worker of random-io has in progress, over one connection (pipelining).");

    static final Param<Boolean> ORDERED_KEYS = Param.flag("ordered-keys").byDefault(false)
            .changing(ChangeCost.REBUILD)
            .help("Keeps the keys of each keyspace in a sorted set, too, which scans need: every put and delete is a "
                    + "transaction of two commands then, and the keys are in memory twice.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(DATABASE, QUEUE_DEPTH, ORDERED_KEYS));

    private RedisParams() {}
}
