package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.support.ReadStatements;
import dev.tidemark.core.driver.support.TextValues;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** The user's commands of one session, and whether they have begun a transaction. */
final class RedisStatements {

    /** The only name that a column has. */
    static final String COLUMN = "value";

    /** As SQL calls a transaction that did not come to pass for another's sake. */
    static final String ROLLED_BACK = "40001";

    private final ReadStatements<RedisCommandLine> commands = new ReadStatements<>(RedisCommandLine::of);
    private final TextValues values = new TextValues();
    private boolean begun;
    private boolean watching;

    /**
     * Within a transaction nothing is answered before its end.
     *
     * @return how many rows were answered: elements of a list, one of anything else, none of nil
     */
    int execute(RedisConnection connection, String text, Binding binding, Columns columns) throws Exception {
        RedisCommandLine command = commands.of(text);
        List<String> texts = values.of(binding);
        texts.replaceAll(value -> value == null ? "" : value);
        CommandArguments arguments = command.with(texts);
        boolean ends = command.name().equals("EXEC") || command.name().equals("DISCARD");
        watching |= command.name().equals("WATCH");
        Object answer = ask(connection, arguments);
        begun = !ends && (begun || command.name().equals("MULTI"));
        watching &= !ends;
        if (answer == null && command.name().equals("EXEC")) {
            throw new StatementException(ROLLED_BACK, "a key that was watched has changed", null);
        }
        return begun ? 0 : rows(answer, columns);
    }

    /** A transaction that cannot be carried out has ended, too; one that this user may not end has not. */
    private Object ask(RedisConnection connection, CommandArguments arguments) {
        try {
            return connection.ask(arguments);
        } catch (JedisDataException e) {
            if (String.valueOf(e.getMessage()).startsWith("EXECABORT")) {
                begun = false;
                watching = false;
            }
            throw e;
        }
    }

    private static int rows(Object answer, Columns columns) throws StatementException {
        if (answer == null) {
            return 0;
        }
        if (!(answer instanceof List<?> rows)) {
            addTo(0, answer, columns);
            return 1;
        }
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof JedisDataException refused) {
                throw refused(refused.getMessage(), refused);
            }
            addTo(i, rows.get(i), columns);
        }
        return rows.size();
    }

    private static void addTo(int row, Object value, Columns columns) {
        if (columns != null) {
            columns.column(row, COLUMN, value == null ? null : text(value));
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case List<?> several -> several.stream().map(v -> v == null ? "" : text(v)).toList().toString();
            default -> value.toString();
        };
    }

    /** The first word of what the server says takes the place of an SQL state. */
    static StatementException refused(String message, Throwable cause) {
        return new StatementException(String.valueOf(message).split("\\s", 2)[0], message, cause);
    }

    /** What must be sent so that the next operation finds nothing of this one; from now on nothing must. */
    Optional<Command> undo() {
        Optional<Command> undo = begun ? Optional.of(Command.DISCARD)
                : watching ? Optional.of(Command.UNWATCH) : Optional.empty();
        begun = false;
        watching = false;
        return undo;
    }
}
