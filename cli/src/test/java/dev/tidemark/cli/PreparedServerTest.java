package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.driver.contract.HeavyServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of a user's own, which a command of the user's sets and starts anew before each iteration. */
@HeavyServer
@Timeout(600)
class PreparedServerTest {

    /** As docs/prepare.md has it, but for psql, which the rig's archive is without. Its programs refuse root. */
    private static final String RESTART = """
            restart() { if [ "$(id -u)" = 0 ]; then unshare --user "$@"; else "$@"; fi; }
            echo "shared_buffers = '$1'" >'%2$s/postgresql.auto.conf'
            restart '%1$s' -D '%2$s' -l '%3$s' -m fast -w %4$s
            """;

    @TempDir
    private Path folder;
    private Program program;
    private Path control;
    private Path data;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void end() throws Exception {
        if (control != null) {
            new ProcessBuilder("sh", script("stop").toString(), "16MB").inheritIO().start().waitFor();
        }
        program.close();
    }

    private Path script(String verb) throws IOException {
        return Files.writeString(program.file(verb + ".sh"), RESTART.formatted(control, data,
                program.file("server.log"), verb));
    }

    private Path below(Path root, String name) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.getFileName().toString().equals(name)).findFirst().orElseThrow();
        }
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    @Test
    void aSettingThatNeedsARestartIsVariedByTurns() throws Exception {
        Postgres postgres = Postgres.started(program);
        postgres.stop(); // from here on it is no rig's
        Path home = program.file("results.db-rigs").resolve("postgres");
        data = below(home, "PG_VERSION").getParent();
        control = below(home, "pg_ctl");
        postgres.target("shop");
        Ran ran = program.run("volume", "--target", "shop", "--label", "buffers", "--prepare", "sh '"
                + script("restart") + "' {shared-buffers}", "--shared-buffers", "16MB,900TB,32MB", "--repeat", "2", "--key-count", "50",
                "--operations", "100", "--duration", "none", "--warm-up", "none", "--workers", "1");
        assertThat(ran.status()).as(ran.err()).isEqualTo(ExitStatus.FAILED);
        List<Iteration> all = program.iterations("buffers");
        assertThat(all).hasSize(6).allSatisfy(i -> {
            String configured = setting(i, "shared-buffers");
            if (configured.equals("900TB")) {
                assertThat(i.state()).isEqualTo(IterationState.FAILED);
                assertThat(i.verdict()).startsWith("prepare: sh ").contains(" 900TB ended with status 1");
            } else {
                assertThat(i.state()).as(i.verdict()).isEqualTo(IterationState.DONE);
                assertThat(setting(i, "server-shared-buffers")).isEqualTo(configured);
            }
        });
        new ProcessBuilder("sh", script("restart").toString(), "24MB").inheritIO().start().waitFor();
        assertThat(postgres.texts("SHOW shared_buffers")).containsExactly("24MB");
    }
}
