package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is closed is one file, and stays so. */
class DatabaseTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void make() {
        file = folder.resolve("results.db");
        ResultStore.open(file).close();
    }

    private static long labels(Database database) {
        return database.read(handle -> handle.createQuery("SELECT count(*) FROM label_page").mapTo(Long.class).one());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** As where a store was begun, and the process killed before it had written anything. */
    @Test
    void isMadeOfAnEmptyFileAndOfNoOtherThatIsNone() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.db"));
        ResultStore.open(empty).close();
        try (Database database = Database.open(empty, true)) {
            assertThat(labels(database)).isZero();
        }
        Path other = Files.writeString(folder.resolve("other.db"), "x");
        assertThatThrownBy(() -> ResultStore.open(other)).isInstanceOf(InvalidInputException.class)
                .hasMessage(other + " is not a Tidemark store; choose another file with --store");
    }

    @Test
    void isNotOpenedAgainByWhoComesTooLate() throws IOException {
        Database database = Database.open(file, true);
        assertThat(labels(database)).isZero();
        database.close();
        assertThatThrownBy(() -> labels(database)).isInstanceOf(StoreException.class)
                .hasMessage("store " + file + ": it is closed");
        assertThatThrownBy(database::version).isInstanceOf(StoreException.class).hasMessageEndingWith("it is closed");
        assertThat(files()).containsExactly(file);
    }

    /** As by a restore by hand: SQLite would go on with this file's log beside the other one. */
    @Test
    void writesNothingWhenAnotherFileIsInItsPlace() throws IOException {
        Path other = folder.resolve("other.db");
        ResultStore.open(other).close();
        byte[] before = Files.readAllBytes(other);
        try (Database database = Database.open(file, true)) {
            database.writing(h -> h.execute("DELETE FROM label_page"));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> database.writing(h -> h.execute("DELETE FROM label_page")))
                    .isInstanceOf(StoreException.class).hasMessageContaining("another file is in its place");
            Files.delete(file);
            assertThatThrownBy(() -> database.writing(h -> { })).hasMessageContaining("another file is in its place");
            Files.write(file, before);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void writesNothingInAFormatThatItDoesNotKnow() {
        try (Database older = Database.open(file, true); Database newer = Database.open(file, true)) {
            newer.writing(h -> h.execute("PRAGMA user_version = 99"));
            assertThatThrownBy(() -> older.writing(h -> { })).isInstanceOf(StoreException.class)
                    .hasMessageContaining("brought it to another format");
        }
    }

    /** As by a disk that was full. */
    @Test
    void nothingIsKeptOfOneWhoseMakingWasBrokenOff() {
        try (Database unfinished = Database.open(file, true)) {
            unfinished.writing(h -> {
                h.execute("PRAGMA user_version = 0");
                h.execute("DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) > 14");
                h.execute("DROP TABLE agent");
            });
        }
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).isEmpty();
            assertThat(store.older()).isEmpty();
        }
    }

    /** What is in the log of the older one is in the copy, too. */
    @Test
    void keepsACopyOfWhatItBringsToItsFormat() throws Exception {
        try (Database older = Database.open(file, true)) {
            older.writing(h -> {
                h.execute("PRAGMA user_version = 13");
                h.execute("DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) > 13");
                h.execute("ALTER TABLE batch DROP COLUMN origin");
                h.execute("ALTER TABLE target DROP COLUMN own");
                h.execute("DROP TABLE agent");
            });
        }
        Path copy = folder.resolve("results.db-format-13");
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.older()).contains(copy);
        }
        assertThat(StoreFile.format(copy)).isEqualTo(13);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy))).isEqualTo("rw-------");
        try (ResultStore store = ResultStore.open(copy)) {
            assertThat(store.labels()).isEmpty();
            assertThat(store.older()).contains(folder.resolve("results.db-format-13-format-13"));
        }
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.older()).isEmpty();
        }
    }

    @Test
    void waitsForWhoIsReading() throws Exception {
        Database database = Database.open(file, true);
        CountDownLatch reads = new CountDownLatch(1);
        CompletableFuture<Boolean> wasOpen = CompletableFuture.supplyAsync(() -> database.read(handle -> {
            handle.execute("SELECT 1");
            reads.countDown();
            awaitClosing(database);
            return handle.createQuery("SELECT 1").mapTo(Boolean.class).one();
        }));
        reads.await();
        database.close();
        assertThat(wasOpen.join()).isTrue();
        assertThat(files()).containsExactly(file);
    }

    /** Others are refused from then on. */
    private static void awaitClosing(Database database) {
        while (true) {
            try {
                database.version();
                Thread.onSpinWait();
            } catch (StoreException e) {
                return;
            }
        }
    }
}
