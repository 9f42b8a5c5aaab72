package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.run.runner.RunnerMain;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerCommandTest {

    private static final String HOME = "tidemark.home";

    @TempDir
    private Path home;

    @BeforeEach
    void layOut() throws IOException {
        for (String jar : List.of("lib/tidemark-core-1.jar", "lib/tidemark-driver-trouble-1.jar",
                "lib/tidemark-driver-other-1.jar", "drivers/trouble/engine.jar", "drivers/other/engine.jar")) {
            Files.createDirectories(home.resolve(jar).getParent());
            Files.createFile(home.resolve(jar));
        }
        System.setProperty(HOME, home.toString());
    }

    @AfterEach
    void leave() {
        System.clearProperty(HOME);
    }

    private RunnerCommand command() throws IOException {
        return RunnerCommand.of(new TroubleDriver(), home.resolve("work"));
    }

    @Test
    void aRunnerSeesTheEngineOfItsDriverAndNoOther() throws IOException {
        assertThat(command().classPath()).map(jar -> home.relativize(jar).toString()).containsExactly(
                "lib/tidemark-core-1.jar", "lib/tidemark-driver-trouble-1.jar", "drivers/trouble/engine.jar");
    }

    @Test
    void itsClassesComeFromAnArchiveOfItsDriversWhereOneCanBeKept() throws IOException {
        assertThat(command().jvmFlags()).noneMatch(flag -> flag.contains("Archive"));
        Files.createDirectory(home.resolve("aot"));
        assertThat(command().line(RunnerMain.class.getName(), home)).contains("-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + home.resolve("aot/runner-trouble.jsa"));
    }

    /** The JVM would die of one that is damaged, and make none in its place. */
    @Test
    void anArchiveThatIsNotAsARunnerHasMadeItIsThrownAway() throws IOException {
        Path archive = Files.createDirectory(home.resolve("aot")).resolve("runner-trouble.jsa");
        command();
        Files.writeString(archive, "classes");
        command().archive().orElseThrow().note(); // its own runner was the one
        assertThat(archive).as("made by nobody who told of it").doesNotExist();

        Files.writeString(archive, "classes");
        new ClassArchive(archive.getParent(), "trouble").note();
        assertThat(command().jvmFlags()).contains("-XX:SharedArchiveFile=" + archive);
        assertThat(archive).hasContent("classes");
        Files.writeString(archive, "clasess");
        assertThat(command().jvmFlags()).contains("-XX:SharedArchiveFile=" + archive);
        assertThat(archive).doesNotExist();
    }

    /** Wherever one byte is another. */
    @Test
    void anArchiveThatIsDamagedAnywhereIsThrownAway() throws IOException {
        Path archive = Files.createDirectory(home.resolve("aot")).resolve("runner-trouble.jsa");
        Random random = Effort.random(RunnerCommandTest.class);
        byte[] whole = new byte[1 << 16];
        random.nextBytes(whole);
        for (int i = 0; i < Effort.of(4, 36); i++) {
            Files.write(archive, whole);
            new ClassArchive(archive.getParent(), "trouble").note();
            byte[] damaged = whole.clone();
            int place = random.nextInt(damaged.length);
            damaged[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(archive, damaged);
            command();
            assertThat(archive).as("damaged at %d", place).doesNotExist();
        }
    }
}
