package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on a medium that cannot be written; root writes what it likes, so for root it is a read-only mount. */
class ReadOnlyStoreTest {

    @TempDir
    private Path parent;
    private Path folder;
    private Path file;
    private boolean mounted;

    @BeforeEach
    void fill() throws IOException {
        folder = Files.createDirectory(parent.resolve("store of results"));
        file = folder.resolve("results.db");
        try (ResultStore store = ResultStore.open(file)) {
            long batch = store.beginBatch(Samples.batch("demo", 1));
            Samples.write(store, batch, 0, 0);
            store.release(batch);
        }
    }

    @AfterEach
    void open() throws IOException, InterruptedException {
        if (mounted) {
            run("umount", folder.toString());
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }

    private void lock() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        if (Files.isWritable(folder)) {
            mounted = run("mount", "--bind", folder.toString(), folder.toString());
            assumeTrue(mounted && run("mount", "-o", "remount,ro,bind", folder.toString()),
                    "nothing can be mounted here");
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor() == 0;
    }

    @Test
    void itCanBeListedAndReported() throws Exception {
        lock();
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).hasSize(1);
            assertThat(store.label("demo").orElseThrow().iterations()).hasSize(1);
        }
    }

    @Test
    void whatADeadProcessLeftRunningIsInterruptedThoughNothingCanBeWritten() throws Exception {
        try (ResultStore store = ResultStore.open(file)) {
            store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("left", 1)), 0, 0, 1));
            store.database().write(h -> h.execute("UPDATE lease SET pid = ?, pid_start_ms = 1", Integer.MAX_VALUE));
        }
        lock();
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.isWritable()).isFalse();
            assertThat(store.labels().getLast().iterations()).containsOnlyKeys(IterationState.INTERRUPTED);
            assertThat(store.label("left").orElseThrow().iterations()).singleElement().satisfies(i -> {
                assertThat(i.state()).isEqualTo(IterationState.INTERRUPTED);
                assertThat(i.verdict()).isEqualTo("the process that ran it went away");
            });
        }
    }

    @Test
    void whatWouldChangeItIsOneLine() throws Exception {
        lock();
        try (ResultStore store = ResultStore.open(file)) {
            assertThatThrownBy(() -> store.delete("demo")).isInstanceOf(StoreException.class)
                    .hasMessage("store " + file + ": it cannot be written; check its permissions and its folder's");
        }
    }

    @Test
    void newOneCannotBeMadeThere() throws Exception {
        lock();
        Path other = folder.resolve("other.db");
        assertThatThrownBy(() -> ResultStore.open(other)).isInstanceOf(InvalidInputException.class).hasMessage("store "
                + other
                + " is not there yet, and its folder cannot be written; choose another with --store");
    }

    @Test
    void theStoreIsItsOwnersAlone() throws IOException {
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).hasSize(1);
            try (var files = Files.list(folder)) {
                assertThat(files.toList()).isNotEmpty().allSatisfy(f -> assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(f))).as(f.toString()).isEqualTo("rw-------"));
            }
        }
    }
}
