package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.remote.jdbc.BulkRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** COPY in its text format; see "COPY", File Formats, in PostgreSQL's manual. */
final class CopyRows implements BulkRows {

    @Override
    public void store(Connection connection, String table, List<String> columns, List<String[]> rows)
            throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI()
                .copyIn("COPY " + table + " (" + String.join(", ", columns) + ") FROM STDIN");
        try {
            byte[] lines = BulkRows.lines(rows);
            copy.writeToCopy(lines, 0, lines.length);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
