package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import java.util.List;

/** The styles of SQLite through JDBC, which is called in this process and speaks no protocol. */
final class SqliteStyles {

    private static final String CALLS = "calls";

    static final List<SqlStyle> ALL = List.of(SqlStyles.prepared(CALLS), SqlStyles.anew(CALLS),
            SqlStyles.committed(CALLS), SqlStyles.object(CALLS), SqlStyles.batch(CALLS), SqlStyles.multiRow(CALLS),
            SqlStyles.noop("noop", CALLS, "SELECT 1, prepared once: the smallest statement that reaches the engine",
                    "SELECT 1"));

    private SqliteStyles() {}
}
