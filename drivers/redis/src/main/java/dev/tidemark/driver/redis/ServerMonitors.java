package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.result.MetricSnapshot;
import redis.clients.jedis.HostAndPort;

/** Reads the counters of the server, or of each that has been one of several. Thread-safe. */
final class ServerMonitors {

    private final ConnectionSettings settings;
    private final int database;
    private final Optional<Supplier<List<HostAndPort>>> several;
    /** In the order in which they were met. */
    private final Map<HostAndPort, ServerMonitor> nodes = new LinkedHashMap<>();
    private boolean closed;

    /** @param several those that serve now, where it is not always the one at the address */
    ServerMonitors(ConnectionSettings settings, int database, Optional<Supplier<List<HostAndPort>>> several) {
        this.settings = settings;
        this.database = database;
        this.several = several;
    }

    /**
     * Now, of all that can be reached; of those that have served slots before, and are replicas by now, the counters
     * alone: what they hold is counted where they have it from.
     */
    List<MetricSnapshot> read() {
        List<HostAndPort> serving = several.map(Supplier::get)
                .orElseGet(() -> List.of(new HostAndPort(settings.host(), settings.port())));
        Map<HostAndPort, ServerMonitor> all;
        synchronized (nodes) {
            if (closed) {
                return List.of();
            }
            serving.forEach(node -> nodes.computeIfAbsent(node, this::monitor));
            all = new LinkedHashMap<>(nodes);
        }
        List<MetricSnapshot> snapshots = new ArrayList<>();
        all.forEach((node, monitor) -> monitor.read().map(now -> serving.contains(node) ? now
                : new MetricSnapshot(now.node(), now.counters(), Map.of())).ifPresent(snapshots::add));
        return snapshots;
    }

    private ServerMonitor monitor(HostAndPort node) {
        return several.isEmpty() ? new ServerMonitor("", settings, database)
                : new ServerMonitor(node.toString(), settings.at(node.getHost(), node.getPort()), database);
    }

    void close() {
        synchronized (nodes) {
            closed = true;
            nodes.values().forEach(ServerMonitor::close);
        }
    }
}
