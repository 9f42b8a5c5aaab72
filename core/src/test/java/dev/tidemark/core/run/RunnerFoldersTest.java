package dev.tidemark.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunnerFoldersTest {

    private static final Path WORK = Path.of("/srv/tidemark-work");
    private static final RunnerFolders FOLDERS = RunnerFolders.of(WORK);

    private static void isRefused(RunnerFolders folders, RunnerPath name, String why) {
        assertThatThrownBy(() -> folders.resolve(name)).isInstanceOf(InvalidInputException.class).hasMessage(why);
    }

    @Test
    void whatLiesInTheWorkFolderIsFoundInThatOfTheRunner() {
        RunnerPath name = RunnerPath.of(Path.of("/home/me/work/datasets/a"), Path.of("/home/me/work"));
        assertThat(name).isEqualTo(RunnerPath.work("datasets/a"));
        assertThat(FOLDERS.resolve(name)).isEqualTo(WORK.resolve("datasets").resolve("a"));
    }

    @Test
    void whatLiesElsewhereIsMeantAsItWasGiven() {
        RunnerPath name = RunnerPath.of(Path.of("/mnt/fast"), Path.of("/home/me/work"));
        assertThat(name).isEqualTo(RunnerPath.absolute("/mnt/fast"));
        assertThat(FOLDERS.resolve(name)).isEqualTo(Path.of("/mnt/fast"));
        assertThat(RunnerFolders.NONE.resolve(name)).isEqualTo(Path.of("/mnt/fast"));
    }

    @Test
    void aNameThatCannotBeResolvedIsRefused() {
        isRefused(RunnerFolders.NONE, RunnerPath.work("iteration-1"),
                "this runner has no work folder, in which iteration-1 could lie");
        isRefused(FOLDERS, new RunnerPath("home", "x"),
                "this runner knows no folder 'home'; paths are below 'work', or absolute");
        isRefused(FOLDERS, RunnerPath.work("../other"), "the path ../other leads out of the runner's work folder");
        isRefused(FOLDERS, RunnerPath.work("/etc"), "the path /etc leads out of the runner's work folder");
    }
}
