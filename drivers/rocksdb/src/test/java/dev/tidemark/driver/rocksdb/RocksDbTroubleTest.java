package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.driver.contract.MountedDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RocksDbTroubleTest {

    @TempDir
    Path directory;

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    @Test
    void aDiskThatFillsUpIsToldInOneLine() throws Exception {
        Path small = disk.mount(directory, "tmpfs", "size=20m");
        try (Fixture f = Fixture.created(small, "memtable", "1MB")) {
            String line = "the disk of " + small.resolve(RocksDbTarget.FILES.folder());
            assertThatThrownBy(() -> f.fill(0, 5000, 10_000)).isInstanceOf(DriverException.class)
                    .hasMessageMatching(line + "(/shard-01)? is full");
            assertThatThrownBy(f::settle).isInstanceOf(DriverException.class).hasMessageStartingWith("the disk of ")
                    .hasMessageEndingWith(" is full");
            f.target.drop();
            assertThat(small).isEmptyDirectory();
        }
    }

    /** Of the failed flush the engine's Java API does not tell. */
    @Test
    void aDiskThatFillsUpUnderAnEngineWithoutAJournalIsToldInOneLine() throws Exception {
        Path small = disk.mount(directory, "tmpfs", "size=20m");
        try (Fixture f = Fixture.created(small, "memtable", "8MB", "journal", "false")) {
            String line = "the disk of " + small.resolve(RocksDbTarget.FILES.folder());
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    f.fill(0, 20_000, 10_000);
                } catch (Exception e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            while (!writer.isDone()) {
                f.target.read(); // as while a load is watched
                Thread.onSpinWait();
            }
            assertThatThrownBy(writer::get).hasMessageContaining(line).hasMessageContaining(" is full");
            assertThatThrownBy(f::settle).isInstanceOf(DriverException.class).hasMessageStartingWith("the disk of ")
                    .hasMessageEndingWith(" is full");
            f.target.drop();
        }
    }

    @Test
    void aDiskThatIsFullAlreadyIsToldInOneLine() throws Exception {
        Path small = disk.mount(directory, "tmpfs", "size=1m");
        assertThatThrownBy(() -> Files.write(small.resolve("filler"), new byte[2 << 20]))
                .isInstanceOf(IOException.class);
        try (Fixture f = new Fixture(small)) {
            Fixture.assertOneLine(f.target::create, " is full");
        }
    }

    @Test
    void aFileSystemWithoutDirectIoIsToldInOneLine() throws Exception {
        Path plain = disk.mount(directory, "ramfs", "mode=700");
        try (Fixture f = new Fixture(plain, "direct-io", "true")) {
            Fixture.assertOneLine(f.target::create, "refuses direct IO; set direct-io to false");
        }
        try (Fixture f = Fixture.created(plain)) {
            f.fill(0, 10, 100);
            f.target.drop();
        }
    }

    @Test
    void readOnlyFileSystemsAreToldInOneLine() throws Exception {
        Path readOnly = disk.mount(directory, "tmpfs", "size=1m,ro");
        try (Fixture f = new Fixture(readOnly)) {
            Fixture.assertOneLine(f.target::create, "cannot be written");
        }
    }

    /** At 100 kB/s two memtables of 1 MB take 20 s: only an abort can end this writer within the time allowed. */
    @Test
    void abortingEndsAStalledWriter() throws Exception {
        try (Fixture f = Fixture.created(directory, "memtable", "1MB", "background-io-limit", "100kB/s")) {
            CountDownLatch filled = new CountDownLatch(1);
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    f.fill(0, 150, 10_000);
                    filled.countDown();
                    f.fill(150, 100_000, 10_000);
                } catch (Exception e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            filled.await();
            f.target.abort();
            assertThatThrownBy(() -> writer.get(15, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("RocksDB was stopped before it could store a transaction");
        }
    }

    @Test
    void abortingEndsSettling() throws Exception {
        try (Fixture f = Fixture.created(directory, "memtable", "8MB", "background-io-limit", "100kB/s")) {
            f.fill(0, 500, 10_000); // 5 MB would take 50 s
            CountDownLatch settling = new CountDownLatch(2);
            CompletableFuture<Void> settler = CompletableFuture.runAsync(() -> {
                try {
                    f.target.settle((done, total) -> settling.countDown());
                } catch (DriverException e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            settling.await();
            f.target.abort();
            assertThatThrownBy(() -> settler.get(15, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("cancelled");
        }
    }

    /** Two memtables wait to be flushed, so that writes are stopped, when settling asks for a flush once more. */
    @Test
    void settlingWaitsForAnEngineThatHasStoppedItsWrites() throws Exception {
        try (Fixture f = Fixture.created(directory, "memtable", "1MB", "background-io-limit", "1MB/s")) {
            f.fill(0, 160, 10_000);
            CountDownLatch flushing = new CountDownLatch(1);
            CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
                try {
                    f.target.settle((done, total) -> flushing.countDown());
                } catch (DriverException e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            flushing.await();
            f.settle();
            first.get(15, TimeUnit.SECONDS);
            assertThat(f.counter(EngineMeasures.FLUSH_WRITE)).isPositive();
        }
    }

    @Test
    void closingTwiceAndUsingAfterwardsDoesNoHarm() throws Exception {
        Fixture f = Fixture.created(directory);
        f.close();
        f.close();
        f.target.abort();
        assertThat(f.target.read().getFirst().counters()).isEmpty();
        assertThatThrownBy(f::session).isInstanceOf(DriverException.class).hasMessageContaining("closed");
        assertThatThrownBy(f.target::create).isInstanceOf(DriverException.class).hasMessageContaining("closed");
    }
}
