package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.support.ExitStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a target needs of this machine is looked for before anything is run. */
class NamedFilesTest {

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

    private void refused(String line, String... settings) {
        List<String> args = new ArrayList<>(List.of("volume", "--address", "127.0.0.1:1", "--duration", "1s", "--label",
                "a"));
        args.addAll(List.of(settings));
        Program.Ran ran = program.run(args.toArray(String[]::new));
        assertThat(ran.err()).isEqualToIgnoringNewLines(line);
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(program.run("list").table()).as("no label was made").hasSize(1);
    }

    @Test
    void whatIsMissingIsOneLineAndNothingIsRun() {
        Path none = folder.resolve("none");
        refused("driver-jar: there is no jar at " + none, "--target", "jdbc", "--driver-jar", none.toString(), "--url",
                "jdbc:h2:tcp://{address}/x");
        refused("tls-authority: there is no file " + none, "--target", "redis", "--tls", "true", "--tls-authority",
                none.toString());
        refused("tls-certificate: there is no file " + none, "--target", "redis", "--tls", "true", "--tls-certificate",
                none.toString(), "--tls-key", none.toString());
        refused("password: there is no file " + none, "--target", "redis", "--user", "ada", "--password",
                "file:" + none);
    }
}
