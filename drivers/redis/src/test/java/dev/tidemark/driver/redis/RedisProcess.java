package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.driver.contract.SecretFile;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;

/** A real server on this machine, with an administrator of the test's own and a user who is what is tested. */
final class RedisProcess implements AutoCloseable {

    static final String USER = "ada";
    static final String PASSWORD = "s3cret-of-ada";
    static final String ADMINISTRATOR = "s3cret-of-all";
    private static final String HOST = "127.0.0.1";
    /** Any machine stands still for seconds at times. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static RedisProcess shared;

    private final Path folder;
    private final List<String> more;
    final int port;
    private Process process;

    /** Not started yet. @param more lines of its configuration */
    RedisProcess(String... more) throws IOException {
        this.more = List.of(more);
        folder = Files.createTempDirectory("tidemark-redis-test");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** The one of this module's tests, emptied. */
    static synchronized RedisProcess shared() throws IOException {
        if (shared == null) {
            shared = new RedisProcess("appendonly yes", "save \"\"", "enable-debug-command local");
            shared.start();
        }
        shared.admin("FLUSHALL");
        return shared;
    }

    /** Returns when it accepts connections, which may be before its data are loaded. */
    void start(String... once) throws IOException {
        List<String> lines = new ArrayList<>(List.of("bind " + HOST, "port " + port, "dir " + folder,
                "requirepass " + ADMINISTRATOR, "user " + USER + " on >" + PASSWORD + " ~* &* +@all"));
        lines.addAll(more);
        lines.addAll(List.of(once));
        Path configuration = Files.write(folder.resolve("redis.conf"), lines);
        process = new ProcessBuilder(program().toString(), configuration.toString()).redirectErrorStream(true).start();
        BufferedReader log = process.inputReader();
        List<String> output = new ArrayList<>();
        for (String line; (line = log.readLine()) != null; output.add(line)) {
            if (line.contains("Ready to accept connections") || line.contains("Loading RDB produced")
                    || line.contains("Reading RDB base file")) {
                Thread.ofVirtual().start(() -> log.lines().forEach(l -> { }));
                return;
            }
        }
        throw new IOException("the server did not start: " + String.join("\n", output));
    }

    private static synchronized Path program() throws IOException {
        Path unpacked = Path.of(System.getProperty("java.io.tmpdir"), "tidemark-redis-" + ProcessHandle.current().pid());
        if (!Files.exists(unpacked)) {
            String file = "/redis-server-7.0.15-linux-" + System.getProperty("os.arch").replace("aarch64", "arm64");
            try (InputStream in = RedisProcess.class.getResourceAsStream(file)) {
                Files.copy(in, unpacked);
            }
            Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwx------"));
            unpacked.toFile().deleteOnExit();
        }
        return unpacked;
    }

    /** Where it keeps its data. */
    Path data() {
        return folder;
    }

    String address() {
        return HOST + ":" + port;
    }

    /** Settings of a target on it. @param secrets folder for the password */
    List<String> settings(Path secrets) {
        return List.of("address", address(), "user", USER, "namespace", "bench", "password",
                SecretFile.of(secrets, "password", PASSWORD));
    }

    /** A connection of the administrator's, who by default would give up after 2 s. */
    Connection administrator() {
        return new Connection(new HostAndPort(HOST, port),
                DefaultJedisClientConfig.builder().password(ADMINISTRATOR).timeoutMillis(PATIENCE_MILLIS).build());
    }

    /** Carries out a command of the administrator's, such as {@code SET key value}. */
    Object admin(String command, String... words) {
        try (Connection connection = administrator()) {
            connection.sendCommand(() -> command.getBytes(StandardCharsets.US_ASCII), words);
            return connection.getOne();
        }
    }

    String adminText(String command, String... words) {
        return new String((byte[]) admin(command, words), StandardCharsets.UTF_8);
    }

    /** All keys with their values and times, as one number. */
    String digest() {
        return adminText("DEBUG", "DIGEST");
    }

    /** Breaks all connections of the user's. */
    void breakConnections() {
        admin("CLIENT", "KILL", "USER", USER);
    }

    /** Stops the process in its tracks, or lets it go on. */
    void hold(boolean held) throws IOException, InterruptedException {
        new ProcessBuilder("kill", held ? "-STOP" : "-CONT", "" + process.pid()).start().waitFor();
    }

    /** A script that does not end, until it is told to. */
    private Optional<Thread> endless = Optional.empty();

    void busy(boolean busy) throws InterruptedException {
        if (busy) {
            admin("CONFIG", "SET", "busy-reply-threshold", "1");
            endless = Optional.of(Thread.ofPlatform().start(() -> {
                try {
                    admin("EVAL", "while true do end", "0");
                } catch (RuntimeException e) {
                    // it was ended
                }
            }));
            while (!isBusy()) {
                Thread.onSpinWait();
            }
        } else if (endless.isPresent()) {
            admin("SCRIPT", "KILL");
            endless.get().join();
            endless = Optional.empty();
        }
    }

    private boolean isBusy() {
        try {
            admin("PING");
            return false;
        } catch (JedisDataException e) {
            return e.getMessage().startsWith("BUSY");
        }
    }

    /** Ends the process at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroyForcibly();
            process.onExit().join();
            process = null;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // it was removed before
        }
    }
}
