package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is a target's own on a server. {@link #create} and {@link #drop} touch it only when it carries our mark; one
 * that others made is refused and left as it is. Opening the target makes no connection.
 *
 * @param <C> a connection
 */
public abstract class NamespaceTarget<C> implements OpenTarget {

    /** Counter, connections. */
    public static final Measure RECONNECTS = new Measure("reconnects", "Reconnects", "", Direction.LOWER, 0,
            "Connections that were opened during the iteration in the place of broken ones.");

    /** The name of the text that is the mark. */
    public static final String MARK = "made-by";
    /** What it says. */
    public static final String OURS = "Tidemark";

    private final Values values;
    private final Connections<C> connections;
    private final Namespace<C> namespace;
    private volatile boolean visiting;
    /** Whether what is there was made over these connections. */
    private volatile boolean made;

    protected NamespaceTarget(Values values, Connections<C> connections, Namespace<C> namespace) {
        this.values = values;
        this.connections = connections;
        this.namespace = namespace;
    }

    protected final Connections<C> connections() {
        return connections;
    }

    /** Counters and gauges of the server, one per node; none while it cannot be reached. */
    protected List<MetricSnapshot> readServer() throws DriverException {
        return List.of();
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
        try {
            return connections.callSeldom(call);
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    /** An exception of the client as what it means for an operation, in one line. */
    public final Exception told(Exception e) {
        return connections.told(e);
    }

    @Override
    public final void create() throws DriverException {
        with(connection -> {
            if (namespace.exists(connection)) {
                requireOurs(connection);
                namespace.drop(connection);
            }
            namespace.make(connection, MARK, OURS);
            made = true;
            return null;
        });
    }

    @Override
    public final void drop() throws DriverException {
        with(connection -> {
            if (namespace.exists(connection)) {
                requireOurs(connection);
                namespace.drop(connection);
            }
            made = false;
            return null;
        });
    }

    /** {@inheritDoc} No connection is made. */
    @Override
    public final boolean visit() {
        visiting = true;
        return true;
    }

    /** Whether what is worked on was made by others. */
    protected final boolean isVisiting() {
        return visiting;
    }

    /** Must precede the use of what is there. @throws DriverException when it is not ours, or not there */
    protected final void requireOurs(C connection) throws Exception {
        if (visiting) {
            throw new DriverException("this can only be done with tables that Tidemark has made, and there are none");
        }
        if (!namespace.exists(connection)) {
            throw new DriverException("there is no " + place() + "; it must be created first");
        }
        Optional<String> mark = namespace.text(connection, MARK);
        Optional<String> loss = mark.isEmpty() ? namespace.loss(connection) : Optional.empty();
        if (made && loss.isPresent()) {
            namespace.put(connection, MARK, OURS);
        } else if (mark.filter(OURS::equals).isEmpty()) {
            throw new DriverException(place()
                    + (loss.isPresent() ? " has no mark of Tidemark's" : " was not made by Tidemark") + "; set "
                    + ConnectionParams.NAMESPACE.name() + " to a name that nothing else has" + loss.orElse(""));
        }
    }

    final String place() {
        return connections.settings().toString();
    }

    /** {@inheritDoc} As they were given, until a driver knows better. */
    @Override
    public Values effective() {
        return values;
    }

    @Override
    public final List<MetricSnapshot> read() {
        List<MetricSnapshot> told;
        try {
            told = readServer();
        } catch (DriverException e) {
            told = List.of();
        }
        Map<String, Double> ours = clientCounters();
        if (told.isEmpty()) {
            return List.of(new MetricSnapshot("", ours, Map.of()));
        }
        MetricSnapshot first = told.getFirst();
        Map<String, Double> counters = new HashMap<>(first.counters());
        counters.putAll(ours);
        List<MetricSnapshot> all = new ArrayList<>(told);
        all.set(0, new MetricSnapshot(first.node(), counters, first.gauges()));
        return all;
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
