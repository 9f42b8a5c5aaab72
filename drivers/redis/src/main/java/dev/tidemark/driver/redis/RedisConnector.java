package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import java.io.IOException;
import java.util.Set;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Opens connections to a server, and knows what its errors mean. */
record RedisConnector(ConnectionSettings settings, int database) implements Connector<RedisConnection> {

    /**
     * First words of errors that pass by themselves: the data are being loaded, a script takes long, a replica waits for
     * its master, slots move.
     */
    private static final Set<String> BUSY = Set.of("LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN");

    @Override
    public RedisConnection connect() {
        return RedisConnection.open(settings, database, settings.operationTimeout());
    }

    @Override
    public void close(RedisConnection connection) throws IOException {
        connection.cut();
    }

    @Override
    public Failure failure(Exception e) {
        if (e instanceof JedisDataException) {
            return BUSY.contains(String.valueOf(e.getMessage()).split(" ", 2)[0]) ? Failure.OVERLOADED
                    : Failure.REFUSED;
        }
        Failure told = Failure.of(e);
        return told == Failure.REFUSED && e instanceof JedisConnectionException ? Failure.BROKEN : told;
    }
}
