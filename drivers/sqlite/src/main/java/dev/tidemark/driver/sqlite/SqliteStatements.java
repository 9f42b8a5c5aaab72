package dev.tidemark.driver.sqlite;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.Parameters;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlVerb;
import dev.tidemark.core.driver.language.StatementLanguage;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The user's statements over one connection. They wait for other writers as SQLite does by itself, since nobody but
 * SQLite knows which of them write.
 */
final class SqliteStatements {

    /** As other databases call a transaction that cannot be put into an order with others; it may be tried again. */
    static final String CANNOT_BE_ORDERED = "40001";

    /** What SQLite finds wrong with a statement by its text and the tables that are there. */
    private static final String IN_ERROR = SQLiteErrorCode.SQLITE_ERROR.name();

    /** Statements that are kept ready; a text with values written into it is soon another one. */
    private static final int KEPT = 256;
    /** Of others SQLite tells the count of an earlier one. */
    private static final Pattern WRITES = Pattern.compile("(?is)" + SqlLexer.BEFORE
            + "(insert|update|delete|replace|with)\\b.*");
    private static final Pattern READS = Pattern.compile("(?is)" + SqlLexer.BEFORE + "(select|values|explain)\\b.*");

    /** What a statement does to the transaction. */
    private enum Effect { NOTHING, OPENS, ENDS }

    private final SqliteDatabase database;
    private final Connection connection;
    private final SequencedMap<String, Ready> statements = new LinkedHashMap<>(16, 0.75f, true);
    private boolean used;
    /** Whether a transaction may be open. */
    private boolean open;
    private long written;
    private long returned;

    SqliteStatements(SqliteDatabase database, Connection connection) {
        this.database = database;
        this.connection = connection;
    }

    void begin() {
        if (!used) {
            used = true;
            database.stopWithin(connection);
        }
    }

    /** @return how many rows it answered */
    int execute(String text, Binding binding, Columns columns) throws Exception {
        database.refuseStopped();
        try {
            Ready ready = ready(text);
            binding.bind(ready);
            ready.check();
            written = 0;
            returned = 0;
            boolean answers = ready.statement.execute();
            int rows = answers ? rows(ready.statement, columns) : 0;
            returned = ready.returns ? rows : 0;
            written = answers || !ready.writes ? returned : Math.max(0, ready.statement.getUpdateCount());
            open = ready.effect == Effect.NOTHING ? open : ready.effect == Effect.OPENS;
            return rows;
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Rows that the statement before has stored, changed or deleted. */
    long written() {
        return written;
    }

    /** How many of these it has answered, too. */
    long returned() {
        return returned;
    }

    /** Names of the columns that a statement answers. */
    Optional<List<String>> describe(String text, Binding binding) throws Exception {
        database.refuseStopped();
        try {
            Ready ready = ready(text);
            binding.bind(ready);
            if (ready.at != ready.places) {
                throw StatementException.ofText("", "SQLite: "
                        + StatementLanguage.unnamed("a parameter as ?1, @name or $name"), null);
            }
            return Optional.of(columns(ready.statement));
        } catch (SQLException e) {
            Exception refused = refused(e);
            if (refused instanceof StatementException ofStatement && !ofStatement.state().equals(IN_ERROR)) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private static List<String> columns(PreparedStatement statement) {
        List<String> names = new ArrayList<>();
        try {
            ResultSetMetaData columns = statement.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(columns.getColumnLabel(i));
            }
        } catch (SQLException e) {
            // the library's way to say that there are none
        }
        return names;
    }

    private Ready ready(String text) throws SQLException {
        Ready found = statements.get(text);
        if (found == null) {
            forgetOldest();
            found = new Ready(connection.prepareStatement(text), effect(text), WRITES.matcher(text).matches(),
                    SqlVerb.writes(text, SqliteDriver.LANGUAGE));
            statements.put(text, found);
        }
        found.at = 0;
        return found;
    }

    /**
     * As SQLite's own program for a statement says. A savepoint opens a transaction where none is, and one that is
     * released may leave one open.
     */
    private Effect effect(String text) {
        if (WRITES.matcher(text).matches() || READS.matcher(text).matches()) {
            return Effect.NOTHING;
        }
        try (var explain = connection.createStatement(); ResultSet program = explain.executeQuery("EXPLAIN " + text)) {
            while (program.next()) {
                String operation = program.getString("opcode");
                if (operation.equals("AutoCommit")) {
                    return program.getInt("p1") == 0 ? Effect.OPENS : Effect.ENDS;
                } else if (operation.equals("Savepoint")) {
                    return Effect.OPENS;
                }
            }
        } catch (SQLException e) {
            // it is refused when it is carried out
        }
        return Effect.NOTHING;
    }

    private void forgetOldest() throws SQLException {
        if (statements.size() == KEPT) {
            statements.pollFirstEntry().getValue().statement.close();
        }
    }

    private static int rows(PreparedStatement statement, Columns columns) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            int count = 0;
            for (; rows.next(); count++) {
                for (int i = 1; columns != null && i <= rows.getMetaData().getColumnCount(); i++) {
                    columns.column(count, rows.getMetaData().getColumnLabel(i), rows.getString(i));
                }
            }
            return count;
        }
    }

    /** What the connection outlives is the statement's failure; the rest is the database's. */
    private Exception refused(SQLException e) {
        if (SqliteDatabase.isBusy(e)) {
            return new StatementException(CANNOT_BE_ORDERED, message(e), e);
        }
        return switch (SQLiteErrorCode.getErrorCode(SqliteDatabase.code(e).code & 0xff)) {
            case SQLITE_FULL, SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_IOERR ->
                    SqliteDatabase.failure(database.folder(), "carry a statement out", e);
            case SQLITE_INTERRUPT -> new DriverException("SQLite was stopped within a statement in "
                    + database.folder(), e);
            default -> new StatementException(state(e), message(e), e);
        };
    }

    /** SQLite has names of its own; what the library finds wrong by itself, as a value too many, has none. */
    private static String state(SQLException e) {
        return e instanceof SQLiteException known ? known.getResultCode().name() : "";
    }

    private static String message(SQLException e) {
        return "SQLite: " + DriverException.oneLine(e.getMessage());
    }

    /** Undoes what a transaction has done that is open. @return whether there was one */
    boolean end() {
        if (!open) {
            return false;
        }
        open = false;
        try (var rollback = connection.createStatement()) {
            rollback.execute("ROLLBACK");
            return true;
        } catch (SQLException e) {
            return false; // it ended with the last savepoint, or SQLite has rolled it back by itself
        }
    }

    /** A statement that is ready, and takes its values. */
    private static final class Ready implements Parameters {

        private final PreparedStatement statement;
        private final Effect effect;
        private final boolean writes;
        /** Whether its answer, if it has one, is what it has written. */
        private final boolean returns;
        private final int places;
        private int at;
        private SQLException failure;

        Ready(PreparedStatement statement, Effect effect, boolean writes, boolean returns) throws SQLException {
            this.statement = statement;
            places = statement.getParameterMetaData().getParameterCount();
            this.effect = effect;
            this.writes = writes;
            this.returns = returns;
        }

        @Override
        public void add(long number) {
            try {
                if (++at <= places) {
                    statement.setLong(at, number);
                }
            } catch (SQLException e) {
                failure = e;
            }
        }

        /** With the digits that other databases get. */
        @Override
        public void add(double number) {
            addExactly(Double.parseDouble(NumberText.of(number)));
        }

        /** SQLite's TRUE and FALSE are numbers. */
        @Override
        public void add(boolean truth) {
            add(truth ? 1L : 0L);
        }

        private void addExactly(double number) {
            try {
                if (++at <= places) {
                    statement.setDouble(at, number);
                }
            } catch (SQLException e) {
                failure = e;
            }
        }

        @Override
        public void add(String text) {
            try {
                if (++at <= places) {
                    statement.setString(at, text);
                }
            } catch (SQLException e) {
                failure = e;
            }
        }

        /** SQLite would compare a number that is text as text, unless a column is a number's. */
        @Override
        public void addWritten(String text) {
            if (NumberText.isFraction(text) && text.equals(Double.toString(Double.parseDouble(text)))) {
                addExactly(Double.parseDouble(text));
            } else {
                Parameters.super.addWritten(text);
            }
        }

        /** The library takes a value that is missing for null. */
        void check() throws SQLException {
            if (at != places) {
                throw new SQLException("a statement with " + places + " parameters was given " + at + " values");
            }
            if (failure != null) {
                SQLException thrown = failure;
                failure = null;
                throw thrown;
            }
        }
    }
}
