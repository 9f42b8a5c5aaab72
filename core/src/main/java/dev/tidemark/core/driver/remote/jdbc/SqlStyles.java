package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;

/** The styles that clients of all databases have: how each is declared, and what it calls. */
public final class SqlStyles {

    private SqlStyles() {}

    /** An INSERT that is prepared once and kept. */
    public static final SqlStyle.Call INSERT = (client, table) -> SqlCalls.insert(client, insert(table));
    /** The same, prepared anew each time. */
    public static final SqlStyle.Call ANEW = (client, table) -> SqlCalls.insertAnew(client, insert(table));
    public static final SqlStyle.Call BATCH = (client, table) -> SqlCalls.batch(client, insert(table));
    public static final SqlStyle.Call MULTI_ROW = (client, table) -> SqlCalls.multiRow(client, insert(table));

    public static SqlStyle prepared(String protocol) {
        return new SqlStyle(ApiStyle.of("insert-prepared", protocol, Input.TEXT,
                "an INSERT that is prepared once and kept, each document in a transaction of its own"), INSERT);
    }

    public static SqlStyle anew(String protocol) {
        return new SqlStyle(ApiStyle.of("insert", protocol, Input.TEXT,
                "as insert-prepared, with the statement prepared anew for each document"), ANEW);
    }

    public static SqlStyle committed(String protocol) {
        return new SqlStyle(ApiStyle.of("insert-committed", protocol, Input.TEXT,
                "as insert-prepared, with committing as a step of its own").committed(), INSERT);
    }

    public static SqlStyle object(String protocol) {
        return new SqlStyle(ApiStyle.of("object", protocol, Input.OBJECT,
                "as insert-prepared, with objects mapped to JSON text in a step of their own").mapped(), INSERT);
    }

    public static SqlStyle batch(String protocol) {
        return new SqlStyle(ApiStyle.of("batch", protocol, Input.TEXT,
                "as insert-committed, with several documents in a batch of JDBC").batched().committed(), BATCH);
    }

    public static SqlStyle multiRow(String protocol) {
        return new SqlStyle(ApiStyle.of("multi-row", protocol, Input.TEXT,
                "as insert-prepared, with several documents as rows of one INSERT").batched(), MULTI_ROW);
    }

    /** A round trip. @param statement that stores nothing */
    public static SqlStyle noop(String name, String protocol, String summary, String statement) {
        return new SqlStyle(ApiStyle.noop(name, protocol, summary),
                (client, _) -> SqlCalls.noop(client, statement));
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
