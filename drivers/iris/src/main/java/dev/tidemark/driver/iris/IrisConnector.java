package dev.tidemark.driver.iris;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.jdbc.SqlStates;

/**
 * Opens connections to a namespace of IRIS.
 *
 * @param synchronous whether their commits wait for the journal; empty for as the server has it
 */
record IrisConnector(NativeApi api, ConnectionSettings settings, String database, Optional<Boolean> synchronous)
        implements Connector<IrisConnection> {

    /** What the client says of a time limit and of a socket, where it hands on neither exception nor SQL state. */
    private static final Pattern LATE = Pattern.compile("(?is).*\\btimed? ?out\\b.*");
    private static final Pattern GONE = Pattern.compile("(?is).*(communication (link )?(failure|error)|connection (was )?"
            + "(reset|closed|aborted)|broken pipe|socket closed).*");

    @Override
    public IrisConnection connect() throws Exception {
        DriverManager.setLoginTimeout(Math.clamp(settings.connectTimeout().plusMillis(999).toSeconds(), 1, 3600));
        Properties login = new Properties();
        settings.user().ifPresent(user -> login.setProperty("user", user));
        settings.password().ifPresent(password -> login.setProperty("password", password));
        Connection made = api.connect("jdbc:IRIS://" + settings.address() + "/" + database, login);
        try {
            made.setNetworkTimeout(Runnable::run, Math.clamp(settings.operationTimeout().toMillis(), 1,
                    Integer.MAX_VALUE));
            IrisConnection connection = new IrisConnection(api, made);
            if (synchronous.isPresent()) {
                connection.ask(IrisTarget.PROCESS, IrisTarget.SYNCHRONOUS, synchronous.get() ? 1 : 0);
            }
            return connection;
        } catch (Exception e) {
            made.abort(Runnable::run);
            throw e;
        }
    }

    @Override
    public void close(IrisConnection connection) throws SQLException {
        connection.jdbc().abort(Runnable::run);
        if (!connection.jdbc().isClosed()) {
            connection.jdbc().close();
        }
    }

    @Override
    public boolean isAlive(IrisConnection connection) {
        try {
            return connection.jdbc().isValid(Math.clamp(settings.operationTimeout().toSeconds(), 1, Integer.MAX_VALUE));
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public Failure failure(Exception e) {
        Failure failure = e instanceof SQLException sql ? SqlStates.byClass(sql).orElseGet(() -> SqlStates.failure(e))
                : SqlStates.failure(e);
        String text = String.valueOf(e.getMessage());
        return failure != Failure.REFUSED && failure != Failure.BROKEN ? failure
                : LATE.matcher(text).matches() ? Failure.TIMED_OUT : GONE.matcher(text).matches() ? Failure.BROKEN
                : failure;
    }
}
