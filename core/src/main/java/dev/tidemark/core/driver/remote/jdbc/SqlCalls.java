package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.style.StyleDocument;

/**
 * What clients of all databases can call. An insert is text that ends with {@code VALUES (?, ?)}: the id and the JSON
 * of a document.
 */
public final class SqlCalls {

    private static final String MORE_VALUES = ", (?, ?)";

    private SqlCalls() {}

    /** Makes a statement ready, as the client does. */
    @FunctionalInterface
    public interface Preparer {
        PreparedStatement prepare(String sql) throws SQLException;
    }

    /** What is done with a statement that is ready. */
    @FunctionalInterface
    public interface StatementCall {
        void of(PreparedStatement statement, List<StyleDocument> documents) throws SQLException;
    }

    /** Uses the same statement each time. */
    public static SqlCall prepared(Preparer preparer, String sql, StatementCall use) {
        PreparedCall prepared = new PreparedCall(preparer, _ -> sql, use);
        return documents -> prepared.use(1, documents);
    }

    /** Uses a statement for each number of documents. */
    public static SqlCall preparedByRows(Preparer preparer, IntFunction<String> sql, StatementCall use) {
        PreparedCall prepared = new PreparedCall(preparer, sql, use);
        return documents -> prepared.use(documents.size(), documents);
    }

    /** Inserts a document. */
    public static SqlCall insert(Preparer preparer, String insert) {
        return prepared(preparer, insert, SqlCalls::insertOne);
    }

    /** Inserts a document by a statement that is made for it alone. */
    public static SqlCall insertAnew(Preparer preparer, String insert) {
        return documents -> {
            try (PreparedStatement statement = preparer.prepare(insert)) {
                insertOne(statement, documents);
            }
        };
    }

    private static void insertOne(PreparedStatement statement, List<StyleDocument> documents) throws SQLException {
        bind(statement, 1, documents.getFirst());
        statement.executeUpdate();
    }

    /** Inserts documents by as many statements, which the client sends as it likes. */
    public static SqlCall batch(Preparer preparer, String insert) {
        return prepared(preparer, insert, (statement, documents) -> {
            for (StyleDocument document : documents) {
                bind(statement, 1, document);
                statement.addBatch();
            }
            JdbcConnection.executeBatch(statement);
        });
    }

    /** Inserts documents by one statement of as many rows. */
    public static SqlCall multiRow(Preparer preparer, String insert) {
        return preparedByRows(preparer, rows -> insert + MORE_VALUES.repeat(rows - 1), (statement, documents) -> {
            bindAll(statement, documents);
            statement.executeUpdate();
        });
    }

    /** Carries out a statement that takes no documents. */
    public static SqlCall noop(Preparer preparer, String sql) {
        return prepared(preparer, sql, (statement, _) -> run(statement));
    }

    /** Carries out a statement, whatever it answers. */
    public static void run(PreparedStatement statement) throws SQLException {
        if (statement.execute()) {
            statement.getResultSet().close();
        }
    }

    /** Gives a statement a document as two parameters. */
    public static void bind(PreparedStatement statement, int first, StyleDocument document) throws SQLException {
        statement.setLong(first, document.id());
        statement.setString(first + 1, document.text());
    }

    /** Gives a statement all documents in turn. */
    public static void bindAll(PreparedStatement statement, List<StyleDocument> documents) throws SQLException {
        int parameter = 1;
        for (StyleDocument document : documents) {
            bind(statement, parameter, document);
            parameter += 2;
        }
    }

    /** Statements that are prepared when they are first needed, and kept while the connection lasts and none fails. */
    private static final class PreparedCall {

        private final Preparer preparer;
        private final IntFunction<String> sql;
        private final StatementCall use;
        private final Map<Integer, PreparedStatement> statements = new HashMap<>();

        PreparedCall(Preparer preparer, IntFunction<String> sql, StatementCall use) {
            this.preparer = preparer;
            this.sql = sql;
            this.use = use;
        }

        void use(int rows, List<StyleDocument> documents) throws SQLException {
            PreparedStatement statement = statements.get(rows);
            if (statement == null) {
                statement = preparer.prepare(sql.apply(rows));
                statements.put(rows, statement);
            }
            try {
                use.of(statement, documents);
            } catch (SQLException | RuntimeException e) {
                statements.remove(rows);
                close(statement, e);
                throw e;
            }
        }

        /** Some clients leave one that has failed in a state in which it can do nothing more. */
        private static void close(PreparedStatement statement, Exception failure) {
            try {
                statement.close();
            } catch (SQLException e) {
                failure.addSuppressed(e); // the connection is broken, as whoever uses it next will find
            }
        }
    }
}
