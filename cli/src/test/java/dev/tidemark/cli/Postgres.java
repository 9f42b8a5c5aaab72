package dev.tidemark.cli;

import module java.base;
import module java.sql;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredTarget;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL as the target {@code postgres}, and what its owner can do to it beside Tidemark. */
final class Postgres {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Program program;
    private final String database;
    private final String address;
    /** The rig's folder. */
    private final Path home;
    private final Runnable stopping;

    private Postgres(Program program, String database, String address, Path home, Runnable stopping) {
        this.program = program;
        this.database = database;
        this.address = address;
        this.home = home;
        this.stopping = stopping;
    }

    /** A database of the test's own in the server that all tests of this process share, and that has nothing else. */
    static Postgres shared(Program program) throws IOException, SQLException {
        SharedServer server = SharedServer.of("postgres");
        Map<String, String> reaching = new TreeMap<>(server.server().target());
        Path home = Path.of(reaching.get("password").substring("file:".length())).getParent();
        Postgres whole = new Postgres(program, reaching.get("database"), server.server().address(), home, () -> { });
        String database = "of_test_" + DATABASES.incrementAndGet();
        whole.execute("CREATE DATABASE " + database);
        reaching.put("database", database);
        try (ResultStore results = ResultStore.open(program.store())) {
            results.putTarget(new StoredTarget("postgres", "postgres", reaching));
        }
        return new Postgres(program, database, whole.address, home, whole::dropOthers);
    }

    private void dropOthers() {
        try {
            for (String made : texts("SELECT datname FROM pg_database WHERE datname !~ '^(postgres|template[01])$'")) {
                execute("DROP DATABASE " + made + " WITH (FORCE)");
            }
            for (String role : texts("SELECT rolname FROM pg_roles WHERE rolname !~ '^(pg_|tidemark$)'")) {
                execute("DROP ROLE " + role);
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A server of the test's own, which its rig starts as a person asks for it. */
    static Postgres started(Program program, String... settings) {
        List<String> line = new ArrayList<>(List.of("rig", "start", "postgres"));
        line.addAll(List.of(settings));
        Ran started = program.run(line.toArray(String[]::new));
        Assumptions.assumeFalse(started.err().contains("refuses to run as root"), started.err());
        started.ok();
        return new Postgres(program, "postgres", program.run("rig", "status", "postgres").ok().table().get(1).get(2),
                program.file("results.db-rigs").resolve("postgres"), () -> program.run("rig", "stop", "postgres").ok());
    }

    String address() {
        return address;
    }

    String database() {
        return database;
    }

    Path passwordFile() {
        return home.resolve("password");
    }

    String password() throws IOException {
        return Files.readString(passwordFile()).strip();
    }

    /** What the server has said since its start. */
    String log() throws IOException {
        return Files.readString(home.resolve("log"));
    }

    Connection connect() throws IOException, SQLException {
        return DriverManager.getConnection("jdbc:postgresql://" + address + "/" + database, "tidemark", password());
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
        Map.of("--address", address, "--user", "tidemark", "--database", database, "--password", "file:"
                + passwordFile()).forEach((flag, text) -> line.addAll(given.contains(flag) ? List.of()
                        : List.of(flag, text)));
        line.addAll(given);
        program.run(line.toArray(String[]::new)).ok();
    }

    /** The server, or what a test has made in one that others use, too. */
    void stop() {
        stopping.run();
    }
}
