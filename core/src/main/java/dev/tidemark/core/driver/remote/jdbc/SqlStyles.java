package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;

/** The styles that clients of all databases have: how they are declared, and what they call. */
public final class SqlStyles {

    private SqlStyles() {}

    public static ApiStyle prepared(String protocol) {
        return ApiStyle.of("insert-prepared", protocol, Input.TEXT,
                "an INSERT that is prepared once and kept, each document in a transaction of its own");
    }

    public static ApiStyle anew(String protocol) {
        return ApiStyle.of("insert", protocol, Input.TEXT,
                "as insert-prepared, with the statement prepared anew for each document");
    }

    public static ApiStyle committed(String protocol) {
        return ApiStyle.of("insert-committed", protocol, Input.TEXT,
                "as insert-prepared, with committing as a step of its own").committed();
    }

    public static ApiStyle object(String protocol) {
        return ApiStyle.of("object", protocol, Input.OBJECT,
                "as insert-prepared, with objects mapped to JSON text in a step of their own").mapped();
    }

    public static ApiStyle batch(String protocol) {
        return ApiStyle.of("batch", protocol, Input.TEXT,
                "as insert-committed, with several documents in a batch of JDBC").batched().committed();
    }

    public static ApiStyle multiRow(String protocol) {
        return ApiStyle.of("multi-row", protocol, Input.TEXT,
                "as insert-prepared, with several documents as rows of one INSERT").batched();
    }

    /** What one of these calls. @param noop the statement that stores nothing */
    public static SqlCall call(ApiStyle style, SqlCalls.Preparer preparer, String table, String noop) {
        String insert = insert(table);
        return switch (style.name()) {
            case "insert" -> SqlCalls.insertAnew(preparer, insert);
            case "batch" -> SqlCalls.batch(preparer, insert);
            case "multi-row" -> SqlCalls.multiRow(preparer, insert);
            default -> style.noop() ? SqlCalls.noop(preparer, noop) : SqlCalls.insert(preparer, insert);
        };
    }

    /** Stores a document. @param table its whole name */
    public static String insert(String table) {
        return "INSERT INTO " + table + " (id, doc) VALUES (?, ?)";
    }

    /** Counts documents. */
    public static String count(String table) {
        return "SELECT count(*) FROM " + table;
    }

    /** Finds a document. */
    public static String find(String table, long id) {
        return "SELECT doc FROM " + table + " WHERE id = " + id;
    }
}
