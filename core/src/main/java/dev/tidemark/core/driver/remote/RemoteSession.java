package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Session;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * One worker's side of a target on a server: it has a connection of its own, or takes one of those that all share for
 * each call. One that broke costs the operation that met it; the next one goes on over another.
 *
 * @param <C> a connection
 */
public abstract class RemoteSession<C> implements Session {

    private Connections<C> connections;
    /** Over which it reads, where that is not where it does all else; else null. */
    private final RemoteSession<C> reader;
    /** Null while it has none of its own. */
    private C own;
    private boolean anew;
    /** With whom it shares connections; null for with all. */
    private Object users;
    /** Whether nobody has made its connection ready. */
    private boolean unready;

    protected RemoteSession(Connections<C> connections) {
        this(connections, Optional.empty());
    }

    /** @param reads what {@link #reading} goes over; empty for the same as all else */
    protected RemoteSession(Connections<C> connections, Optional<Connections<C>> reads) {
        this.connections = connections;
        reader = reads.<RemoteSession<C>>map(r -> new RemoteSession<>(r) {}).orElse(null);
    }

    /** As {@link #call}, from wherever reads come. */
    protected final <T> T reading(Connections.Call<C, T> call) throws Exception {
        return reader == null ? call(call) : reader.call(call);
    }

    /** Does something over a connection; failures come as those of {@link Connections#call}. */
    protected final <T> T call(Connections.Call<C, T> call) throws Exception {
        if (own == null && connections.pooled()) {
            return connections.call(call);
        }
        hold();
        try {
            return call.on(own);
        } catch (Exception e) {
            if (!connections.isUsable(e)) {
                connections.discard(own, e);
                own = null;
            }
            throw connections.translate(e);
        }
    }

    /** From now on all goes over one connection of its own, until {@link #releaseConnection}. */
    protected final void hold() throws DriverException, TimeoutException {
        if (own == null) {
            own = connections.acquire(users, false);
            unready = users != null && !connections.isOf(own, users);
        }
    }

    /** From now on it goes over connections that nobody else uses than sessions with the same users. */
    public final void among(Object sharing) {
        users = sharing;
    }

    /** Whether nobody has made its connection {@link #ready}. */
    public final boolean isNew() {
        return unready;
    }

    /** What comes first on its connection was done, which is theirs from now on. */
    public final void ready() {
        connections.claim(own, users);
        unready = false;
    }

    /** {@inheritDoc} Its connections, where it has some of its own. */
    @Override
    public void openAhead() {
        try {
            if (!connections.pooled()) {
                hold();
            }
        } catch (DriverException | TimeoutException e) {
            // whoever comes first will be told
        }
        if (reader != null) {
            reader.openAhead();
        }
    }

    /**
     * As {@link #hold}, before there is an operation that could time out.
     *
     * @throws DriverException in one line, when there is no connection
     */
    protected final void requireConnection() throws DriverException {
        try {
            hold();
        } catch (TimeoutException e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    /** Gives its connection up and opens another one of its own. */
    protected final void openAnew() throws Exception {
        hold();
        C given = own;
        own = null;
        own = connections.replace(given);
        unready = users != null;
    }

    /** From now on no connection is used again once it was let go. */
    public void reconnectEach() {
        anew = true;
    }

    /** The same over others, where those of before have more in common than a session sees. */
    protected final void reconnectEach(Connections<C> separate) {
        if (own != null) {
            connections.release(own);
            own = null;
        }
        connections = separate;
        anew = true;
    }

    /**
     * The connection may be anybody's again, where connections are shared; or it is closed, where each is to be new.
     */
    protected final void releaseConnection() {
        if (anew) {
            giveUp();
        } else if (own != null && connections.pooled()) {
            connections.release(own);
            own = null;
        }
    }

    /** Closes the connection of its own, which nobody is to use after it. */
    protected final void giveUp() {
        if (own != null) {
            connections.retire(own);
            own = null;
        }
    }

    /** Whether it has a connection now; one that broke is none. */
    protected final boolean holds() {
        return own != null;
    }

    @Override
    public void close() throws DriverException {
        if (own != null) {
            connections.release(own);
            own = null;
        }
        if (reader != null) {
            reader.close();
        }
    }
}
