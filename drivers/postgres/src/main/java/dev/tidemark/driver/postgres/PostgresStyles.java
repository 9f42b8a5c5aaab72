package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import java.util.List;

/**
 * The styles of pgJDBC, by the two ways in which PostgreSQL's protocol carries statements. Can be asked without pgJDBC.
 */
final class PostgresStyles {

    static final String EXTENDED = "extended";
    static final String SIMPLE = "simple";

    /**
     * See {@code flushIfDeadlockRisk} of pgJDBC's QueryExecutorImpl: 64,000 bytes of answers, 250 for each statement.
     */
    private static final String IN_PARTS = "; pgJDBC waits for the answers after every 255 documents or so";

    static final List<SqlStyle> ALL = List.of(
            SqlStyles.prepared(EXTENDED),
            anew("insert", EXTENDED,
                    "as insert-prepared, with the statement parsed and planned by the server anew for each document"),
            anew("insert-simple", SIMPLE,
                    "as insert, with the document within the text of the statement, by the simple query protocol"),
            SqlStyles.committed(EXTENDED),
            SqlStyles.object(EXTENDED),
            new SqlStyle(of("json-text", EXTENDED,
                    "as insert-prepared, into a column of type text instead of jsonb, which the server has to parse"),
                    SqlStyles.INSERT).inColumn("text"),
            new SqlStyle(of("function", EXTENDED,
                    "as insert-prepared, within a PL/pgSQL function on the server that takes the document"),
                    (client, table) -> PostgresStyleCalls.function(client, table))
                    .with(table -> function(table, "bigint, jsonb", "VALUES ($1, $2)")),
            new SqlStyle(of("batch", EXTENDED,
                    "as insert-committed, with several documents in a batch of JDBC" + IN_PARTS).batched().committed(),
                    SqlStyles.BATCH),
            new SqlStyle(of("pipelined", EXTENDED, "as batch, with COMMIT sent along with the last INSERT" + IN_PARTS)
                    .batched(), (client, table) -> PostgresStyleCalls.pipelined(client, table)),
            SqlStyles.multiRow(EXTENDED),
            new SqlStyle(of("function-array", EXTENDED, "as function, with several documents in one call, as arrays")
                    .batched(), (client, table) -> PostgresStyleCalls.functionOfArrays(client, table))
                    .with(table -> function(table, "bigint[], jsonb[]", "SELECT * FROM unnest($1, $2)")),
            new SqlStyle(of("copy", EXTENDED,
                    "as multi-row, by COPY in its binary format: the server answers the command, and then the rows")
                    .batched().inRoundTrips(2), (client, table) -> PostgresStyleCalls.copy(client, table)),
            SqlStyles.noop("noop", EXTENDED, "an empty statement, by the extended query protocol", ""),
            SqlStyles.noop("noop-simple", SIMPLE, "an empty statement, by the simple query protocol", ""));

    private PostgresStyles() {}

    private static ApiStyle of(String name, String protocol, String summary) {
        return ApiStyle.of(name, protocol, Input.TEXT, summary);
    }

    private static SqlStyle anew(String name, String protocol, String summary) {
        return new SqlStyle(of(name, protocol, summary), (client, table) -> PostgresStyleCalls.anew(client, table));
    }

    /** Of the name of its table, so that it goes with that: {@link PostgresDialect#dropPlace}. */
    private static String function(String table, String parameters, String rows) {
        String body = "BEGIN INSERT INTO " + table + " (id, doc) " + rows + "; END";
        return "CREATE FUNCTION " + table + " (" + parameters + ") RETURNS void LANGUAGE plpgsql AS '"
                + body.replace("'", "''") + "'";
    }
}
