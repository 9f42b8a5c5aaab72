package dev.tidemark.core.driver;

/** Carries out statements in the database's own language. */
public interface StatementSession extends Session {

    /** Takes the values of a statement's parameters, in their order. */
    interface Parameters {
        void add(long number);

        void add(double number);

        /** @param text null for nothing */
        void add(String text);
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
     * @param text    with {@code ?} for each parameter
     * @param columns null when only the number of rows is wanted
     * @return how many rows it answered
     * @throws DriverException    with the server's own message, in one line
     * @throws OverloadedException when the server gave the transaction up for another's sake
     */
    int execute(String text, Binding binding, Columns columns) throws Exception;

    /** Ends the operation; what a transaction that is still open has done is undone. */
    void end() throws Exception;
}
