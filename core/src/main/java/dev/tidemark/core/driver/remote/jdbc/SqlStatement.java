package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.Parameters;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlVerb;
import dev.tidemark.core.driver.language.StatementLanguage;

/**
 * A statement of the user's, or several that go to the server together.
 *
 * @param kind   what becomes of the transaction at the end, by the words of it; for clients that do not know better
 * @param begins whether a transaction is begun in it, likewise
 * @param several whether there is an answer to each of several
 * @param writes  whether the rows that it answers are those that it writes, of each of them
 * @param saves   whether nothing may be left of a transaction that was open before it, nor of what it writes itself
 */
record SqlStatement(String text, Kind kind, boolean begins, boolean several, List<Boolean> writes, boolean saves) {

    /** What becomes of the transaction. */
    enum Kind { BEGINS, ENDS, NEITHER }

    /** What may stand behind the verb, {@code TRAN} in SQL Server. */
    private static final String WORD = "(\\s+(work|tran(saction)?))?";
    private static final Pattern BEGINS = Pattern.compile("(?is)" + SqlLexer.BEFORE + "(begin|start\\s+transaction)\\b.*");
    /** Whatever more is said may begin another one, or end none; behind {@code COMMIT TRAN} a name says nothing. */
    private static final Pattern ENDS = Pattern.compile("(?is)" + SqlLexer.BEFORE + "((end|commit|rollback|abort)" + WORD
            + "|commit\\s+tran(saction)?\\s+[\\w@\\[\\]]+)\\s*");
    /** As ends of one database or another begin, with {@code AND NO CHAIN} or {@code WRITE NOWAIT} behind them. */
    private static final Pattern MAY_END = Pattern.compile(
            "(?is)" + SqlLexer.BEFORE + "(end|commit|rollback|abort)\\b(?!" + WORD + "\\s+to\\b).*");
    /** What only some databases understand. */
    private static final Pattern END = Pattern.compile("(?is)\\s*end" + WORD + "\\s*");

    static SqlStatement of(String text, SqlDialect dialect) {
        Kind kind = kind(text);
        return new SqlStatement(portable(text, dialect), kind, kind == Kind.BEGINS, false, List.of(writes(text)),
                saves(List.of(text)));
    }

    static SqlStatement of(List<String> texts, SqlDialect dialect) {
        List<Kind> kinds = texts.stream().map(SqlStatement::kind).filter(kind -> kind != Kind.NEITHER).toList();
        return new SqlStatement(texts.stream().map(text -> portable(text, dialect)).collect(Collectors.joining(";\n")),
                kinds.isEmpty() ? Kind.NEITHER : kinds.getLast(), kinds.contains(Kind.BEGINS), true,
                texts.stream().map(SqlStatement::writes).toList(), saves(texts));
    }

    /** Whether its answer, if it has one, is what it has written. */
    private static boolean writes(String text) {
        return SqlVerb.writes(text, StatementLanguage.STANDARD);
    }

    private static boolean saves(List<String> texts) {
        boolean saved = false;
        for (String text : texts) {
            saved = MAY_END.matcher(text).matches() || saved && !writes(text);
        }
        return saved;
    }

    private static Kind kind(String text) {
        return BEGINS.matcher(text).matches() ? Kind.BEGINS : ENDS.matcher(text).matches() ? Kind.ENDS : Kind.NEITHER;
    }

    private static String portable(String text, SqlDialect dialect) {
        return !dialect.knowsEnd() && END.matcher(text).matches() ? "COMMIT" : text;
    }

    /** @return how many rows it answered */
    int execute(JdbcConnection connection, Binding binding, Columns columns, Bound bound) throws SQLException {
        if (binding == Binding.NONE && connection.writesValues()) {
            bound.clear();
            return results(connection, connection.plain(), connection.plain().execute(text), columns, bound);
        }
        PreparedStatement statement = connection.preparedScript(text);
        bound.bind(binding, statement, connection.dialect().infersTypes());
        return results(connection, statement, statement.execute(), columns, bound);
    }

    private int results(JdbcConnection connection, Statement statement, boolean answers, Columns columns, Bound bound)
            throws SQLException {
        if (several || connection.answersSeveral()) {
            return allRows(statement, answers, columns, bound);
        }
        if (answers) {
            int rows = rows(statement, 0, columns);
            bound.answered(rows, writes.getFirst());
            return rows;
        }
        bound.wrote(statement.getUpdateCount());
        return 0;
    }

    /**
     * Has the server read it.
     *
     * @return names of the columns that it answers; empty where the client may carry it out to find them
     */
    Optional<List<String>> describe(JdbcConnection connection, Binding binding, Bound bound) throws SQLException {
        PreparedStatement statement = connection.preparedScript(text);
        SqlDialect dialect = connection.dialect();
        if (!dialect.describes(connection.jdbc())) {
            return Optional.empty();
        }
        bound.bind(binding, statement, dialect.infersTypes());
        ResultSetMetaData columns = statement.getMetaData();
        Optional<String> refusal = dialect.dryRun(connection, text);
        if (refusal.isPresent()) {
            try (PreparedStatement trial = connection.prepare(refusal.get())) {
                bound.bind(binding, trial, dialect.infersTypes());
                trial.execute();
            }
        }
        List<String> names = new ArrayList<>();
        for (int i = 1; columns != null && i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        return Optional.of(names);
    }

    private int allRows(Statement statement, boolean first, Columns columns, Bound bound) throws SQLException {
        int count = 0;
        boolean answers = first;
        for (int answer = 0; answers || statement.getUpdateCount() >= 0; answer++) {
            int rows = 0;
            if (answers) {
                rows = rows(statement, count, columns);
                bound.answered(rows, writes.get(Math.min(answer, writes.size() - 1)));
            } else {
                bound.wrote(statement.getUpdateCount());
            }
            if (columns != null) {
                columns.answered(rows);
            }
            count += rows;
            answers = statement.getMoreResults();
        }
        return count;
    }

    /** @param before rows of the answers before this one */
    private static int rows(Statement statement, int before, Columns columns) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            int count = 0;
            for (; rows.next(); count++) {
                for (int i = 1; columns != null && i <= rows.getMetaData().getColumnCount(); i++) {
                    columns.column(before + count, rows.getMetaData().getColumnLabel(i), rows.getString(i));
                }
            }
            return count;
        }
    }

    /** Puts values into statements, one after the other, and counts what each writes. */
    static final class Bound implements Parameters {

        private PreparedStatement statement;
        private boolean infersTypes;
        private int at;
        private SQLException failure;
        private long written;
        private long returned;

        private void clear() {
            written = 0;
            returned = 0;
        }

        private void bind(Binding binding, PreparedStatement to, boolean untyped) throws SQLException {
            statement = to;
            infersTypes = untyped;
            at = 0;
            failure = null;
            clear();
            binding.bind(this);
            if (failure != null) {
                throw failure;
            }
        }

        private void wrote(int rows) {
            written += Math.max(0, rows);
        }

        private void answered(int rows, boolean wrote) {
            if (wrote) {
                written += rows;
                returned += rows;
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

        @Override
        public void add(long number) {
            if (infersTypes) {
                add(Long.toString(number));
                return;
            }
            try {
                statement.setLong(++at, number);
            } catch (SQLException e) {
                failure = e;
            }
        }

        /** As a decimal number: what is written so in SQL is one, unless it has an exponent. */
        @Override
        public void add(double number) {
            String text = NumberText.of(number);
            if (infersTypes) {
                add(text);
            } else if (NumberText.isFraction(text)) {
                decimal(text);
            } else {
                try {
                    statement.setDouble(++at, number);
                } catch (SQLException e) {
                    failure = e;
                }
            }
        }

        /** As the word in SQL means it: of a text {@code 'true'} some databases make the number 0. */
        @Override
        public void add(boolean truth) {
            if (infersTypes) {
                add(String.valueOf(truth));
                return;
            }
            try {
                statement.setBoolean(++at, truth);
            } catch (SQLException e) {
                failure = e;
            }
        }

        private void decimal(String text) {
            try {
                statement.setBigDecimal(++at, new BigDecimal(text));
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

        @Override
        public void addWritten(String text) {
            if (infersTypes) {
                add(text);
            } else if (NumberText.isFraction(text)) {
                decimal(text);
            } else {
                Parameters.super.addWritten(text);
            }
        }
    }
}
