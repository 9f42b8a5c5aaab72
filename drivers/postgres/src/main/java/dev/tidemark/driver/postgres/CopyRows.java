package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.remote.jdbc.BulkRows;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import java.sql.SQLException;
import java.util.List;

/** COPY in its text format; see "COPY", File Formats, in PostgreSQL's manual. */
final class CopyRows implements BulkRows {

    @Override
    public void store(JdbcConnection connection, String table, List<String> columns, List<String[]> rows)
            throws SQLException {
        byte[] lines = BulkRows.lines(rows);
        CopyInsert.copy(connection.jdbc(), "COPY " + table + " (" + String.join(", ", columns) + ") FROM STDIN",
                copy -> copy.writeToCopy(lines, 0, lines.length));
    }
}
