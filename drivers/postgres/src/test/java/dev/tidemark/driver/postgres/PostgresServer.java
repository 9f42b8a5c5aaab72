package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.SharedServer;

/**
 * The server that all tests of this module share, and what its owner can do to it. {@code -Dpostgres.version=14.22.0}
 * tests with another version.
 */
final class PostgresServer {

    static final String NAMESPACE = "bench";
    static final String POOR_PASSWORD = "of the poor";

    private static final String VERSION = System.getProperty("postgres.version", "18.6.0");

    private static final PostgresServer SHARED = new PostgresServer();

    private final SharedServer server = SharedServer.of("postgres", "fsync=false", "server-version=" + VERSION);
    /** Holds a lock that others wait for; null while nobody does. */
    private Connection holding;

    private PostgresServer() {}

    /** The server, with nothing of earlier tests in it. */
    static PostgresServer shared() {
        SHARED.hold(false);
        SHARED.execute("ALTER ROLE tidemark RESET ALL");
        for (String schema : SHARED.texts("SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_)'")) {
            SHARED.execute("DROP SCHEMA \"" + schema + "\" CASCADE");
        }
        SHARED.execute("CREATE SCHEMA public");
        if (!SHARED.texts("SELECT 1 FROM pg_roles WHERE rolname = 'poor'").isEmpty()) {
            SHARED.execute("DROP OWNED BY poor", "DROP ROLE poor");
        }
        return SHARED;
    }

    /** The major version. */
    static int version() {
        return Integer.parseInt(VERSION.split("\\.")[0]);
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

    /** Makes a user who may log in and nothing else. @return settings that lead to it */
    List<String> poor(Path folder) {
        execute("CREATE ROLE poor LOGIN PASSWORD '" + POOR_PASSWORD + "'");
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

    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://" + address() + "/postgres?ApplicationName=owner",
                "tidemark", password());
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
        try (Connection connection = connect(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Every table, whoever made it, and what is in it. */
    List<String> digest() {
        List<String> all = new ArrayList<>();
        for (String table : texts("SELECT c.oid::regclass || '' FROM pg_class c "
                + "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE relkind IN ('r', 'p', 'v', 'i', 'S') "
                + "AND nspname !~ '^(pg_|information_)' ORDER BY 1")) {
            all.add(table);
            if (!texts("SELECT 1 FROM pg_class WHERE oid = '" + table.replace("'", "''")
                    + "'::regclass AND relkind = 'r'").isEmpty()) {
                all.addAll(texts("SELECT t::text FROM " + table + " t ORDER BY 1"));
            }
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
                holding.setAutoCommit(false);
                try (Statement lock = holding.createStatement()) {
                    lock.execute("LOCK TABLE " + NAMESPACE + ".keyspace_0 IN ACCESS EXCLUSIVE MODE");
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends all connections of targets; returns when they have gone. */
    void breakConnections() {
        texts("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'tidemark'");
    }

    /** Returns when no target has a connection any more; the last of their statistics are told then. */
    void untilNobodyIsConnected() {
        while (!texts("SELECT 1 FROM pg_stat_activity WHERE application_name = 'tidemark'").isEmpty()) {
            Thread.onSpinWait();
        }
    }

    /** Returns when somebody waits for a lock. */
    void untilSomebodyWaits() {
        while (!isWaitedForLock()) {
            Thread.onSpinWait();
        }
    }

    /** Returns when nobody waits for a lock. */
    void untilNobodyWaits() {
        while (isWaitedForLock()) {
            Thread.onSpinWait();
        }
    }

    private boolean isWaitedForLock() {
        return !texts("SELECT 1 FROM pg_stat_activity WHERE application_name = 'tidemark' AND wait_event_type = 'Lock'")
                .isEmpty();
    }
}
