package dev.tidemark.web;

import module java.base;
import module java.sql;

/**
 * What a store holds, row by row; seen from outside, and put back. Sessions come and go, and headlines are made of
 * results when they are looked at, so these do not count.
 */
final class Snapshot implements AutoCloseable {

    private static final Set<String> PASSING = Set.of("login_session", "label_headline");

    private final Connection connection;
    private final Map<String, List<String>> before;
    /** The version at which all was as before; SQLite tells another after whatever somebody else commits. */
    private String unchanged = "";

    Snapshot(Path store, Path copy) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        execute("PRAGMA busy_timeout = 20000");
        execute("VACUUM INTO '" + copy + "'");
        execute("ATTACH '" + copy + "' AS before");
        before = rows();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : "|").append(found.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private Map<String, List<String>> rows() throws SQLException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        rows.put("the schema", query("SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY type, name"));
        for (String table : tables()) {
            rows.put(table, PASSING.contains(table) ? List.of() : query("SELECT * FROM main." + table));
        }
        return rows;
    }

    private List<String> tables() throws SQLException {
        return query("SELECT name FROM before.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
                + "ORDER BY name");
    }

    /** What is there now and was not, or was there and is not; empty when all is as it was. */
    String difference() throws SQLException {
        String version = query("PRAGMA main.data_version").getFirst();
        if (version.equals(unchanged)) {
            return "";
        }
        String difference = compare();
        unchanged = difference.isEmpty() ? version : "";
        return difference;
    }

    private String compare() throws SQLException {
        StringBuilder difference = new StringBuilder();
        Map<String, List<String>> now = rows();
        for (String table : before.keySet()) {
            List<String> more = new ArrayList<>(now.get(table));
            before.get(table).forEach(more::remove);
            List<String> less = new ArrayList<>(before.get(table));
            now.get(table).forEach(less::remove);
            more.forEach(row -> difference.append('+').append(table).append(": ").append(row).append('\n'));
            less.forEach(row -> difference.append('-').append(table).append(": ").append(row).append('\n'));
        }
        return difference.toString();
    }

    void putBack() throws SQLException {
        for (String table : tables()) {
            execute("DELETE FROM main." + table);
            execute("INSERT INTO main." + table + " SELECT * FROM before." + table);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
