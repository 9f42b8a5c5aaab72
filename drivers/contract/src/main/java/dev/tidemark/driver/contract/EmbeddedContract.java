package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.Test;

/** Of an {@link dev.tidemark.core.driver.embedded.EmbeddedTarget}: its folder, its opening and closing. */
public abstract class EmbeddedContract extends TargetContract {

    private static void fill(KeyspaceTarget target, int from, int to, int size) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = from; i < to; i++) {
                KeyValueContract.put(session, 0, "key" + i, Bytes.random(i, size));
                if (i % 10 == 9) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    @Test
    void droppingLeavesNothingAndCreatingAnewEmpties() throws Exception {
        try (KeyspaceTarget target = created()) {
            fill(target, 0, 300, 3000);
            target.create();
            assertOneLine(() -> target.count(0, Progress.none()), "no keyspace 0");
            target.makeKeyspace(0, 10, 10);
            assertThat(target.count(0, Progress.none())).isZero();
            fill(target, 0, 300, 3000);
            target.drop();
            assertThat(directory).isEmptyDirectory();
            assertOneLine(() -> target.session(0), "must be created first");
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void filesOfOthersAreNeitherUsedNorDeleted() throws Exception {
        try (KeyspaceTarget target = open()) {
            Path foreign = Files.createDirectories(dataDirectory(target)).resolve("letters.txt");
            Files.writeString(foreign, "dear");
            assertOneLine(target::create, "holds files that Tidemark did not make (letters.txt)");
            Files.delete(foreign);
            target.create();
            Files.writeString(foreign, "dear");
            Files.writeString(dataDirectory(target).resolve(ManifestFolder.FILES + "properties"),
                    "kept by a dataset");
            target.drop();
            assertThat(dataDirectory(target)).isDirectoryContaining("glob:**letters.txt");
            assertThat(foreign).hasContent("dear");
            assertThat(notes).singleElement().asString().contains("letters.txt");
        }
    }

    @Test
    void aFolderInUseIsNotTouched() throws Exception {
        try (KeyspaceTarget target = created(); KeyspaceTarget other = open()) {
            assertOneLine(other::create, "in use by another run");
            assertOneLine(() -> other.session(0), "in use by another run");
            fill(target, 0, 10, 10);
            assertThat(target.count(0, Progress.none())).isEqualTo(10);
        }
    }

    @Test
    void coolingDownLosesNothing() throws Exception {
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type()), "in memory");
        try (KeyspaceTarget target = created()) {
            fill(target, 0, 200, 5000);
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                assertOneLine(storage(target)::dropCaches, "while 1 sessions use it");
                assertThat(KeyValueContract.get(session, 0, "key7")).isEqualTo(Bytes.random(7, 5000));
            }
            assertThat(storage(target).dropCaches()).isTrue();
            assertThat(target.count(0, Progress.none())).isEqualTo(200);
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                assertThat(KeyValueContract.get(session, 0, "key199")).isEqualTo(Bytes.random(199, 5000));
            }
        }
    }

    @Test
    void countingTellsHowFarItIsAndEndsWhenCancelled() throws Exception {
        try (KeyspaceTarget target = created()) {
            fill(target, 0, 100, 10);
            List<Long> counts = new ArrayList<>();
            assertThat(target.count(0, (done, total) -> counts.add(done))).isEqualTo(100);
            assertThat(counts).containsExactly(100L);
            cancelled = true;
            assertOneLine(() -> target.count(0, Progress.none()), "cancelled");
        }
    }

    @Test
    void aKeyspaceForWhichThereIsNoRoomIsRefused() throws Exception {
        try (KeyspaceTarget target = created()) {
            assertOneLine(() -> target.makeKeyspace(5, 1L << 50, 8000), "can still be written");
            assertOneLine(() -> target.count(5, Progress.none()), "no keyspace 5");
        }
    }

    @Test
    void writersAfterAnAbortEndAndReadersGoOn() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            KeyValueContract.put(session, 0, "a", "old");
            session.commit();
            target.abort();
            KeyValueContract.put(session, 0, "a", "new");
            assertOneLine(session::commit, "was stopped before it could store a transaction");
            assertThat(KeyValueContract.get(session, 0, "a")).isEqualTo("old");
        }
    }

    @Test
    void aClosedTargetSaysSo() throws Exception {
        KeyspaceTarget target = created();
        target.close();
        target.close();
        target.abort();
        assertOneLine(target::create, "the target was closed");
        assertOneLine(() -> target.session(0), "the target was closed");
        assertOneLine(storage(target)::dropCaches, "the target was closed");
        assertThat(target.read()).containsExactly(new MetricSnapshot("", Map.of(), Map.of()));
    }

    @Test
    void aDamagedOrMissingMarkerIsReported() throws Exception {
        try (KeyspaceTarget target = open()) {
            assertOneLine(() -> target.count(0, Progress.none()), "holds no data of Tidemark's");
            target.create();
            assertThat(dataDirectory(target).resolve(OwnedDataDirectory.MARKER)).exists();
            assertThat(storage(target).directories()).containsExactly(directory.toAbsolutePath());
        }
    }

    /** Every measure that is declared has a number, and nothing else has. */
    @Test
    void whatIsDeclaredIsMeasured() throws Exception {
        try (KeyspaceTarget target = created()) {
            fill(target, 0, 1000, 4000);
            target.settle(Progress.none());
            MetricSnapshot metricSnapshot = target.read().getFirst();
            List<String> names = new ArrayList<>(metricSnapshot.counters().keySet());
            names.addAll(metricSnapshot.gauges().keySet());
            assertThat(names).containsExactlyInAnyOrderElementsOf(driver().measures().all().stream()
                    .map(measure -> measure.name()).toList());
            assertThat(metricSnapshot.gauges().get("on-disk-size")).isBetween(2_000_000.0, 40_000_000.0);
            assertThat(metricSnapshot.counters().values()).allMatch(value -> value >= 0);
        }
    }

    /** What the engine does not tell stays as it was given, so all is there. */
    @Test
    void settingsAreReadBack() throws Exception {
        try (KeyspaceTarget target = created()) {
            Values effective = target.effective();
            for (Param<?> param : driver().params().all()) {
                assertThat(effective.texts()).containsKey(param.name());
            }
            assertThat(effective.texts()).containsAllEntriesOf(expectedEffective());
        }
    }

    /** Settings as they are read back: those of {@link #settings} that the engine tells. */
    protected Map<String, String> expectedEffective() {
        return Map.of();
    }

    @Test
    void aTargetThatWasClosedCanBeOpenedAgain() throws DriverException {
        created().close();
        try (KeyspaceTarget target = open()) {
            assertThat(target.count(3, Progress.none())).isZero();
        }
    }
}
