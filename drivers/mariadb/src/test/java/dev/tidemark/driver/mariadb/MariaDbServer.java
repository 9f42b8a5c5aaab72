package dev.tidemark.driver.mariadb;

import module java.base;
import module java.sql;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.SharedServer;
import org.mariadb.jdbc.Driver;

/** The server that all tests of this module share, and what its owner can do to it. */
final class MariaDbServer {

    static final String NAMESPACE = "bench";
    static final String POOR_PASSWORD = "of the poor";

    private static final String OTHERS = "NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')";
    private static final MariaDbServer SHARED = new MariaDbServer();

    private final SharedServer server = SharedServer.of("mariadb", "flush-log-at-commit=0", "log-file-size=32MiB");
    /** Holds a lock that others wait for; null while nobody does. */
    private Connection holding;

    private MariaDbServer() {}

    /** The server, with nothing of earlier tests in it. */
    static MariaDbServer shared() {
        SHARED.hold(false);
        for (String schema : SHARED.texts(
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name " + OTHERS)) {
            SHARED.execute("DROP DATABASE `" + schema.replace("`", "``") + "`");
        }
        SHARED.execute("DROP USER IF EXISTS poor@127.0.0.1");
        return SHARED;
    }

    SharedServer process() {
        return server;
    }

    /** How it is reached: name, value, name, value … */
    List<String> settings() {
        List<String> all = new ArrayList<>(List.of("namespace", NAMESPACE));
        for (Map.Entry<String, String> setting : server.server().target().entrySet()) {
            all.addAll(List.of(setting.getKey(), setting.getValue()));
        }
        return all;
    }

    /** Makes a user who may log in, and what else is granted. @return settings that lead to it */
    List<String> poor(Path folder, String... grants) {
        execute("CREATE USER poor@127.0.0.1 IDENTIFIED BY '" + POOR_PASSWORD + "'");
        for (String grant : grants) {
            execute("GRANT " + grant + " TO poor@127.0.0.1");
        }
        return List.of("user", "poor", "password", SecretFile.of(folder, "poor", POOR_PASSWORD));
    }

    String address() {
        return server.server().target().get("address");
    }

    String password() {
        try {
            return Files.readString(Path.of(server.server().target().get("password").substring("file:".length())))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "tidemark");
        properties.setProperty("password", password());
        properties.setProperty("sslMode", "disable");
        return new Driver().connect("jdbc:mariadb://" + address() + "/", properties);
    }

    void execute(String... statements) {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> texts(String query) {
        try (Connection connection = connect()) {
            return texts(connection, query);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : " ").append(rows.getString(i));
                }
                all.add(row.toString());
            }
            return all;
        }
    }

    /** Every database, table and view, whoever made it, and what is in it. */
    List<String> digest() {
        List<String> all = new ArrayList<>(texts(
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name " + OTHERS
                + " ORDER BY BINARY schema_name"));
        for (String table : texts("SELECT CONCAT('`', table_schema, '`.`', table_name, '`') "
                + "FROM information_schema.tables WHERE table_schema " + OTHERS
                + " ORDER BY BINARY CONCAT(table_schema, '.', table_name)")) {
            all.add(table);
            all.addAll(texts("SELECT * FROM " + table + " ORDER BY 1"));
        }
        return all;
    }

    /** Makes whoever uses a keyspace wait, or lets them go. */
    void hold(boolean held) {
        try {
            if (holding != null) {
                holding.close();
                holding = null;
            }
            if (held) {
                holding = connect();
                try (Statement lock = holding.createStatement()) {
                    lock.execute("LOCK TABLES " + NAMESPACE + ".keyspace_0 WRITE");
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends all connections but the one that asks; returns when they have gone. */
    void breakConnections() {
        String others = "SELECT id FROM information_schema.processlist WHERE user IN ('tidemark', 'poor') "
                + "AND id <> CONNECTION_ID()";
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String id : texts(connection, others)) {
                statement.execute("KILL " + id);
            }
            while (!texts(connection, others).isEmpty()) {
                Thread.onSpinWait();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns when somebody waits for a lock of a table. */
    void untilSomebodyWaits() {
        while (texts("SELECT 1 FROM information_schema.processlist WHERE state LIKE 'Waiting for table%'").isEmpty()) {
            Thread.onSpinWait();
        }
    }

    /** A transaction of others that keeps what it has locked until it is closed. */
    record Locking(Connection connection) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    Locking locking(String statement) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
            lock.execute(statement);
        }
        return new Locking(connection);
    }
}
