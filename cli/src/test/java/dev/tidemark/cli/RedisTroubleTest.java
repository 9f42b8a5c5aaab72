package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.MountedDisk;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;

/** What may befall a server, done to a real Redis in the middle of a run. */
@Timeout(600)
class RedisTroubleTest {

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    @TempDir
    private Path folder;

    private Program program;
    private CompletableFuture<Ran> begun;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void stop() throws Exception {
        program.end(begun);
        program.run("rig", "stop", "redis").ok();
        program.close();
    }

    private List<String> status() {
        return program.run("rig", "status", "redis").ok().table().get(1);
    }

    private Path home() {
        return program.file("results.db-rigs").resolve("redis");
    }

    private Connection connect() throws IOException {
        String[] address = status().get(2).split(":");
        return new Connection(new HostAndPort(address[0], Integer.parseInt(address[1])),
                DefaultJedisClientConfig.builder().timeoutMillis(60_000) // 2 s by default
                        .password(Files.readString(home().resolve("password")).strip())
                        .build());
    }

    private static Object ask(Connection connection, String command, String... words) {
        connection.sendCommand(() -> command.getBytes(StandardCharsets.US_ASCII), words);
        return connection.getOne();
    }

    /** Every key with its value, as the server writes it down. */
    private Map<String, String> digest() throws IOException {
        try (Connection connection = connect()) {
            Map<String, String> all = new TreeMap<>();
            for (Object key : (List<?>) ask(connection, "KEYS", "*")) {
                String name = new String((byte[]) key, StandardCharsets.UTF_8);
                all.put(name, HexFormat.of().formatHex((byte[]) ask(connection, "DUMP", name)));
            }
            return all;
        }
    }

    private static String[] volume(String target, String label, String... more) {
        List<String> line = new ArrayList<>(List.of("volume", "--target", target, "--label", label, "--workers", "2",
                "--key-count", "300", "--value-size", "200B", "--warm-up", "none", "--interval", "200ms", "--mix",
                "get=1,put=1", "--preload", "none", "--keep", "none"));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    private Iteration only(String label) {
        assertThat(program.iterations(label)).hasSize(1);
        return program.iterations(label).getFirst();
    }

    private List<OutcomeCount> failures(Iteration iteration) {
        try (ResultStore results = ResultStore.open(program.store())) {
            return results.detail(iteration.id()).outcomes().stream().filter(o -> o.outcome() != Outcome.OK
                    && o.outcome() != Outcome.MISS).toList();
        }
    }

    private void begin(String label, String... line) {
        begun = program.begin(line);
        Program.await("intervals", () -> begun.isDone() || program.iterations(label).stream()
                .anyMatch(i -> program.intervals(i) >= 2));
        assertThat(begun).isNotDone();
    }

    @Thorough("a run of seconds; the contract of remote drivers holds what sessions do without a server")
    @Test
    void aServerThatDiesInTheMiddleMakesTheRunInvalid() throws Exception {
        program.run("rig", "start", "redis").ok();
        begin("dies", volume("redis", "dies", "--duration", "4s"));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(status().get(3))).orElseThrow();
        server.destroyForcibly();
        server.onExit().join();
        Ran ran = begun.join();
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        Iteration dead = only("dies");
        assertThat(dead.state()).isNotEqualTo(IterationState.DONE);
        program.run("rig", "start", "redis").ok();
        program.run(volume("redis", "after", "--duration", "none", "--operations", "500")).ok();
        assertThat(digest()).isEmpty();
    }

    @Thorough("a run of seconds; the contract of remote drivers holds what sessions do then")
    @Test
    void aConnectionThatIsCutFailsItsOperationsAndTheRestGoesOn() throws Exception {
        program.run("rig", "start", "redis").ok();
        try (CuttableProxy proxy = new CuttableProxy(status().get(2))) {
            program.run("target", "add", "far", "--driver", "redis", "--address", proxy.address(), "--password", "file:"
                    + home().resolve("password")).ok();
            begin("cut", volume("far", "cut", "--duration", "4s"));
            proxy.cut();
            Ran ran = begun.join();
            Iteration cut = only("cut");
            assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
            assertThat(cut.state()).isEqualTo(IterationState.INVALID);
            assertThat(failures(cut)).isNotEmpty().allMatch(o -> o.outcome() == Outcome.CONNECTION_LOST
                    && o.reason().contains("the connection to " + proxy.address() + " broke"));
            assertThat(failures(cut).stream().mapToDouble(OutcomeCount::operations).sum()).as("one for each connection")
                    .isLessThanOrEqualTo(cut.value("reconnects").orElseThrow().number());
        }
        assertThat(digest()).isEmpty();
    }

    @Test
    void aDiskThatFillsUpIsToldInTheServersWords() throws Exception {
        Path small = disk.mount(folder, "tmpfs", "size=24m,mode=0777");
        program.run("rig", "start", "redis", "--directory", small.toString()).ok();
        Ran ran = program.run("ingest", "--target", "redis", "--label", "full", "--documents", "4k", "--payload",
                "20kB", "--workers", "2", "--batch-size", "10", "--warm-up", "none", "--interval", "1s",
                "--keep", "none");
        Iteration full = only("full");
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.state()).isNotEqualTo(IterationState.DONE);
        assertThat(failures(full)).anyMatch(o -> o.reason().contains("No space left on device"));
        assertThat(program.run("--quiet", "rig", "stop", "redis").ok().err()).startsWith("Rig redis was killed: it could "
                + "not save its data (").endsWith("and what its append-only file did not take is lost.\n");
    }

    @Test
    void aUsersOwnKeysAreNeverTouched() throws Exception {
        program.run("rig", "start", "redis").ok();
        try (Connection connection = connect()) {
            for (int i = 0; i < 300; i++) {
                ask(connection, "SET", "shop:" + i, "value " + i);
            }
            ask(connection, "HSET", "tidemark", "a", "b");
            ask(connection, "SET", "tidemark2:made-by", "Tidemark");
            ask(connection, "RPUSH", "Tidemark:0:a", "1", "2");
            ask(connection, "ZADD", "tidemark_doctor2:keys", "1", "a");
        }
        Map<String, String> before = digest();
        program.run("volume", "--target", "redis", "--label", "all", "--ordered-keys", "true", "--instances", "2",
                "--workers", "2", "--key-count", "200", "--preload", "100", "--value-size", "200B", "--duration",
                "none", "--operations", "1000", "--warm-up", "none", "--verify", "all", "--index-groups", "20",
                "--index-days", "50", "--scan-length", "5", "--mix", "get=4,head=1,put=2,insert=1,update=2,"
                + "update-indexed=1,index-query=1,group-query=1,scan=1,delete=1", "--keep", "none").ok();
        program.run("ingest", "--target", "redis", "--label", "in", "--documents", "500", "--payload", "500B",
                "--batch-size", "10", "--warm-up", "none", "--keep", "none").ok();
        program.run("doctor", "--target", "redis").ok();
        assertThat(digest()).isEqualTo(before);
    }
}
