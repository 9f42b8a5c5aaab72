package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
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
