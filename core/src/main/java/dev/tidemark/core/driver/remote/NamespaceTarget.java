package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Values;
import java.util.Optional;

/**
 * What is a target's own on a server. {@link #create} and {@link #drop} touch it only when it carries our mark; one
 * that others made is refused and left as it is. Opening the target makes no connection.
 *
 * @param <C> a connection
 */
public abstract class NamespaceTarget<C> extends ServerTarget<C> {

    /** The name of the text that is the mark. */
    public static final String MARK = "made-by";
    /** What it says. */
    public static final String OURS = "Tidemark";

    private final Namespace<C> namespace;
    private volatile boolean visiting;
    /** Whether what is there was made over these connections. */
    private volatile boolean made;

    protected NamespaceTarget(Values values, Connections<C> connections, Namespace<C> namespace) {
        super(values, connections);
        this.namespace = namespace;
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
