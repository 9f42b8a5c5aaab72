package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code tidemark checkup} on real targets. */
class CheckupCommandTest {

    @TempDir
    private Path folder;
    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    @Test
    void aServerThatIsNotThereIsOneLine() throws Exception {
        Ran ran = program.run("checkup", "redis", "--address", "127.0.0.1:1");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.out()).contains("Connect does not work: no connection", "doctor --target redis --address 127.0.0.1:1")
                .doesNotContain("How good");
        assertThat(ran.err()).doesNotContain("Exception");
        Ran wrong = program.run("checkup", "redsi");
        assertThat(wrong.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(wrong.err()).contains("redsi").hasLineCount(1);
    }

    /** What listens at the usual address is another server, and no packet goes there. */
    @Test
    void noRoundTripIsMeasuredToWhatASocketStandsInThePlaceOf() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Ran ran = program.run("checkup", "redis", "--address", "127.0.0.1:" + other.getLocalPort(), "--socket",
                    folder.resolve("none").toString());
            assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
            assertThat(ran.out()).contains("does not work").doesNotContainIgnoringCase("round trip");
        }
    }

    @EnabledIfSystemProperty(named = "rigs", matches = "all")
    @Test
    void aServerWithoutFsyncIsFoundOut() throws Exception {
        Postgres postgres = Postgres.started(program, "--fsync", "false");
        try {
            JsonNode found = found("postgres");
            assertThat(found.get("wrong")).anySatisfy(s -> assertThat(s.get("name").asString()).isEqualTo("durability"))
                    .noneSatisfy(s -> assertThat(s.get("name").asString()).isIn("trials", "round-trip", "encryption", "pooler"));
            assertThat(found.get("loads").size()).as("a busy machine may not offer a rate").isBetween(3, 4);
            assertThat(found.get("good")).anySatisfy(s -> assertThat(s.asString()).contains("µs of the server"));
        } finally {
            postgres.stop();
        }
    }

    /** Its kernel answers packets at once. */
    @EnabledIfSystemProperty(named = "rigs", matches = "all")
    @Test
    void aProxyThatHoldsAnswersIsFoundOut() throws Exception {
        Postgres postgres = Postgres.started(program);
        try (CuttableProxy proxy = new CuttableProxy(postgres.address(), Duration.ofMillis(20))) {
            assertThat(wrong("postgres")).as("nothing stands between")
                    .doesNotContain("durability", "trials", "round-trip", "encryption", "pooler", "cpu-quota");
            postgres.target("far", "--address", proxy.address());
            assertThat(wrong("far")).contains("round-trip")
                    .doesNotContain("durability", "trials", "encryption", "pooler", "cpu-quota");
        } finally {
            postgres.stop();
        }
    }

    private JsonNode found(String... arguments) {
        List<String> words = new ArrayList<>(List.of("checkup", "--json", "--alongside"));
        words.addAll(List.of(arguments));
        return JsonMapper.shared().readTree(program.run(words.toArray(String[]::new)).ok().out());
    }

    private List<String> wrong(String target) {
        return found(target).get("wrong").values().stream().map(s -> s.get("name").asString()).toList();
    }

    @EnabledIfSystemProperty(named = "rigs", matches = "all")
    @Test
    void aQuotaOfProcessorTimeIsFoundOut() throws Exception {
        Optional<Path> group = group();
        Assumptions.assumeTrue(group.isPresent(), "control groups for processors can be made");
        try {
            List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "echo $$ > " + group.get().resolve("cgroup.procs")
                    + " && exec \"$@\"", "sh"));
            command.addAll(program.command("checkup", "--json", "--alongside"));
            JsonNode found = JsonMapper.shared().readTree(program.finish(program.start(command)).ok().out());
            assertThat(found.get("wrong")).anySatisfy(s -> assertThat(s.get("name").asString()).isEqualTo("cpu-quota"));
        } finally {
            Files.delete(group.get());
        }
    }

    /** A new control group with half of a processor, of whichever version; empty where none can be made. */
    private static Optional<Path> group() throws IOException {
        Path older = Path.of("/sys/fs/cgroup/cpu");
        Path group = (Files.isDirectory(older) ? older : Path.of("/sys/fs/cgroup")).resolve("tidemark-test-"
                + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            boolean first = Files.exists(group.resolve("cpu.cfs_quota_us"));
            Files.writeString(group.resolve(first ? "cpu.cfs_quota_us" : "cpu.max"), first ? "50000" : "50000 100000");
            return Optional.of(group);
        } catch (IOException e) {
            Files.delete(group);
            return Optional.empty();
        }
    }

    @Thorough("it measures for half a minute; the rules are tried by themselves")
    @Test
    void theEmbeddedEngineIsMeasuredWithoutASetting() throws Exception {
        JsonNode found = found();
        assertThat(found.get("engine").asString()).startsWith("RocksDB");
        assertThat(found.get("loads").size()).as("a busy machine may not offer a rate").isBetween(3, 4);
        assertThat(found.get("loads")).allSatisfy(load -> {
            assertThat(load.get("throughput").asDouble()).isPositive();
            assertThat(load.get("p99").asDouble()).isGreaterThanOrEqualTo(load.get("p50").asDouble());
        });
        double best = found.get("loads").values().stream().limit(3).mapToDouble(l -> l.get("throughput").asDouble())
                .max().orElseThrow();
        assertThat(found.get("loads").values().stream().skip(3)).allSatisfy(load ->
                assertThat(load.get("offered").asDouble()).isBetween(Math.min(10_000, best / 2) - 1, best / 2 + 1));
        assertThat(found.get("next")).isNotEmpty();
    }

    @EnabledIfSystemProperty(named = "rigs", matches = "all")
    @Test
    void whatWasKeptStandsBesideLaterOnes() throws Exception {
        JsonNode first = found("--keep", "old");
        assertThat(first.has("references")).isFalse();
        JsonNode second = found();
        assertThat(second.at("/references/0/name").asString()).isEqualTo("old");
        assertThat(second.at("/references/0/engine").asString()).startsWith("RocksDB");
        assertThat(second.at("/references/0/loads").values().stream().map(l -> l.get("throughput").asDouble()).toList())
                .isEqualTo(first.get("loads").values().stream().limit(3).map(l -> l.get("throughput").asDouble()).toList());
    }
}
