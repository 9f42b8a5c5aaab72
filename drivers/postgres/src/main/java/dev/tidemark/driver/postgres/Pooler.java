package dev.tidemark.driver.postgres;

import module java.sql;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * What stands between a target and its server, as connections tell. A pooler in transaction mode (PgBouncer, Odyssey)
 * hands each transaction to whichever of the server's sessions is free: what is set outside of one, others find later.
 */
final class Pooler {

    /** What is there. */
    enum Kind {
        NONE, SESSIONS, TRANSACTIONS
    }

    /** Opens a connection. */
    @FunctionalInterface
    interface Opener {
        Connection open() throws SQLException;
    }

    private static final int LOOKS = 3;
    private static final String SESSION = "SELECT pg_backend_pid()";

    /** Null until the first connection was looked at. */
    private volatile Kind kind;

    /** What the first connection has shown. */
    Kind kind() {
        return kind == null ? Kind.NONE : kind;
    }

    /** Looks once. @param another opens one more like the first */
    synchronized Kind detect(Connection first, Opener another) throws SQLException {
        if (kind == null) {
            kind = found(first, another);
        }
        return kind;
    }

    /** The number of a session that the server gives at login, a pooler gives for itself. */
    private static Kind found(Connection first, Opener another) throws SQLException {
        Optional<Integer> session = session(first);
        if (session.isEmpty() || session.get() <= 0
                || session.get() == first.unwrap(PGConnection.class).getBackendPID()) {
            return Kind.NONE;
        }
        try (Connection second = another.open()) {
            for (int look = 0; look < LOOKS; look++) {
                // Twice here and once there: whichever free session comes next, one comes twice or two come here.
                Optional<Integer> here = session(first);
                if (!here.equals(session(first)) || here.equals(session(second))) {
                    return Kind.TRANSACTIONS;
                }
            }
        }
        return Kind.SESSIONS;
    }

    private static Optional<Integer> session(Connection connection) throws SQLException {
        return SessionTimeZone.text(connection, SESSION).map(Integer::valueOf);
    }

    /** Why what is set on a connection would not stay there; empty where it would. */
    Optional<String> forgets() {
        return kind() == Kind.TRANSACTIONS ? Optional.of("a pooler in transaction mode (such as PgBouncer or Odyssey) "
                + "stands before the server and would leave it on other people's connections; give the server's own "
                + "address, or one with pool_mode = session") : Optional.empty();
    }

    /** A setting that cannot be had. */
    void refuse(String what) throws SQLException {
        Optional<String> why = forgets();
        if (why.isPresent()) {
            throw new SQLException(what + " cannot be set: " + why.get(), "0A000");
        }
    }
}
