package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.DriverException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class DataFolderTest {

    @TempDir
    Path directory;

    private Path folder() {
        return directory.resolve(DataFolder.NAME);
    }

    @Test
    void eachShardHasItsFolder() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            assertThat(folder().resolve("shard-01/CURRENT")).exists();
            assertThat(folder().resolve("shard-02/CURRENT")).exists();
            assertThat(folder().resolve("shard-03")).doesNotExist();
            assertThat(f.target.directories()).containsExactly(directory);
        }
    }

    @Test
    void theDefaultDirectoryIsTheIterationsOwn() throws Exception {
        try (Fixture f = new Fixture(directory, "directory", "default")) {
            f.target.create();
            assertThat(folder().resolve("shard-01/CURRENT")).exists();
        }
    }

    @Test
    void dropRemovesOnlyItsOwn() throws Exception {
        Path mine = Files.writeString(directory.resolve("mine.txt"), "mine");
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.fill(0, 100, 1000);
            Path strange = Files.writeString(folder().resolve("shard-01/notes.txt"), "mine too");
            f.target.drop();
            assertThat(mine).exists();
            assertThat(strange).exists();
            assertThat(folder().resolve("shard-01")).isDirectoryContaining(p -> p.equals(strange));
            assertThat(folder()).isDirectoryNotContaining(p -> p.getFileName().toString().equals("shard-02"));
            assertThat(f.notes).hasSize(1);
        }
        Files.delete(folder().resolve("shard-01/notes.txt"));
        Files.delete(folder().resolve("shard-01"));
        try (Fixture f = Fixture.created(directory)) {
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

    /** A runner that is killed in the middle of loading, with more shards than the next one wants. */
    @Test
    void whatAKilledRunLeftIsDropped() throws Exception {
        Process killed = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Endless.class.getName(), directory.toString())
                .redirectErrorStream(true).start();
        try (var said = killed.inputReader()) {
            assertThat(said.readLine()).isEqualTo("loading");
            try (Fixture f = new Fixture(directory)) {
                assertOneLine(f.target::create, "in use by another run");
            }
        } finally {
            killed.destroyForcibly().waitFor();
        }
        assertThat(folder().resolve("shard-03")).exists();
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            assertThat(folder().resolve("shard-03")).doesNotExist();
            assertThat(f.all()).isEmpty();
            f.fill(0, 10, 100);
            assertThat(f.all()).hasSize(10);
        }
    }

    /** Fills three shards until it is killed. */
    static final class Endless {
        public static void main(String[] args) throws Exception {
            Fixture f = Fixture.created(Path.of(args[0]), "shards", "3", "memtable", "1MB");
            f.fill(0, 3000, 1000);
            System.out.println("loading");
            for (int n = 0; ; n = (n + 1000) % 100_000) {
                f.fill(n, n + 1000, 1000);
            }
        }
    }

    @Test
    void whatARunKilledWhileCreatingLeftIsDropped() throws Exception {
        Files.createDirectories(folder().resolve("shard-05"));
        Files.createFile(folder().resolve(DataFolder.MARKER));
        try (Fixture f = Fixture.created(directory)) {
            assertThat(folder().resolve("shard-05")).doesNotExist();
            f.target.drop();
        }
        assertThat(folder()).doesNotExist();
    }

    @Test
    void aDatabaseOfOthersIsRefused() throws Exception {
        RocksDB.loadLibrary();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB others = RocksDB.open(options, directory.toString())) {
            others.put(new byte[] {1}, new byte[] {2});
        }
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "that Tidemark did not make");
        }
        assertThat(folder()).doesNotExist();
    }

    @Test
    void aFolderOfThatNameWithoutTheMarkerIsRefused() throws Exception {
        Path others = Files.createDirectories(folder().resolve("shard-01")).resolve("CURRENT");
        Files.writeString(others, "theirs");
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "files that Tidemark did not make (shard-01)");
            f.target.drop();
        }
        assertThat(others).hasContent("theirs");
    }

    @Test
    void filesOfOthersAmongItsOwnAreRefused() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.fill(0, 10, 100);
        }
        Path others = Files.writeString(folder().resolve("shard-01/thesis.txt"), "theirs");
        try (Fixture f = new Fixture(directory)) {
            assertOneLine(f.target::create, "files that Tidemark did not make (shard-01/thesis.txt)");
        }
        assertThat(others).hasContent("theirs");
        assertThat(folder().resolve("shard-01/CURRENT")).exists();
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
    void anotherNumberOfShardsIsNotOpened() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.fill(0, 10, 100);
        }
        try (Fixture f = new Fixture(directory, "shards", "3")) {
            assertOneLine(f::session, "holds 2 shards, not 3");
        }
        try (Fixture f = new Fixture(directory, "shards", "2")) {
            assertThat(f.all()).hasSize(10);
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

    @Test
    void aDirectoryThatCannotBeWrittenIsRefused() throws Exception {
        Path readOnly = new File("/proc/self").isDirectory() ? Path.of("/proc/self/tidemark") : unwritable();
        try (Fixture f = new Fixture(readOnly)) {
            assertOneLine(f.target::create, readOnly.toString());
        }
    }

    private Path unwritable() {
        assertThat(directory.toFile().setWritable(false)).isTrue();
        return directory;
    }

    static void assertOneLine(ThrowingCallable action, String part) {
        assertThatThrownBy(action).isInstanceOf(DriverException.class).hasMessageContaining(part)
                .hasMessageNotContaining("\n");
    }
}
