package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Opens connections to a server, to the one that Sentinels name, or to all nodes of a cluster, and knows what its errors
 * mean.
 *
 * @param cluster   empty where there is none
 * @param sentinels likewise
 * @param from      which of several servers what is asked goes to
 */
record RedisConnector(ConnectionSettings settings, int database, Optional<ClusterMap> cluster,
        Optional<Sentinels> sentinels, RedisParams.ReadFrom from)
        implements Connector<RedisConnection> {

    /**
     * First words of errors that pass by themselves: the data are being loaded, a script takes long, a replica waits
     * for its master, slots move.
     */
    private static final Set<String> BUSY = Set.of("LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN");

    /** How a replica refuses what is written. */
    private static final String READ_ONLY = "READONLY";

    @Override
    public RedisConnection connect() {
        return open(settings.operationTimeout());
    }

    /** @param answer how long one is waited for */
    RedisConnection open(Duration answer) {
        if (sentinels.isPresent()) {
            return sentinels.get().open(database, answer, from);
        }
        if (cluster.filter(map -> !map.nodes().isEmpty()).isPresent()) {
            return ClusterConnection.open(settings, answer, cluster.get(), from);
        }
        RedisConnection made = RedisConnection.open(settings, database, answer);
        try {
            requireCluster(made);
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
        if (cluster.isEmpty()) {
            return made;
        }
        made.close();
        return ClusterConnection.open(settings, answer, cluster.get(), from);
    }

    /** A user may not be allowed to ask; then commands will tell. */
    private void requireCluster(RedisConnection connection) {
        Object reply = connection.askAll(List.of(RedisConnection.command(Command.INFO, "cluster"))).getFirst();
        String mode = reply instanceof byte[] text ? ServerInfo.parse(RedisConnection.text(text)).texts()
                .get("cluster_enabled") : null;
        if ("1".equals(mode) && cluster.isEmpty()) {
            throw new JedisDataException("it is a node of a cluster; set " + RedisParams.CLUSTER.name() + " to true");
        } else if ("0".equals(mode) && cluster.isPresent()) {
            throw new JedisDataException("it is no node of a cluster; set " + RedisParams.CLUSTER.name() + " to false");
        }
    }

    @Override
    public void close(RedisConnection connection) throws IOException {
        connection.cut();
    }

    @Override
    public boolean isAlive(RedisConnection connection) {
        try {
            connection.probe();
            return true;
        } catch (RuntimeException e) {
            return e instanceof JedisDataException; // it has answered
        }
    }

    @Override
    public Failure failure(Exception e) {
        if (e instanceof JedisDataException) {
            if (sentinels.isPresent() && String.valueOf(e.getMessage()).startsWith(READ_ONLY)) {
                return Failure.BROKEN; // another is the primary by now
            }
            return BUSY.contains(String.valueOf(e.getMessage()).split(" ", 2)[0]) ? Failure.OVERLOADED
                    : Failure.REFUSED;
        }
        if (e instanceof RedisConnection.UnconfirmedException) {
            return Failure.GIVEN_UP;
        }
        Failure failure = Failure.of(e);
        return failure == Failure.REFUSED && e instanceof JedisConnectionException ? Failure.BROKEN : failure;
    }
}
