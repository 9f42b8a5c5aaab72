package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmdbFolderTest {

    @TempDir
    Path directory;

    private Path folder() {
        return directory.resolve(LmdbTarget.FILES.folder());
    }

    @Test
    void homeIsTheFolderThatHoldsTheData() throws Exception {
        try (Fixture f = new Fixture(directory, "directory", "default")) {
            assertThat(f.target.dataDirectory()).isEqualTo(folder());
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
                Fixture.assertOneLine(f.target::create, "in use by another run");
                Fixture.assertOneLine(f::session, "in use by another run");
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
    void aDamagedDatabaseIsToldInOneLine() throws Exception {
        Fixture.created(directory).close();
        Files.writeString(folder().resolve("data.mdb"), "no database".repeat(1000));
        try (Fixture f = new Fixture(directory)) {
            Fixture.assertOneLine(f::session, "holds no LMDB database, or a damaged one");
        }
    }

    @Test
    void aDatabaseOfOthersIsRefused() throws Exception {
        Path others = Files.writeString(directory.resolve("data.mdb"), "theirs");
        try (Fixture f = new Fixture(directory)) {
            Fixture.assertOneLine(f.target::create, "that Tidemark did not make");
        }
        assertThat(others).hasContent("theirs");
        assertThat(folder()).doesNotExist();
    }
}
