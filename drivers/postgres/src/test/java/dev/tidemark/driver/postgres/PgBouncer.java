package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer before the tests' server, with two of the server's sessions for all. */
final class PgBouncer implements AutoCloseable {

    private static final int SESSIONS = 2;
    private static final List<String> SETTINGS = List.of("search_path", "statement_timeout", "synchronous_commit", "TimeZone");

    private final Process process;
    private final int port;
    private final Path log;

    private PgBouncer(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** @param mode in which it hands sessions out */
    static PgBouncer before(PostgresServer server, String mode, Path folder) throws IOException {
        Path program = Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin").map(place -> Path.of(place, "pgbouncer"))
                .filter(Files::isExecutable).findFirst().orElse(null);
        Assumptions.assumeTrue(program != null, "pgbouncer is not installed");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String[] address = server.address().split(":");
        Path config = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                postgres = host=%s port=%s dbname=postgres user=tidemark password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = %s
                default_pool_size = %d
                ignore_startup_parameters = extra_float_digits
                """.formatted(address[0], address[1], server.password(), port, mode,
                mode.equals("session") ? 10 * SESSIONS : SESSIONS));
        Path log = folder.resolve("pgbouncer.log");
        List<String> command = new ArrayList<>(List.of(program.toString(), config.toString()));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(1, List.of("-u", "nobody")); // it refuses to run as root
        }
        PgBouncer started = new PgBouncer(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start(), port, log);
        started.untilItListens();
        return started;
    }

    private void untilItListens() throws IOException {
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive()) {
                    throw new IOException(Files.readString(log), e);
                }
                Thread.onSpinWait();
            }
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://" + address() + "/postgres?prepareThreshold=0&user=tidemark");
    }

    /** What others find in each of the server's sessions, in no order. */
    List<String> sessions() throws SQLException {
        List<Connection> all = new ArrayList<>();
        List<String> found = new ArrayList<>();
        try {
            for (int i = 0; i < SESSIONS; i++) {
                Connection another = connect();
                all.add(another);
                another.setAutoCommit(false); // what has begun keeps its session
                found.add(settings(another));
            }
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
        return found.stream().sorted().toList();
    }

    private static String settings(Connection connection) throws SQLException {
        StringBuilder all = new StringBuilder();
        try (Statement show = connection.createStatement()) {
            for (String setting : SETTINGS) {
                try (ResultSet row = show.executeQuery("SHOW " + setting)) {
                    row.next();
                    all.append(setting).append('=').append(row.getString(1)).append(' ');
                }
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
