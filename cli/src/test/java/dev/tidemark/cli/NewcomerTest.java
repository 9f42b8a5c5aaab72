package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.ManualPage.Block;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The part of "Getting started" that needs a server of the reader's own, with one; the manual's test runs the rest. */
@Timeout(600)
class NewcomerTest {

    private static final String PASSWORD = "of ada";

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;

    @BeforeEach
    void start() throws Exception {
        program = new Program(folder);
        postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE ada LOGIN PASSWORD '" + PASSWORD + "'", "CREATE DATABASE shop",
                "GRANT CREATE ON DATABASE shop TO ada", "GRANT pg_checkpoint TO ada");
    }

    @AfterEach
    void stop() {
        if (postgres != null) {
            postgres.stop();
        }
        program.close();
    }

    @ByTurns(days = 10, heldBy = {"DoctorCommandTest", "ManualCommandsTest"})
    @Test
    void aServerOfOnesOwnIsMeasuredAsThePageSays() throws Exception {
        Block block = ManualPage.all().stream().filter(p -> p.path().endsWith("getting-started.md"))
                .flatMap(p -> p.blocks().stream()).filter(b -> b.text().contains("target add mine")).findFirst()
                .orElseThrow();
        List<String> lines = block.text().lines().toList();
        assertThat(lines).hasSizeGreaterThanOrEqualTo(4).allMatch(line -> line.startsWith("./tidemark "));
        Path commands = Files.writeString(program.file("commands"), block.text()
                .replace("db1:5432", postgres.address()).replace(" mine.html", " " + folder + "/mine.html"));
        ProcessBuilder builder = new ProcessBuilder(program.java(CommandLoop.class)).redirectInput(commands.toFile())
                .redirectOutput(program.file("out").toFile()).redirectError(program.file("err").toFile());
        builder.environment().put("DB_PASSWORD", PASSWORD);
        builder.environment().put("TIDEMARK_STORE", program.store().toString());
        Ran ran = program.finish(builder.start()).ok();
        assertThat(ran.out() + ran.err()).doesNotContain(PASSWORD);
        assertThat(ran.out().lines().filter(line -> line.startsWith(CommandLoop.END))).as(ran.out()).hasSameSizeAs(lines)
                .containsOnly(CommandLoop.END + ExitStatus.DONE);
        assertThat(folder.resolve("mine.html")).content().contains("PostgreSQL 18.6");
    }
}
