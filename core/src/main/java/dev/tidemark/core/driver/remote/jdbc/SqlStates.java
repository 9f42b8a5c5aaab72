package dev.tidemark.core.driver.remote.jdbc;

import module java.sql;
import dev.tidemark.core.driver.remote.Failure;
import java.util.Optional;
import java.util.Set;

/** What sort of failure an {@link SQLException} tells by its state, by the classes of the SQL standard, or by its own. */
public final class SqlStates {

    /** The server goes down, has crashed, does not take anybody in yet, or has closed a session whose time was over. */
    private static final Set<String> GONE = Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04");
    /** The server has ended a statement since its time was over. */
    private static final Set<String> LATE = Set.of("57014", "70100");
    /** The time of a statement is over, as the server says that has a number for it, or as the client says itself. */
    private static final String TIMEOUT = "HYT00";
    /** A lock was not free, or there are connections enough. */
    private static final Set<String> BUSY = Set.of("55P03", "53300", "08004");

    private SqlStates() {}

    /** Whether a constraint was violated (class 23), as by a key that is there already. */
    static boolean violatesConstraint(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("23");
    }

    /**
     * Whether a statement was refused for what it says (class 42: syntax, names, types, rights), which another try does
     * not change; not for the name that its prepared form has on the server (42P05).
     */
    static boolean isOfStatement(String state) {
        return state.startsWith("42") && !state.equals("42P05") || state.equals(SqlDialect.READ_ONLY);
    }

    /** What the class of an exception says, which is as much as states of one's own do; empty where it says nothing. */
    public static Optional<Failure> byClass(SQLException e) {
        return switch (e) {
            case SQLTimeoutException _ -> Optional.of(failure(e) == Failure.GIVEN_UP ? Failure.GIVEN_UP
                    : Failure.TIMED_OUT);
            case SQLTransactionRollbackException _ -> Optional.of(Failure.OVERLOADED);
            case SQLTransientConnectionException _, SQLNonTransientConnectionException _, SQLRecoverableException _ ->
                Failure.of(e) == Failure.TIMED_OUT ? Optional.of(Failure.TIMED_OUT) : Optional.of(Failure.BROKEN);
            default -> Optional.empty();
        };
    }

    /** What the exception or a cause of it tells. */
    public static Failure failure(Exception e) {
        Failure failure = Failure.of(e);
        for (Throwable cause = e; cause != null && failure == Failure.REFUSED; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return of(sql.getSQLState(), sql.getErrorCode());
            }
        }
        return failure;
    }

    /** A transaction that the server rolled back (class 40), as in a deadlock, can be tried again. */
    private static Failure of(String state, int number) {
        if (LATE.contains(state) || state.equals(TIMEOUT) && number != 0) {
            return Failure.GIVEN_UP;
        }
        if (state.equals(TIMEOUT)) {
            return Failure.TIMED_OUT;
        }
        if (BUSY.contains(state) || state.startsWith("40")) {
            return Failure.OVERLOADED;
        }
        return GONE.contains(state) || state.startsWith("08") ? Failure.BROKEN : Failure.REFUSED;
    }
}
