package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.TroubleDriver.Trouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret reaches the driver in the runner's process, from wherever it is, and is told by nobody. */
class SecretsOfRunnerTest {

    private static final String SECRET = "open sesame";

    @TempDir
    Path folder;

    private List<RunEvent> run(String where, SecretAnswers answers) throws Exception {
        List<RunEvent> events = new ArrayList<>();
        try (Bench bench = new Bench(folder, Duration.ofSeconds(20), OptionalLong.empty(),
                MemoryCgroups.system(Clock.system()), answers)) {
            bench.runner().run(bench.request(1, Trouble.NONE, "password", where), events::add);
        }
        return events;
    }

    @Test
    void whatWasAskedForGoesOverTheLink() throws Exception {
        List<RunEvent> events = run("prompt:db", new SecretAnswers(Map.of("db", SECRET)));

        assertThat(Bench.end(events).state()).isEqualTo(IterationState.DONE);
        assertThat(events.toString()).contains("A secret of 11 characters.").doesNotContain(SECRET);
    }

    @Test
    void aFileOfOnesOwnIsReadByTheRunner() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        List<RunEvent> events = run("file:" + file, SecretAnswers.NONE);

        assertThat(Bench.end(events).state()).isEqualTo(IterationState.DONE);
        assertThat(events.toString()).contains("A secret of 11 characters.").doesNotContain(SECRET);
    }

    @Test
    void whereNobodyWasAskedTheIterationSaysSo() throws Exception {
        assertThat(Bench.end(run("prompt:db", SecretAnswers.NONE))).isEqualTo(new RunEvent.Ended(1,
                IterationState.FAILED, "prompt:db: there is no terminal to prompt on; give the secret as env:VARIABLE "
                + "or file:PATH"));
    }
}
