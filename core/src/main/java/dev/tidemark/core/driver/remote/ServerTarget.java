package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * A target over connections, and what is counted of it. Opening it makes no connection.
 *
 * @param <C> a connection
 */
public abstract class ServerTarget<C> implements OpenTarget {

    /** Counter, connections. */
    public static final Measure RECONNECTS = new Measure("reconnects", "Reconnects", "", Direction.LOWER, 0,
            "Connections that were opened during the iteration in the place of broken ones.");

    private final Values values;
    private final Connections<C> connections;

    protected ServerTarget(Values values, Connections<C> connections) {
        this.values = values;
        this.connections = connections;
    }

    protected final Connections<C> connections() {
        return connections;
    }

    /** Counters and gauges of the server, one per node; none while it cannot be reached. */
    protected List<MetricSnapshot> readServer() throws DriverException {
        return List.of();
    }

    /** Of the figures of {@link #readServer} those of the namespace alone; all others are of the whole server. */
    protected MeasureSet ofNamespace() {
        return MeasureSet.of();
    }

    /** Connections that were opened in the place of broken ones; a target that has others beside these adds theirs. */
    protected long reconnects() {
        return connections.reconnects();
    }

    /** What is counted on this side. */
    protected Map<String, Double> clientCounters() {
        return Map.of(RECONNECTS.name(), (double) reconnects());
    }

    /** Does something over a connection that is no operation of a worker. */
    protected final <T> T with(Connections.Call<C, T> call) throws DriverException {
        return with(connections, call);
    }

    /** The same over one of others. */
    protected final <T> T with(Connections<C> others, Connections.Call<C, T> call) throws DriverException {
        try {
            return others.callSeldom(call);
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    /** An exception of the client as what it means for an operation, in one line. */
    public final Exception translate(Exception e) {
        return connections.translate(e);
    }

    /** {@inheritDoc} As they were given, until a driver knows better. */
    @Override
    public Values effective() {
        return values;
    }

    /** {@inheritDoc} What is counted on this side stands with what the only node tells, and by itself before several. */
    @Override
    public final List<MetricSnapshot> read() {
        List<MetricSnapshot> snapshots;
        try {
            snapshots = readServer();
        } catch (DriverException e) {
            snapshots = List.of();
        }
        List<MetricSnapshot> all = new ArrayList<>(snapshots);
        if (snapshots.size() == 1 && snapshots.getFirst().node().isEmpty()) {
            all.set(0, with(clientCounters(), snapshots.getFirst()));
        } else { // of several nodes, any may be gone when it is read the next time
            all.addFirst(new MetricSnapshot("", clientCounters(), Map.of()));
        }
        return all;
    }

    @Override
    public final boolean isOwn(String figure) {
        return ofNamespace().find(figure).isPresent() || clientCounters().containsKey(figure);
    }

    private static MetricSnapshot with(Map<String, Double> ours, MetricSnapshot server) {
        Map<String, Double> counters = new HashMap<>(server.counters());
        counters.putAll(ours);
        return new MetricSnapshot(server.node(), counters, server.gauges());
    }

    /** {@inheritDoc} All connections are closed: whatever waits for an answer fails. */
    @Override
    public void abort() {
        connections.close();
    }

    @Override
    public void close() throws DriverException {
        connections.close();
    }
}
