package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import java.sql.SQLException;
import java.util.List;

/** One worker's side of a style: a connection that nobody else has, before or after. */
final class JdbcStyleSession extends RemoteSession<JdbcConnection> implements StyleSession {

    private final JdbcStyles styles;
    private final ApiStyle style;
    private final String table;
    private List<StyleDocument> documents = List.of();
    /** Those of {@link #connected}. */
    private SqlSteps steps;
    private JdbcConnection connected;

    private JdbcStyleSession(JdbcStyles styles, ApiStyle style, String table) {
        super(styles.connections(style));
        this.styles = styles;
        this.style = style;
        this.table = table;
    }

    static JdbcStyleSession open(JdbcStyles styles, ApiStyle style, String table) throws DriverException {
        JdbcStyleSession session = new JdbcStyleSession(styles, style, table);
        try {
            session.connect();
            return session;
        } catch (Exception e) {
            session.close();
            throw e instanceof DriverException told ? told : new DriverException(e.getMessage(), e);
        }
    }

    private void connect() throws Exception {
        hold();
        call(this::steps);
    }

    /** Those of a connection: a broken one is replaced without a word. */
    private SqlSteps steps(JdbcConnection connection) throws SQLException {
        if (connected != connection) {
            steps = new SqlSteps(style, connection.jdbc(), styles.call(style, connection, table));
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

    /** Some clients commit what is open when they close a connection. */
    private void end() {
        try {
            if (holds()) {
                call(connection -> {
                    steps(connection).rollback();
                    connection.jdbc().close();
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
