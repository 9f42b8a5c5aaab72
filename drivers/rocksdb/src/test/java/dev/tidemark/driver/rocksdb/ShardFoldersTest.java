package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class ShardFoldersTest {

    @TempDir
    Path directory;

    private Path folder() {
        return directory.resolve(RocksDbTarget.FILES.folder());
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
                Fixture.assertOneLine(f.target::create, "in use by another run");
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
    void aDatabaseOfOthersIsRefused() throws Exception {
        RocksDB.loadLibrary();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB others = RocksDB.open(options, directory.toString())) {
            others.put(new byte[] {1}, new byte[] {2});
        }
        try (Fixture f = new Fixture(directory)) {
            Fixture.assertOneLine(f.target::create, "that Tidemark did not make");
        }
        assertThat(folder()).doesNotExist();
    }

    @Test
    void anotherNumberOfShardsIsNotOpened() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.fill(0, 10, 100);
        }
        try (Fixture f = new Fixture(directory, "shards", "3")) {
            Fixture.assertOneLine(f::session, "holds 2 shards, not 3");
        }
        try (Fixture f = new Fixture(directory, "shards", "2")) {
            assertThat(f.all()).hasSize(10);
        }
    }
}
