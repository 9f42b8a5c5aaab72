package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.RemoteSession;

/**
 * One connection that a session shares with nobody; where it breaks, another takes its place. Another thread may close
 * it.
 *
 * @param <C> a connection
 */
final class OwnConnection<C> extends RemoteSession<C> {

    private final Connections<C> connections;

    private OwnConnection(Connections<C> connections) {
        super(connections);
        this.connections = connections;
    }

    /** Opens one. */
    static <C> OwnConnection<C> open(Connector<C> connector, ConnectionSettings settings) throws DriverException {
        OwnConnection<C> opened = new OwnConnection<>(new Connections<>(connector, settings));
        opened.requireConnection();
        return opened;
    }

    /** Gives it up and opens another one; whatever comes of that, the next call looks for one. */
    void renew() throws Exception {
        openAnew();
    }

    /** Does something over it; failures come as those of {@link Connections#call}. */
    <T> T ask(Connections.Call<C, T> call) throws Exception {
        return call(call);
    }

    @Override
    public void close() {
        connections.close();
    }
}
