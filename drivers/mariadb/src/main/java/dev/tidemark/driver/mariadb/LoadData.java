package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.remote.jdbc.BulkRows;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * LOAD DATA LOCAL INFILE. Since the server only warns of rows and cells that it would refuse in an INSERT, a warning
 * undoes the statement here. Notes, which an INSERT has, too, as of decimal places that a column lacks, are left out.
 */
final class LoadData implements BulkRows {

    /** One of the two sides does not allow it. */
    private static final Set<Integer> NOT_ALLOWED = Set.of(1148, 3948, 4166);

    @Override
    public void store(JdbcConnection connection, String table, List<String> columns, List<String[]> rows)
            throws SQLException {
        connection.set("sql_notes", "0");
        connection.transaction(open -> {
            try (Statement statement = open.jdbc().createStatement()) {
                load(statement, "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table + " CHARACTER SET utf8mb4 ("
                        + String.join(", ", columns) + ")", rows);
            }
        });
    }

    private static void load(Statement statement, String command, List<String[]> rows) throws SQLException {
        statement.unwrap(org.mariadb.jdbc.Statement.class)
                .setLocalInfileInputStream(new ByteArrayInputStream(BulkRows.lines(rows)));
        int stored;
        try {
            stored = statement.executeUpdate(command);
        } catch (SQLException e) {
            throw NOT_ALLOWED.contains(e.getErrorCode()) ? new SQLException("LOAD DATA LOCAL needs local-infile: true "
                    + "here and local_infile=ON on the server: " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e)
                    : e;
        }
        try (ResultSet warning = statement.executeQuery("SHOW WARNINGS LIMIT 1")) {
            if (warning.next()) {
                throw new SQLException(warning.getString("Message"), "22000", warning.getInt("Code"));
            }
        }
        if (stored != rows.size()) {
            throw new SQLException("of " + rows.size() + " rows " + stored + " were stored", "23000");
        }
    }
}
