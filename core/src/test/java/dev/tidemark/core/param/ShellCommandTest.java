package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {

    @Test
    void plainWordsStayAsTheyAre() {
        assertThat(ShellCommand.of("again", "demo", "--vary", "shards=1,2")).isEqualTo("tidemark again demo --vary shards=1,2");
        assertThat(ShellCommand.of("./tidemark", List.of("report", "two words"))).isEqualTo("./tidemark report 'two words'");
    }

    /** By a shell itself. */
    @ParameterizedTest
    @ValueSource(strings = {"x;echo pwned", "$(echo pwned)", "`echo pwned`", "a'b;echo pwned;'", "\"", "a\\", "*", "~", "", "a b",
        "x && echo pwned", "x\necho pwned", "!!", "#x", "${HOME}"})
    void aShellReadsOneWordAndRunsNothing(String word) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", ShellCommand.of("printf", List.of("[%s]", word))).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("[" + word + "]");
        assertThat(shell.waitFor()).isZero();
    }
}
