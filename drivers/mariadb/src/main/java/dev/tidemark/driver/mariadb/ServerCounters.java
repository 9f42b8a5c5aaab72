package dev.tidemark.driver.mariadb;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.SchemaNamespace;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * Reads the server's status variables and the sizes of the namespace. What this version lacks, or this user may not
 * read, is left out, and a question that is refused is not asked again. Thread-safe.
 */
final class ServerCounters {

    private static final String SIZES = "SELECT SUM(data_length), SUM(index_length), "
            + "SUM(IF(table_name = '" + SchemaNamespace.TEXTS + "', 0, table_rows)) FROM information_schema.tables WHERE table_schema = ?";
    /** Files of tables, whose names hold that of the database as the file system has it. */
    private static final String FILES = "SELECT SUM(file_size) FROM information_schema.innodb_sys_tablespaces "
            + "WHERE SUBSTRING_INDEX(name, '/', 1) = CAST(CONVERT(? USING filename) AS BINARY)";

    private boolean filesRefused;

    /**
     * What a statement that shows variables tells of some; names in lower case.
     *
     * @param names of plain words
     */
    static Map<String, String> pairs(JdbcConnection connection, String show, Collection<String> names)
            throws SQLException {
        PreparedStatement ask = connection.prepared(show + " WHERE Variable_name IN "
                + names.stream().sorted().collect(Collectors.joining("', '", "('", "')")));
        try (ResultSet rows = ask.executeQuery()) {
            Map<String, String> all = new TreeMap<>();
            while (rows.next()) {
                all.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
            return all;
        }
    }

    /** @param schema whose sizes are told; empty for none */
    synchronized MetricSnapshot read(JdbcConnection connection, String schema) throws SQLException {
        Map<String, String> status = pairs(connection, "SHOW GLOBAL STATUS", MariaDbMeasures.VARIABLES);
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> gauges = new HashMap<>();
        MariaDbMeasures.COUNTERS.forEach((measure, variable) -> put(counters, measure, status.get(variable), 1));
        MariaDbMeasures.GAUGES.forEach((measure, variable) -> put(gauges, measure, status.get(variable), 1));
        put(counters, MariaDbMeasures.ROW_LOCK_TIME, status.get(MariaDbMeasures.ROW_LOCK_MILLIS), 1e-3);
        if (!connection.metaData().getDatabaseProductVersion().contains("MariaDB")) {
            counters.remove(MariaDbMeasures.FLUSH_WRITE.name());
            pagesWritten(status).ifPresent(bytes -> counters.put(MariaDbMeasures.FLUSH_WRITE.name(), bytes));
        }
        sizes(connection, schema, gauges);
        return new MetricSnapshot("", counters, gauges);
    }

    /**
     * Bytes of pages, written to their places or twice. MySQL, unlike MariaDB, has its log, and what that is padded
     * with, among what it tells of data written, and what is written twice not in every version.
     */
    static OptionalDouble pagesWritten(Map<String, String> status) {
        double bytes = (number(status, MariaDbMeasures.PAGES_WRITTEN)
                + number(status, MariaDbMeasures.COUNTERS.get(MariaDbMeasures.DOUBLEWRITE_PAGES)))
                * number(status, MariaDbMeasures.PAGE_SIZE);
        return Double.isNaN(bytes) ? OptionalDouble.empty() : OptionalDouble.of(bytes);
    }

    private static double number(Map<String, String> status, String variable) {
        return Double.parseDouble(status.getOrDefault(variable, "NaN"));
    }

    private static void put(Map<String, Double> into, Measure measure, String value, double factor) {
        if (value != null) {
            into.put(measure.name(), Double.parseDouble(value) * factor);
        }
    }

    private void sizes(JdbcConnection connection, String schema, Map<String, Double> gauges) throws SQLException {
        ask(connection, SIZES, schema, gauges, MariaDbMeasures.TABLE_SIZE, MariaDbMeasures.INDEX_SIZE,
                MariaDbMeasures.ROWS_ESTIMATED);
        if (filesRefused) {
            return;
        }
        try {
            ask(connection, FILES, schema, gauges, MariaDbMeasures.ON_DISK_SIZE);
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith("42")) {
                throw e;
            }
            filesRefused = true;
        }
    }

    /** Takes the columns of the only row. */
    private void ask(JdbcConnection connection, String sql, String schema, Map<String, Double> into, Measure... columns)
            throws SQLException {
        PreparedStatement statement = connection.prepared(sql);
        statement.setString(1, schema);
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            for (int i = 0; i < columns.length; i++) {
                double number = row.getDouble(i + 1);
                if (!row.wasNull()) {
                    into.put(columns[i].name(), number);
                }
            }
        }
    }
}
