package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement of the user's, and what it does to the transaction. */
record SqlStatement(String text, Kind kind) {

    /** What becomes of the transaction. */
    enum Kind { BEGINS, ENDS, NEITHER }

    private static final Pattern BEGINS = Pattern.compile("(?is)\\s*(begin|start\\s+transaction)\\b.*");
    private static final Pattern ENDS = Pattern.compile("(?is)\\s*(end|commit|rollback(?!\\s+to\\b)|abort)\\b.*");
    /** What only some databases understand. */
    private static final Pattern END = Pattern.compile("(?is)\\s*end(\\s+(work|transaction))?\\s*");

    static SqlStatement of(String text) {
        if (BEGINS.matcher(text).matches()) {
            return new SqlStatement(text, Kind.BEGINS);
        }
        Matcher end = END.matcher(text);
        return new SqlStatement(end.matches() ? "COMMIT" : text,
                ENDS.matcher(text).matches() ? Kind.ENDS : Kind.NEITHER);
    }

    /** @return how many rows it answered */
    int execute(JdbcConnection connection, Binding binding, Columns columns) throws SQLException {
        if (kind != Kind.NEITHER) {
            connection.execute(text);
            return 0;
        }
        PreparedStatement statement = connection.preparedScript(text);
        Bound bound = new Bound(statement);
        binding.bind(bound);
        bound.check();
        return statement.execute() ? rows(statement, columns) : 0;
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

    /** Puts values into a statement. */
    private static final class Bound implements Parameters {

        private final PreparedStatement statement;
        private int at;
        private SQLException failure;

        Bound(PreparedStatement statement) {
            this.statement = statement;
        }

        @Override
        public void add(long number) {
            try {
                statement.setLong(++at, number);
            } catch (SQLException e) {
                failure = e;
            }
        }

        @Override
        public void add(double number) {
            try {
                statement.setDouble(++at, number);
            } catch (SQLException e) {
                failure = e;
            }
        }

        @Override
        public void add(String text) {
            try {
                statement.setString(++at, text);
            } catch (SQLException e) {
                failure = e;
            }
        }

        void check() throws SQLException {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
