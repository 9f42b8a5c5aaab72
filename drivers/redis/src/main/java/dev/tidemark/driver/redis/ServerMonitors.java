package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.result.MetricSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.HostAndPort;

/** Reads the counters of the server, or of each node of a cluster. Thread-safe. */
final class ServerMonitors {

    private final ConnectionSettings settings;
    private final int database;
    private final Optional<ClusterMap> cluster;
    private final Map<HostAndPort, ServerMonitor> nodes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ServerMonitors(ConnectionSettings settings, int database, Optional<ClusterMap> cluster) {
        this.settings = settings;
        this.database = database;
        this.cluster = cluster;
    }

    /** Counters now of all that can be reached. */
    List<MetricSnapshot> read() {
        HostAndPort only = new HostAndPort(settings.host(), settings.port());
        List<MetricSnapshot> told = new ArrayList<>();
        for (HostAndPort node : cluster.map(ClusterMap::nodes).orElse(List.of(only))) {
            if (!closed) {
                nodes.computeIfAbsent(node, this::monitor).read().ifPresent(told::add);
            }
        }
        if (cluster.isPresent() && !told.isEmpty()) {
            told.set(0, with(told.getFirst(), cluster.get().redirects()));
        }
        return told;
    }

    private ServerMonitor monitor(HostAndPort node) {
        return new ServerMonitor(cluster.isEmpty() ? "" : node.toString(), settings.at(node.getHost(), node.getPort()),
                database);
    }

    /** Redirects are the client's to count, whatever node they come from. */
    private static MetricSnapshot with(MetricSnapshot first, long redirects) {
        Map<String, Double> counters = new HashMap<>(first.counters());
        counters.put(RedisMeasures.REDIRECTS.name(), (double) redirects);
        return new MetricSnapshot(first.node(), counters, first.gauges());
    }

    void close() {
        closed = true;
        nodes.values().forEach(ServerMonitor::close);
    }
}
