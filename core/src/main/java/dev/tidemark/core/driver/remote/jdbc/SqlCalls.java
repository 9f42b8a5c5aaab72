package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.style.StyleDocument;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls that clients of all databases have. Statements are prepared when they are first needed, and kept as long as
 * the connection, unless it says otherwise. An insert is text that ends with {@code VALUES (?, ?)}: the id and the JSON
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

    /** Inserts a document. */
    public static SqlCall kept(Preparer preparer, String insert) {
        Kept statements = new Kept(preparer);
        return documents -> bind(statements.of(insert), 1, documents.getFirst()).executeUpdate();
    }

    /** Inserts a document by a statement that is made for it alone. */
    public static SqlCall anew(Preparer preparer, String insert) {
        return documents -> {
            try (PreparedStatement statement = preparer.prepare(insert)) {
                bind(statement, 1, documents.getFirst()).executeUpdate();
            }
        };
    }

    /** Inserts documents by as many statements, which the client sends as it likes. */
    public static SqlCall batch(Preparer preparer, String insert) {
        Kept statements = new Kept(preparer);
        return documents -> {
            PreparedStatement statement = statements.of(insert);
            for (StyleDocument document : documents) {
                bind(statement, 1, document).addBatch();
            }
            JdbcConnection.executeBatch(statement);
        };
    }

    /** Inserts documents by one statement of as many rows. */
    public static SqlCall multiRow(Preparer preparer, String insert) {
        Map<Integer, PreparedStatement> statements = new HashMap<>();
        return documents -> {
            int rows = documents.size();
            PreparedStatement statement = statements.get(rows);
            if (statement == null) {
                statement = preparer.prepare(insert + MORE_VALUES.repeat(rows - 1));
                statements.put(rows, statement);
            }
            bindAll(statement, documents).executeUpdate();
        };
    }

    /** Carries out a statement without parameters. */
    public static SqlCall noop(Preparer preparer, String sql) {
        Kept statements = new Kept(preparer);
        return _ -> run(statements.of(sql));
    }

    /** Carries out a statement, whatever it answers. */
    public static void run(PreparedStatement statement) throws SQLException {
        if (statement.execute()) {
            statement.getResultSet().close();
        }
    }

    /** Gives a statement a document as two parameters. */
    public static PreparedStatement bind(PreparedStatement statement, int first, StyleDocument document)
            throws SQLException {
        statement.setLong(first, document.id());
        statement.setString(first + 1, document.text());
        return statement;
    }

    /** Gives a statement all documents in turn. */
    public static PreparedStatement bindAll(PreparedStatement statement, List<StyleDocument> documents)
            throws SQLException {
        int parameter = 1;
        for (StyleDocument document : documents) {
            bind(statement, parameter, document);
            parameter += 2;
        }
        return statement;
    }

    /** The only statement of a call, once it was needed. */
    private static final class Kept {

        private final Preparer preparer;
        private PreparedStatement statement;

        Kept(Preparer preparer) {
            this.preparer = preparer;
        }

        PreparedStatement of(String sql) throws SQLException {
            if (statement == null) {
                statement = preparer.prepare(sql);
            }
            return statement;
        }
    }
}
