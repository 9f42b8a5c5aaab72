package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * Reads the server's counters over a connection of its own, so that it neither waits for workers nor is counted among
 * what they broke. Thread-safe.
 */
final class ServerMonitor {

    /** Readings are wanted every second. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final String node;
    private final ConnectionSettings settings;
    private final int database;
    /** Null while there is none. */
    private RedisConnection connection;
    private volatile boolean closed;

    /** @param node the name under which it is told; empty for the only one */
    ServerMonitor(String node, ConnectionSettings settings, int database) {
        this.node = node;
        this.settings = settings.within(LONGEST);
        this.database = database;
    }

    /** Counters now; empty while the server cannot be reached. */
    synchronized Optional<MetricSnapshot> read() {
        if (closed) {
            return Optional.empty();
        }
        try {
            if (connection == null) {
                connection = RedisConnection.open(settings, database, settings.operationTimeout());
            }
            return Optional.of(ServerInfo.allowed(connection).reading(node, database));
        } catch (RuntimeException e) {
            cut();
            return Optional.empty();
        }
    }

    private void cut() {
        try {
            if (connection != null) {
                connection.cut();
            }
        } catch (IOException e) {
            // it is given up in any case
        }
        connection = null;
    }

    void close() {
        closed = true;
        synchronized (this) {
            cut();
        }
    }
}
