package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Values;
import java.util.Optional;

/**
 * What is a target's own on a server. {@link #create} and {@link #drop} touch it only when it carries our mark; one
 * that others made is refused and left as it is, and so is one in which another process works: from create to drop, or
 * until it is closed, it is {@link NamespaceLease held}. Opening the target makes no connection.
 *
 * @param <C> a connection
 */
public abstract class NamespaceTarget<C> extends ServerTarget<C> {

    /** The name of the text that is the mark. */
    public static final String MARK = "made-by";
    /** What it says. */
    public static final String OURS = "Tidemark";

    private final Namespace<C> namespace;
    private final NamespaceLease<C> lease;
    private volatile boolean visiting;
    /** Whether what is there was made over these connections. */
    private volatile boolean made;

    protected NamespaceTarget(Values values, Connections<C> connections, Namespace<C> namespace, Context context) {
        super(values, connections);
        this.namespace = namespace;
        lease = new NamespaceLease<>(namespace, this::onSeparateConnection, this::place, context);
    }

    @Override
    public final void create() throws DriverException {
        lease.end(); // outside of what holds a connection, which whoever looks may wait for
        with(connection -> {
            dropOurs(connection);
            namespace.make(connection, MARK, OURS);
            made = true;
            lease.take(connection);
            return null;
        });
    }

    @Override
    public final void drop() throws DriverException {
        lease.end();
        with(connection -> {
            dropOurs(connection);
            made = false;
            return null;
        });
    }

    private void dropOurs(C connection) throws Exception {
        if (!namespace.exists(connection)) {
            return;
        }
        requireOurs(connection);
        if (!lease.requireFree(connection) || namespace.exists(connection)) {
            namespace.drop(connection);
        }
    }

    /** {@inheritDoc} That another process has taken over what this one made. */
    @Override
    public Optional<DriverException> backgroundFailure() {
        return lease.loss();
    }

    /** Does something that is no operation, while workers are at work. */
    protected <T> T onSeparateConnection(Connections.Call<C, T> call) throws DriverException {
        return with(call);
    }

    /** {@inheritDoc} What stays is anybody's from then on. */
    @Override
    public void close() throws DriverException {
        if (lease.end()) {
            try {
                with(connection -> {
                    namespace.remove(connection, NamespaceLease.TEXT);
                    return null;
                });
            } catch (DriverException e) {
                // it is not answered for any more, and so it is anybody's a little later
            }
        }
        super.close();
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

    /** Does something with what is there. @throws DriverException when it is not ours, or not there */
    public final <T> T ours(Connections.Call<C, T> call) throws DriverException {
        return with(connection -> {
            requireOurs(connection);
            return call.on(connection);
        });
    }

    final String place() {
        return connections().settings().toString();
    }
}
