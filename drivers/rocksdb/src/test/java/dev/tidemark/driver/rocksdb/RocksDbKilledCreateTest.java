package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.DatasetLoader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dataset whose filling was killed is whole after it was filled to its end, whatever the journal. */
class RocksDbKilledCreateTest {

    private static final int SIZE = 64;
    private static final int KEYS = 20_000;
    private static final DatasetManifest WANTED = new DatasetManifest(DatasetManifest.FORMAT, "killed", "rocksdb", 1,
            SIZE, List.of(), List.of()).grown(2, KEYS);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void whatTheManifestCallsFilledOutlastsAKill(String journal) throws Exception {
        Process killed = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Endless.class.getName(), directory.toString(), journal).redirectErrorStream(true).start();
        try (var said = killed.inputReader()) {
            assertThat(said.readLine()).isEqualTo("filling");
        } finally {
            killed.destroyForcibly().waitFor();
        }
        try (Fixture f = new Fixture(directory, "journal", journal)) {
            DatasetManifest found = DatasetManifest.read(new ManifestFolder(f.target.dataDirectory()));
            assertThat(found.filled()).isBetween(1L, 2L * KEYS - 1);
            assertThat(found.keyspaces().get(1).filled()).as("filled in the second keyspace").isPositive();
            DatasetManifest filled = new DatasetLoader(f.target, Clock.system(), () -> false, (done, all) -> { })
                    .fill(found);
            assertThat(filled.complete()).isTrue();
            everyValueIsThere(f);
        }
    }

    private static void everyValueIsThere(Fixture f) throws Exception {
        DatasetValues values = new DatasetValues(1, SIZE);
        ByteBuffer value = ByteBuffer.allocateDirect(SIZE);
        try (KeyValueSession session = f.session()) {
            for (int keyspace = 0; keyspace < 2; keyspace++) {
                for (long key = 0; key < KEYS; key++) {
                    int size = session.get(keyspace, NumberedKeys.of(key), value.clear());
                    assertThat(size).as("keyspace %d, key %d", keyspace, key).isEqualTo(SIZE);
                    assertThat(values.fault(keyspace, key, value.limit(size))).isEmpty();
                }
            }
        }
    }

    /** Fills most of a dataset, with a second of virtual time for each transaction, and then waits to be killed. */
    static final class Endless {
        public static void main(String[] args) throws Exception {
            VirtualClock clock = new VirtualClock();
            clock.join(clock.start("filling", () -> fill(clock, Path.of(args[0]), args[1])));
        }

        private static void fill(VirtualClock clock, Path directory, String journal) {
            try {
                Fixture f = Fixture.created(directory, "journal", journal);
                new DatasetLoader(f.target, clock, () -> false, (done, all) -> {
                    clock.sleepUntil(clock.nanoTime() + 1_000_000_000L);
                    if (done == KEYS + KEYS / 2) {
                        System.out.println("filling");
                        waitToBeKilled();
                    }
                }).fill(WANTED);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private static void waitToBeKilled() {
            try {
                System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
