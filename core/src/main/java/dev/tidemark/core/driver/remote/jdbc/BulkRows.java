package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import java.sql.SQLException;

/** A database's own way to store many rows of text in one statement: all of them or none. */
@FunctionalInterface
public interface BulkRows {

    /**
     * Stores rows.
     *
     * @param table   with its columns, as they stand in a statement
     * @param rows    a text for each column; null for nothing
     */
    void store(JdbcConnection connection, String table, List<String> columns, List<String[]> rows) throws SQLException;

    /**
     * Rows as PostgreSQL's COPY and MySQL's LOAD DATA both take them by default: a line each, with tabs between, a
     * backslash before what would end a column or a line, and {@code \N} for null.
     */
    static byte[] lines(List<String[]> rows) {
        StringBuilder lines = new StringBuilder();
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                lines.append(i == 0 ? "" : "\t");
                column(row[i], lines);
            }
            lines.append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void column(String text, StringBuilder to) {
        if (text == null) {
            to.append("\\N");
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> to.append("\\\\");
                case '\t' -> to.append("\\t");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                default -> to.append(c);
            }
        }
    }
}
