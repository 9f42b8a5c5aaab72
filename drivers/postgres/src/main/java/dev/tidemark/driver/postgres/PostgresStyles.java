package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import java.util.List;

/** The styles of pgJDBC, by the two ways in which PostgreSQL's protocol carries statements. */
final class PostgresStyles {

    static final String EXTENDED = "extended";
    static final String SIMPLE = "simple";

    static final String ANEW = "insert";
    static final String IN_TEXT = "insert-simple";
    static final String TEXT_COLUMN = "json-text";
    static final String FUNCTION = "function";
    static final String FUNCTION_OF_ARRAYS = "function-array";
    static final String PIPELINED = "pipelined";
    static final String COPY = "copy";

    /**
     * See {@code flushIfDeadlockRisk} of pgJDBC's QueryExecutorImpl: 64,000 bytes of answers, 250 for each statement.
     */
    private static final String IN_PARTS = "; pgJDBC waits for the answers after every 255 documents or so";

    static final List<ApiStyle> ALL = List.of(
            SqlStyles.prepared(EXTENDED),
            ApiStyle.of(ANEW, EXTENDED, Input.TEXT,
                    "as insert-prepared, with the statement parsed and planned by the server anew for each document"),
            ApiStyle.of(IN_TEXT, SIMPLE, Input.TEXT,
                    "as insert, with the document within the text of the statement, by the simple query protocol"),
            SqlStyles.committed(EXTENDED),
            SqlStyles.object(EXTENDED),
            ApiStyle.of(TEXT_COLUMN, EXTENDED, Input.TEXT,
                    "as insert-prepared, into a column of type text instead of jsonb, which the server has to parse"),
            ApiStyle.of(FUNCTION, EXTENDED, Input.TEXT,
                    "as insert-prepared, within a PL/pgSQL function on the server that takes the document"),
            ApiStyle.of("batch", EXTENDED, Input.TEXT,
                    "as insert-committed, with several documents in a batch of JDBC" + IN_PARTS).batched().committed(),
            ApiStyle.of(PIPELINED, EXTENDED, Input.TEXT,
                    "as batch, with COMMIT sent along with the last INSERT" + IN_PARTS).batched(),
            SqlStyles.multiRow(EXTENDED),
            ApiStyle.of(FUNCTION_OF_ARRAYS, EXTENDED, Input.TEXT,
                    "as function, with several documents in one call, as arrays").batched(),
            ApiStyle.of(COPY, EXTENDED, Input.TEXT,
                    "as multi-row, by COPY in its binary format: the server answers the command, and then the rows")
                    .batched().inRoundTrips(2),
            ApiStyle.noop("noop", EXTENDED, "an empty statement, by the extended query protocol"),
            ApiStyle.noop("noop-simple", SIMPLE, "an empty statement, by the simple query protocol"));

    private PostgresStyles() {}
}
