package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.DriverException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

    @TempDir
    Path directory;

    private Path folder() {
        return directory.resolve(DataFolder.NAME);
    }

    @Test
    void homeIsTheFolderThatHoldsTheData() throws Exception {
        try (Fixture f = new Fixture(directory, "directory", "default")) {
            assertThat(f.target.home()).isEqualTo(folder());
            f.target.create();
            assertThat(folder().resolve("data.mdb")).exists();
            assertThat(f.target.directories()).containsExactly(directory);
        }
    }

    @Test
    void dropRemovesOnlyItsOwn() throws Exception {
        Path mine = Files.writeString(directory.resolve("mine.txt"), "mine");
        try (Fixture f = Fixture.created(directory)) {
            f.fill(0, 10, 100);
            Path strange = Files.writeString(folder().resolve("notes.txt"), "mine too");
            f.target.drop();
            assertThat(mine).exists();
            assertThat(folder()).isDirectoryContaining(p -> p.equals(strange));
            assertThat(folder().resolve("data.mdb")).doesNotExist();
            assertThat(f.notes).hasSize(1);
            Files.delete(strange);
            f.target.create();
            f.target.drop();
            assertThat(folder()).doesNotExist();
            assertThat(mine).exists();
        }
    }

    @Test
    void aDirectoryThatWasNotThereGoesWithTheDatabase() throws Exception {
        Path fresh = directory.resolve("fresh");
        try (Fixture f = Fixture.created(fresh)) {
            f.target.create();
            f.target.drop();
            assertThat(fresh).doesNotExist();
            assertThatCode(f.target::drop).as("dropping twice").doesNotThrowAnyException();
        }
    }

    /** A runner that is killed in the middle of loading: what it committed is there, and can be dropped. */
    @Test
    void whatAKilledRunLeftIsUsableAndIsDropped() throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString()));
        command.addAll(new LmdbDriver().jvmFlags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Endless.class.getName(),
                directory.toString()));
        Process killed = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var said = killed.inputReader()) {
            assertThat(said.readLine()).isEqualTo("loading");
            try (Fixture f = new Fixture(directory)) {
                assertOneLine(f.target::create, "in use by another run");
                assertOneLine(f::session, "in use by another run");
            }
        } finally {
            killed.destroyForcibly().waitFor();
        }
        try (Fixture f = new Fixture(directory)) {
            assertThat(f.all()).hasSizeGreaterThanOrEqualTo(100);
            f.fill(0, 10, 10); // the writer's lock of the dead is free
        }
        try (Fixture f = Fixture.created(directory)) {
            assertThat(f.all()).isEmpty();
        }
    }

    /** Stores the same documents over and over until it is killed. */
    static final class Endless {
        public static void main(String[] args) throws Exception {
            Fixture f = Fixture.created(Path.of(args[0]));
            f.fill(0, 100, 1000);
            System.out.println("loading");
            while (true) {
                f.fill(0, 100, 1000);
            }
        }
    }

    @Test
    void whatARunKilledWhileCreatingLeftIsDropped() throws Exception {
        Files.createDirectories(folder());
        Files.createFile(folder().resolve(DataFolder.MARKER));
        Files.writeString(folder().resolve("data.mdb"), "half");
        try (Fixture f = Fixture.created(directory)) {
            assertThat(f.all()).isEmpty();
            f.target.drop();
        }
        assertThat(folder()).doesNotExist();
    }

    @Test
    void aDamagedDatabaseIsToldInOneLine() throws Exception {
        Fixture.created(directory).close();
        Files.writeString(folder().resolve("data.mdb"), "no database".repeat(1000));
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f::session, "holds no LMDB database, or a damaged one");
        }
    }

    @Test
    void aDatabaseOfOthersIsRefused() throws Exception {
        Path others = Files.writeString(directory.resolve("data.mdb"), "theirs");
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "that Tidemark did not make");
        }
        assertThat(others).hasContent("theirs");
        assertThat(folder()).doesNotExist();
    }

    @Test
    void aFolderOfThatNameWithoutTheMarkerIsRefused() throws Exception {
        Path others = Files.createDirectories(folder()).resolve("data.mdb");
        Files.writeString(others, "theirs");
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "files that Tidemark did not make (data.mdb)");
            f.target.drop();
        }
        assertThat(others).hasContent("theirs");
    }

    @Test
    void filesOfOthersAmongItsOwnAreRefused() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.fill(0, 10, 100);
        }
        Path others = Files.writeString(folder().resolve("thesis.txt"), "theirs");
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "files that Tidemark did not make (thesis.txt)");
            assertThat(f.all()).hasSize(10);
        }
        assertThat(others).hasContent("theirs");
    }

    @Test
    void twoTargetsDoNotShareADirectory() throws Exception {
        try (Fixture first = Fixture.created(directory); Fixture second = new Fixture(directory)) {
            first.fill(0, 10, 100);
            assertOneLine(second.target::create, "in use by another run");
            assertOneLine(second::session, "in use by another run");
            assertOneLine(second.target::drop, "in use by another run");
            assertThat(first.all()).hasSize(10);
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        for (Path place : List.of(file, file.resolve("below"))) {
            try (Fixture f = new Fixture(place)) {
                assertOneLine(f.target::create, file.toString());
            }
        }
    }

    static void assertOneLine(ThrowingCallable action, String part) {
        assertThatThrownBy(action).isInstanceOf(DriverException.class).hasMessageContaining(part)
                .hasMessageNotContaining("\n");
    }
}
