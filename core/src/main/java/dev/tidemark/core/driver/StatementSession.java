package dev.tidemark.core.driver;

import module java.base;

/** Carries out statements in the database's own language. */
public interface StatementSession extends Session {

    /** Takes the values of a statement's parameters, in their order. */
    interface Parameters {
        void add(long number);

        void add(double number);

        default void add(boolean truth) {
            add(String.valueOf(truth));
        }

        /** @param text null for nothing */
        void add(String text);

        /**
         * A text that the user or the database wrote, whose type nobody knows. Where the database leaves that open,
         * too, it goes as it stands; else what is written as numbers are goes as one.
         */
        default void addWritten(String text) {
            if (NumberText.isWhole(text)) {
                add(Long.parseLong(text));
            } else {
                add(text);
            }
        }
    }

    /** Gives them. */
    @FunctionalInterface
    interface Binding {
        Binding NONE = parameters -> { };

        void bind(Parameters parameters);
    }

    /** Takes what a statement answers, row by row, each column as text; null for nothing. */
    @FunctionalInterface
    interface Columns {
        void column(int row, String name, String text);

        /** An answer has ended, where there is one to each of several statements. @param rows that it had */
        default void answered(int rows) {}

        /** Names of those that are wanted, where one points at them in an answer; empty for all that it has. */
        default List<String> requested() {
            return List.of();
        }
    }

    /** The database refused a statement; the connection is as good as before. */
    final class StatementException extends Exception {
        private final String state;
        private final int number;
        private boolean ofText;

        /** @param state as the SQL standard has it, of five characters; what else the database has in its place */
        public StatementException(String state, String message, Throwable cause) {
            this(state, 0, message, cause);
        }

        /** @param number that the database has for it beside the state; 0 for none */
        public StatementException(String state, int number, String message, Throwable cause) {
            super(message, cause);
            this.state = state;
            this.number = number;
        }

        /** Of an operation that has carried out all it wanted without ending its transaction, which was rolled back. */
        public static StatementException leftOpen() {
            return new StatementException("25000", "left a transaction open", null);
        }

        /** Of what is wrong with a statement's text, whatever the data are and whatever was carried out before. */
        public static StatementException ofText(String state, String message, Throwable cause) {
            StatementException refused = new StatementException(state, message, cause);
            refused.ofText = true;
            return refused;
        }

        /** Whether nothing that is carried out before it can help. */
        public boolean isOfText() {
            return ofText;
        }

        /** What sort of failure it is, such as {@code 40P01} for a deadlock. */
        public String state() {
            return state;
        }

        /** The database's own number for it, such as 1213 for MySQL's deadlock; 0 for none. */
        public int number() {
            return number;
        }

        /** Whether the database was too busy for it, as when a lock was not free in time. */
        public boolean isOverload() {
            return getCause() instanceof OverloadedException;
        }

        /** Whether the connection broke under it, so that nobody knows whether it was done. */
        public boolean losesConnection() {
            return getCause() instanceof DriverException failure && failure.losesConnection();
        }
    }

    /**
     * Has operations from now on go over connections that nobody else uses than sessions with the same users, so that
     * they find nothing that was set there for others. A session without such connections has one of its own from the
     * start.
     *
     * @param users known by identity
     */
    default void among(Object users) {}

    /** Whether nobody has made the connection of the operation in progress {@link #ready} since it was made. */
    default boolean isNew() {
        return false;
    }

    /** What comes first on the connection of the operation in progress was done. */
    default void ready() {}

    /** Why what is set on a connection would not stay there, or would be others' afterwards; empty where it stays. */
    default Optional<String> forgets() {
        return Optional.empty();
    }

    /**
     * What holds on the connection of the operation in progress and goes with it, as far as the database tells:
     * settings, as {@code name = value}, and things with a name.
     */
    default List<String> connectionState() throws Exception {
        return List.of();
    }

    /**
     * Begins an operation: all its statements go over one connection.
     *
     * @param ownNamespace whether a table that is named without a place is one of the target's namespace
     * @throws DriverException                       when there is no connection
     * @throws java.util.concurrent.TimeoutException when none became free in time
     */
    void begin(boolean ownNamespace) throws Exception;

    /**
     * Carries out a statement, which is made ready on the server when it is first met.
     *
     * @param text    with {@code ?} for each parameter, and {@code ??} for a question mark; in a language that {@linkplain
     *                dev.tidemark.core.driver.language.StatementLanguage#namesVariables names variables}, a parameter's
     *                variable stands behind it; in one that has question marks, with its signs
     * @param columns null when only the number of rows is wanted
     * @return how many rows it answered
     * @throws StatementException with the database's own message, in one line
     * @throws DriverException    when the connection broke
     * @throws java.util.concurrent.TimeoutException when no answer came in time
     */
    int execute(String text, Binding binding, Columns columns) throws Exception;

    /**
     * Sends several statements before it reads the first answer, where the driver offers {@link
     * Capability#STATEMENT_PIPELINES}. A statement that is refused ends those behind it.
     *
     * @param texts   each as of {@link #execute}
     * @param binding of the parameters of all, in the order of the texts
     * @param columns of all answers, whose rows are counted on
     * @return how many rows all of them answered
     */
    default int executeAll(List<String> texts, Binding binding, Columns columns) throws Exception {
        throw new DriverException("statements cannot be pipelined");
    }

    /**
     * Rows that what was carried out last has stored, changed or deleted, as the database counts them. 0 where the
     * database does not count.
     */
    default long written() {
        return 0;
    }

    /** How many of these it has answered, too, as an INSERT with RETURNING does. */
    default long returned() {
        return 0;
    }

    /**
     * Has the server read a statement, within an operation, without carrying it out.
     *
     * @param binding values of its parameters, for their types
     * @return names of the columns that it answers; empty where they cannot be known without carrying it out
     * @throws StatementException with the server's own message, where it refuses the statement whatever the data are
     */
    default Optional<List<String>> describe(String text, Binding binding) throws Exception {
        return Optional.empty();
    }

    /**
     * Stores rows the way that the database has for many at once, where the driver offers {@link
     * Capability#STATEMENT_COPY}: all of them or none.
     *
     * @param table   with its columns, as they stand in a statement
     * @param rows    a text for each column; null for nothing
     */
    default void copy(String table, List<String> columns, List<String[]> rows) throws Exception {
        throw new DriverException("rows cannot be copied into a table");
    }

    /**
     * From now on each operation has a connection of its own, which is made when it begins and closed when it ends.
     *
     * @throws DriverException where there are no connections
     */
    default void reconnectEach() throws DriverException {
        throw new DriverException("there are no connections to open anew for each operation");
    }

    /** A statement that answers one row with the value of its only parameter; empty where none is known. */
    default Optional<String> echo() {
        return Optional.of("SELECT ?");
    }

    /**
     * Ends the operation. What a transaction has done that is still open, as the database itself says, is undone.
     *
     * @throws StatementException where one was open, as {@link StatementException#leftOpen}
     */
    void end() throws Exception;
}
