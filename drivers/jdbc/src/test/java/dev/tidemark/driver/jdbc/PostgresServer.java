package dev.tidemark.driver.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.driver.contract.SharedServer;

/** A PostgreSQL server that is spoken to as any other: by its client's jar and by statements as settings. */
final class PostgresServer {

    private static final PostgresServer SHARED = new PostgresServer();

    private final SharedServer server = SharedServer.of("postgres", "fsync=false");
    /** Holds a lock that others wait for; null while nobody does. */
    private Connection holding;

    private PostgresServer() {}

    /** The server, with nothing of earlier tests in it. */
    static PostgresServer shared() {
        SHARED.hold(false);
        SHARED.execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
        return SHARED;
    }

    /** How it is reached, as of docs/jdbc.md: name, value, name, value … */
    List<String> settings() {
        return List.of("driver-jar", jar().toString(), "address", address(), "namespace", "bench",
                "user", "tidemark", "password", server.server().target().get("password"),
                "url", "jdbc:postgresql://{address}/postgres",
                "properties", "ApplicationName=tidemark; prepareThreshold=1",
                "key-type", "BYTEA", "value-type", "BYTEA", "term-type", "BYTEA", "text-type", "TEXT",
                "put", "INSERT INTO {table} (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = EXCLUDED.v");
    }

    private static Path jar() {
        try {
            return Path.of(org.postgresql.Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    String address() {
        return server.server().address();
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
                + "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE relkind = 'r' AND nspname = 'public' "
                + "ORDER BY 1")) {
            all.add(table);
            all.addAll(texts("SELECT t::text FROM " + table + " t ORDER BY 1"));
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
                    lock.execute("LOCK TABLE bench_keyspace_0 IN ACCESS EXCLUSIVE MODE");
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
}
