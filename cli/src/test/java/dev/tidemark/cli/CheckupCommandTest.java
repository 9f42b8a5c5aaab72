package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
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
        assertThat(ran.out()).contains("does not work", "doctor --target redis");
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
            JsonNode found = JsonMapper.shared().readTree(program.run("checkup", "postgres", "--json", "--alongside").ok().out());
            assertThat(found.get("wrong")).anySatisfy(s -> assertThat(s.get("name").asString()).isEqualTo("durability"))
                    .noneSatisfy(s -> assertThat(s.get("name").asString()).isIn("trials", "round-trip", "encryption", "pooler"));
            assertThat(found.get("loads").size()).as("a busy machine may not offer a rate").isBetween(3, 4);
            assertThat(found.get("good")).anySatisfy(s -> assertThat(s.asString()).contains("µs of the server"));
        } finally {
            postgres.stop();
        }
    }

    @Thorough("it measures for half a minute; the rules are tried by themselves")
    @Test
    void theEmbeddedEngineIsMeasuredWithoutASetting() throws Exception {
        JsonNode found = JsonMapper.shared().readTree(program.run("checkup", "--json", "--alongside").ok().out());
        assertThat(found.get("engine").asString()).startsWith("RocksDB");
        assertThat(found.get("loads").size()).as("a busy machine may not offer a rate").isBetween(3, 4);
        assertThat(found.get("loads")).allSatisfy(load -> {
            assertThat(load.get("throughput").asDouble()).isPositive();
            assertThat(load.get("p99").asDouble()).isGreaterThanOrEqualTo(load.get("p50").asDouble());
        });
        double best = found.get("loads").values().stream().limit(3).mapToDouble(l -> l.get("throughput").asDouble())
                .max().orElseThrow();
        assertThat(found.get("loads").values().stream().skip(3)).allSatisfy(load ->
                assertThat(load.get("offered").asDouble()).isBetween(best / 2 - 1, best / 2 + 1));
        assertThat(found.get("next")).isNotEmpty();
    }
}
