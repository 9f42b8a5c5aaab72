package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What docs/comparing.md has three systems of builds run is what a shell can run. */
@ByTurns(days = 10, heldBy = "JunitTest")
@DisabledOnOs(OS.WINDOWS)
@Timeout(300)
class CiRecipesTest {

    /** A step of GitHub's, a line of GitLab's, and one of Jenkins'. */
    private static final Pattern STEP = Pattern.compile("(?m)^ *(?:- run: (.*)|- (\\./tidemark .*)|sh '(.*)')$");

    @TempDir
    private Path folder;

    @Test
    void areCarriedOutByAShell() throws Exception {
        ManualPage page = ManualPage.all().stream().filter(p -> p.path().endsWith("comparing.md")).findFirst()
                .orElseThrow();
        List<String> recipes = page.blocks().stream().filter(b -> b.language().equals("text"))
                .map(b -> STEP.matcher(b.text()).results().map(CiRecipesTest::command)
                        .collect(Collectors.joining("\n")))
                .filter(commands -> !commands.isEmpty()).toList();
        assertThat(recipes).hasSize(3).containsOnly(recipes.getFirst());
        assertThat(recipes.getFirst().lines()).hasSize(2);
        String gate = page.blocks().stream().map(ManualPage.Block::text).filter(t -> t.startsWith("# file: gate.yaml"))
                .findFirst().orElseThrow();
        Files.writeString(folder.resolve("gate.yaml"), gate.replace("repeat: 5", "repeat: 2"));
        try (Program program = new Program(folder)) {
            Path script = Files.writeString(folder.resolve("tidemark"), "#!/bin/sh\nexec " + program.command().stream()
                    .map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " \"$@\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
            Ran ran = program.finish(program.start(List.of("sh", "-e", "-c", "cd '" + folder + "'\n"
                    + recipes.getFirst())));
            assertThat(ran.status()).as(ran.out() + ran.err()).isIn(ExitStatus.DONE, ExitStatus.MISSED,
                    ExitStatus.FAILED);
            assertThat(folder.resolve("gate.xml")).content().contains("tests=\"2\"");
        }
    }

    private static String command(MatchResult step) {
        return step.group(1) != null ? step.group(1) : step.group(2) != null ? step.group(2) : step.group(3);
    }
}
