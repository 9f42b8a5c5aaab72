package dev.tidemark.cli;

import dev.tidemark.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The rig's PostgreSQL, and what its owner can do to it beside Tidemark. */
final class Postgres {

    private final Program program;

    private Postgres(Program program) {
        this.program = program;
    }

    static Postgres started(Program program, String... settings) {
        List<String> line = new ArrayList<>(List.of("rig", "start", "postgres"));
        line.addAll(List.of(settings));
        Ran started = program.run(line.toArray(String[]::new));
        Assumptions.assumeFalse(started.err().contains("refuses to run as root"), started.err());
        started.ok();
        return new Postgres(program);
    }

    private List<String> status() {
        return program.run("rig", "status", "postgres").ok().table().get(1);
    }

    String address() {
        return status().get(2);
    }

    ProcessHandle process() {
        return ProcessHandle.of(Long.parseLong(status().get(3))).orElseThrow();
    }

    String password() throws IOException {
        return Files.readString(program.file("results.db-rigs").resolve("postgres").resolve("password")).strip();
    }

    Connection connect() throws IOException, SQLException {
        return DriverManager.getConnection("jdbc:postgresql://" + address() + "/postgres", "tidemark", password());
    }

    void execute(String... statements) throws IOException, SQLException {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    List<String> texts(String query) throws IOException, SQLException {
        try (Connection connection = connect()) {
            return texts(connection, query);
        }
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    /** Makes what a user's own database may have in it, some of it under names that Tidemark uses. */
    void fillWithOthers() throws IOException, SQLException {
        execute("CREATE SCHEMA shop", "CREATE TYPE shop.mood AS ENUM ('good', 'bad')",
                "CREATE TABLE shop.customers (id serial PRIMARY KEY, name text NOT NULL, mood shop.mood)",
                "CREATE INDEX by_name ON shop.customers (name)",
                "INSERT INTO shop.customers (name, mood) SELECT 'customer ' || i, 'good' "
                + "FROM generate_series(1, 500) i",
                "CREATE TABLE shop.orders (id int PRIMARY KEY, customer int REFERENCES shop.customers, total numeric)",
                "INSERT INTO shop.orders SELECT i, i, i * 1.5 FROM generate_series(1, 300) i",
                "CREATE VIEW shop.totals AS SELECT customer, sum(total) FROM shop.orders GROUP BY customer",
                "CREATE SEQUENCE shop.numbers", "CREATE FUNCTION shop.twice(i int) RETURNS int LANGUAGE sql "
                + "RETURN i * 2", "CREATE SCHEMA \"Tidemark\"",
                "CREATE TABLE \"Tidemark\".keyspace_0 (k bytea, v bytea)",
                "CREATE TABLE public.tidemark (name text, content text)",
                "INSERT INTO public.tidemark VALUES ('made-by', 'Tidemark')",
                "CREATE TABLE public.documents (k bytea PRIMARY KEY, v bytea)",
                "INSERT INTO public.documents VALUES ('a', 'b')", "CREATE TABLE public.pgbench_accounts (aid int)",
                "CREATE ROLE shopkeeper LOGIN PASSWORD 'none of yours'", "GRANT SELECT ON shop.orders TO shopkeeper");
    }

    /** The catalogue and all rows of what is not the server's own. */
    List<String> digest() throws IOException, SQLException {
        try (Connection connection = connect()) {
            String own = " !~ '^(pg_|information_)' ";
            List<String> all = new ArrayList<>(texts(connection, "SELECT concat_ws(' ', nspname, relname, relkind, "
                    + "relowner, relacl, relfilenode, reloptions) FROM pg_class c JOIN pg_namespace n "
                    + "ON n.oid = relnamespace WHERE nspname" + own + "ORDER BY 1"));
            all.addAll(texts(connection, "SELECT nspname || ' ' || nspowner || coalesce(nspacl::text, '') "
                    + "FROM pg_namespace WHERE nspname" + own + "ORDER BY 1"));
            all.addAll(texts(connection, "SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace "
                    + "WHERE nspname" + own + "ORDER BY 1"));
            all.addAll(texts(connection, "SELECT rolname || rolsuper || rolcanlogin FROM pg_roles ORDER BY 1"));
            all.addAll(texts(connection, "SELECT concat_ws(' ', setdatabase, setrole, setconfig) "
                    + "FROM pg_db_role_setting ORDER BY 1"));
            all.addAll(texts(connection, "SELECT datname FROM pg_database ORDER BY 1"));
            for (String table : texts(connection, "SELECT c.oid::regclass || '' FROM pg_class c JOIN pg_namespace n "
                    + "ON n.oid = relnamespace WHERE nspname" + own + "AND relkind = 'r' ORDER BY 1")) {
                all.addAll(texts(connection, "SELECT '" + table.replace("'", "''") + " ' || ctid || ' ' || xmin || ' ' "
                        + "|| t::text FROM " + table + " t ORDER BY 1"));
            }
            return all;
        }
    }

    boolean hasSchema(String name) throws IOException, SQLException {
        return !texts("SELECT 1 FROM pg_namespace WHERE nspname = '" + name + "'").isEmpty();
    }

    /** @return a setting of where a password is, which is written there */
    String secret(String name, String password) throws IOException {
        Path file = Files.createFile(program.file(name), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------")));
        return "file:" + Files.writeString(file, password);
    }

    /** Makes a target that is this server but for some settings. */
    void target(String name, String... settings) throws IOException {
        List<String> line = new ArrayList<>(List.of("target", "add", name, "--driver", "postgres"));
        List<String> given = List.of(settings);
        if (!given.contains("--address")) {
            line.addAll(List.of("--address", address()));
        }
        if (!given.contains("--user")) {
            line.addAll(List.of("--user", "tidemark"));
        }
        if (!given.contains("--password")) {
            line.addAll(List.of("--password", "file:" + program.file("results.db-rigs").resolve("postgres")
                    .resolve("password")));
        }
        line.addAll(given);
        program.run(line.toArray(String[]::new)).ok();
    }

    void stop() {
        program.run("rig", "stop", "postgres").ok();
    }
}
