package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.remote.jdbc.TransactionState;
import java.sql.Connection;

/**
 * What the server has said of the transaction with its last answer, where a client keeps that: JDBC has no call for it,
 * and some clients have one of their own.
 */
final class ServersWord {

    /** Of pgJDBC; of MariaDB's client, whose flag is the lowest bit; of MySQL's. */
    private static final List<List<String>> KNOWN = List.of(List.of("getTransactionState"),
            List.of("getContext", "getServerStatus"),
            List.of("getSession", "getServerSession", "inTransactionOnServer"));

    /** One is called on what the one before it answers; none where the client has none that is known. */
    private volatile List<Method> calls;

    TransactionState of(Connection connection) {
        if (calls == null) {
            calls = find(connection);
        }
        if (calls.isEmpty()) {
            return TransactionState.UNKNOWN;
        }
        try {
            return state(last(calls, connection));
        } catch (ReflectiveOperationException e) {
            return TransactionState.UNKNOWN;
        }
    }

    private static List<Method> find(Connection connection) {
        for (List<String> names : KNOWN) {
            List<Method> found = new ArrayList<>();
            try {
                Object on = connection;
                for (String name : names) {
                    found.add(on.getClass().getMethod(name));
                    on = found.getLast().invoke(on);
                }
                if (state(on) != TransactionState.UNKNOWN) {
                    return List.copyOf(found);
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                // another client
            }
        }
        return List.of();
    }

    private static Object last(List<Method> calls, Connection connection) throws ReflectiveOperationException {
        Object on = connection;
        for (Method call : calls) {
            on = call.invoke(on);
        }
        return on;
    }

    private static TransactionState state(Object answer) {
        return switch (answer) {
            case Enum<?> state -> TransactionState.of(!state.name().equals("IDLE"));
            case Integer flags -> TransactionState.of((flags & 1) != 0);
            case Boolean open -> TransactionState.of(open);
            case null, default -> TransactionState.UNKNOWN;
        };
    }
}
