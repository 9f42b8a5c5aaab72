package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import java.sql.SQLException;
import java.util.List;

/**
 * One worker's side of a style: a connection that nobody else has, before or after.
 *
 * @param <C> a connection
 */
public final class JdbcStyleSession<C> extends RemoteSession<C> implements StyleSession {

    /** Makes the steps of the style for a connection. */
    @FunctionalInterface
    public interface Maker<C> {
        SqlSteps steps(C connection) throws SQLException;
    }

    private final Maker<C> maker;
    private List<StyleDocument> documents = List.of();
    /** Those of {@link #connected}. */
    private SqlSteps steps;
    private C connected;

    private JdbcStyleSession(Connections<C> connections, Maker<C> maker) {
        super(connections);
        this.maker = maker;
    }

    /** @param connections one for each session */
    public static <C> JdbcStyleSession<C> open(Connections<C> connections, Maker<C> maker) throws DriverException {
        JdbcStyleSession<C> session = new JdbcStyleSession<>(connections, maker);
        try {
            session.connect();
            return session;
        } catch (Exception e) {
            session.close();
            throw e instanceof DriverException translated ? translated : new DriverException(e.getMessage(), e);
        }
    }

    private void connect() throws Exception {
        hold();
        call(this::steps);
    }

    /** Those of a connection: a broken one is replaced without a word. */
    private SqlSteps steps(C connection) throws SQLException {
        if (connected != connection) {
            steps = maker.steps(connection);
            connected = connection;
        }
        return steps;
    }

    @Override
    public void prepare(List<StyleDocument> next) {
        documents = next;
    }

    @Override
    public void map() {
        documents = SqlSteps.mapped(documents);
    }

    /** {@inheritDoc} All or none here. */
    @Override
    public int call() throws Exception {
        return call(connection -> {
            steps(connection).call(documents);
            return 0;
        });
    }

    @Override
    public void commit() throws Exception {
        call(connection -> {
            steps(connection).commit();
            return null;
        });
    }

    @Override
    public void reconnect() throws Exception {
        end();
        connect();
    }

    private void end() {
        try {
            if (holds()) {
                call(connection -> {
                    steps(connection).end();
                    return null;
                });
            }
        } catch (Exception e) {
            // it is given up in any case
        }
        giveUp();
    }

    @Override
    public void close() {
        end();
    }
}
