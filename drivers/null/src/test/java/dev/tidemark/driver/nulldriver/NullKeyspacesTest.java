package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.DatasetLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NullKeyspacesTest {

    private static final int SIZE = 60;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();

    private NullTarget target(String... settings) {
        return new NullTarget(Bench.values(settings), new Context(clock, folder, Secrets.ofThisProcess(), note -> { }, () -> false));
    }

    private DatasetManifest filled(NullTarget target) throws Exception {
        DatasetManifest planned = new DatasetManifest(DatasetManifest.FORMAT, "d", "null", 3, SIZE, List.of(), List.of())
                .grown(2, 50);
        return new DatasetLoader(target, clock, () -> false, Progress.none()).fill(planned);
    }

    @Test
    void everyKeyOfAFilledDatasetHasItsValueInALaterProcessToo() throws Exception {
        assertThat(filled(target()).complete()).isTrue();
        NullTarget later = target();
        DatasetValues values = new DatasetValues(3, SIZE);
        ByteBuffer value = ByteBuffer.allocateDirect(SIZE);
        try (KeyValueSession session = later.session(0, KeyValueSession.class)) {
            for (int keyspace = 0; keyspace < 2; keyspace++) {
                assertThat(later.count(keyspace, Progress.none())).isEqualTo(50);
                for (long key = 0; key < 50; key++) {
                    assertThat(session.get(keyspace, NumberedKeys.of(key), value.clear())).isEqualTo(SIZE);
                    assertThat(values.fault(keyspace, key, value)).isEmpty();
                }
            }
            assertThat(session.get(0, NumberedKeys.of(50), value.clear())).isEqualTo(KeyValueSession.ABSENT);
            assertThat(session.get(2, NumberedKeys.of(0), value.clear())).isEqualTo(KeyValueSession.ABSENT);
        }
    }

    @Test
    void readsAndCommitsTakeTheServiceTimeAndUpdatesNone() throws Exception {
        filled(target());
        NullTarget slow = target("service-time", "2ms");
        ByteBuffer value = ByteBuffer.allocateDirect(SIZE);
        long start = clock.nanoTime();
        clock.join(clock.start("session", () -> {
            try (KeyValueSession session = slow.session(0, KeyValueSession.class)) {
                session.get(0, NumberedKeys.of(1), value.clear());
                session.put(0, NumberedKeys.of(1), value);
                session.put(0, NumberedKeys.of(2), value);
                assertThat(session.commit()).isZero();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }));
        assertThat(clock.nanoTime() - start).isEqualTo(4_000_000);
    }

    @Test
    void aTargetThatKeepsWhatItIsGivenKeepsUpdatesAndFindsTheRestOfItsDatasetInALaterProcess() throws Exception {
        NullTarget keeping = target("store-documents", "true");
        filled(keeping);
        NullTarget later = target("store-documents", "true");
        later.makeKeyspace(0, 50, SIZE);
        DatasetValues values = new DatasetValues(3, SIZE);
        ByteBuffer value = ByteBuffer.allocateDirect(SIZE);
        try (KeyValueSession before = keeping.session(0, KeyValueSession.class);
                KeyValueSession after = later.session(0, KeyValueSession.class)) {
            values.update(0, 7, 1, 2, value.clear());
            before.put(0, NumberedKeys.of(7), value.flip());
            before.commit();
            for (long key : new long[] {7, 8}) {
                assertThat(before.get(0, NumberedKeys.of(key), value.clear())).isEqualTo(SIZE);
                assertThat(values.fault(0, key, value)).isEmpty();
                assertThat(after.get(1, NumberedKeys.of(key), value.clear())).isEqualTo(SIZE);
                assertThat(values.fault(1, key, value)).isEmpty();
            }
        }
    }

    @Test
    void aDroppedDatasetIsGone() throws Exception {
        NullTarget target = target();
        filled(target);
        target.drop();
        assertThat(DatasetManifest.lookUp(new ManifestFolder(folder))).isEmpty();
    }
}
