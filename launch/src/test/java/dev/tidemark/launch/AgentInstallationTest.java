package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How a copy takes the place of an older one, by the shell and tar of this machine. */
@DisabledOnOs(OS.WINDOWS)
class AgentInstallationTest {

    private static final String VERSION = "1.0";

    @TempDir
    private Path home;
    private Path folder;

    @BeforeEach
    void installOld() throws Exception {
        folder = home.resolve(AgentInstallation.FOLDER);
        assertThat(take("old", "")).isZero();
        assertThat(content()).isEqualTo("old");
    }

    private String content() throws IOException {
        return Files.readString(folder.resolve(VERSION).resolve("tidemark"));
    }

    private List<String> left() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** @param move what stands for mv there; empty for mv itself @return the status */
    private int take(String content, String move) throws Exception {
        Path packed = Files.createDirectories(home.resolve("packed"));
        Files.writeString(packed.resolve("tidemark"), content);
        Path tools = Files.createDirectories(home.resolve("tools"));
        if (!move.isEmpty()) {
            assertThat(Files.writeString(tools.resolve("mv"), "#!/bin/sh\n" + move).toFile().setExecutable(true)).isTrue();
        }
        ProcessBuilder there = new ProcessBuilder("sh", "-c", AgentInstallation.TAKE, "sh", AgentInstallation.FOLDER, VERSION)
                .directory(home.toFile()).redirectErrorStream(true);
        there.environment().merge("PATH", tools.toString(), (before, first) -> first + File.pathSeparator + before);
        List<Process> both = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("tar", "--create", "--file=-",
                "--directory=" + packed, "tidemark"), there));
        both.getLast().getInputStream().readAllBytes();
        return both.getLast().waitFor();
    }

    @Test
    void theNewOneTakesThePlaceOfTheOld() throws Exception {
        assertThat(take("new", "")).isZero();
        assertThat(content()).isEqualTo("new");
        assertThat(left()).containsExactly(VERSION);
    }

    /** As where somebody else makes something of that name in between, or the system refuses. */
    @Test
    void oneThatCannotTakeItsPlacePutsTheOldOneBack() throws Exception {
        assertThat(take("new", "case $1 in *.old|" + VERSION + ") exec /bin/mv \"$@\" ;; *) echo \"mv: no\" >&2; exit 1 ;; esac\n"))
                .isEqualTo(1);
        assertThat(content()).isEqualTo("old");
        assertThat(left()).containsExactly(VERSION);
    }

    @Test
    void oneThatCannotMoveTheOldAwayLeavesIt() throws Exception {
        assertThat(take("new", "exit 1\n")).isEqualTo(1);
        assertThat(content()).isEqualTo("old");
        assertThat(left()).containsExactly(VERSION);
    }
}
