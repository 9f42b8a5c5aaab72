package dev.tidemark.driver.mvstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.EmbeddedContract;
import org.junit.jupiter.api.Test;

class MvStoreTargetTest extends EmbeddedContract {

    private List<String> more = List.of("cache-size", "8MiB", "page-size", "8KiB", "write-delay", "300ms",
            "compression", "lzf");

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    @Override
    protected Map<String, String> expectedEffective() {
        return Map.of("cache-size", "8MiB", "page-size", "8KiB", "write-delay", "300ms");
    }

    @Test
    void withSyncEachTransactionIsInTheFile() throws Exception {
        assertKeyOutlivesACrash("true");
    }

    @Test
    void whatIsSecuredIsInTheFile() throws Exception {
        assertKeyOutlivesACrash("false");
    }

    /** A copy of the file at that moment is what a crash would leave. */
    private void assertKeyOutlivesACrash(String sync) throws Exception {
        more = List.of("sync", sync, "write-delay", "1h");
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            session.put(0, Bytes.direct("key"), Bytes.direct("value"));
            session.commit();
            assertThat(target.read().getFirst().gauges().get("store-fill-rate")).as("a share").isBetween(0.0, 1.0);
            if (sync.equals("false")) {
                ((MvStoreTarget) target).makeDurable();
            }
            Path copy = Files.createDirectories(directory.resolve("copy").resolve(MvStoreTarget.FILES.folder()));
            for (String file : List.of(MvStoreEngine.FILE, OwnedDataDirectory.MARKER)) {
                Files.copy(dataDirectory(target).resolve(file), copy.resolve(file));
            }
            more = List.of("directory", directory.resolve("copy").toString());
            try (KeyspaceTarget afterCrash = open()) {
                assertThat(afterCrash.count(0, Progress.none())).isEqualTo(1);
            }
        }
    }

    /** The head of the page that holds the key, which is what a map is opened by. */
    @Test
    void aMapThatIsDamagedIsToldInOneLineAndTheFolderIsFree() throws Exception {
        more = List.of();
        Path file;
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            file = dataDirectory(target).resolve(MvStoreEngine.FILE);
            session.put(0, Bytes.direct("an unmistakable key"), Bytes.direct("value"));
            session.commit();
        }
        byte[] bytes = Files.readAllBytes(file);
        byte[] key = "an unmistakable key".getBytes(StandardCharsets.US_ASCII);
        int damaged = 0;
        for (int at = 16; at < bytes.length - key.length; at++) {
            if (Arrays.equals(bytes, at, at + key.length, key, 0, key.length)) {
                Arrays.fill(bytes, at - 16, at, (byte) -1);
                damaged++;
            }
        }
        assertThat(damaged).isPositive();
        Files.write(file, bytes);
        try (KeyspaceTarget target = open(); KeyspaceTarget other = open()) {
            assertOneLine(() -> target.session(0), "MVStore could not ");
            other.create();
            other.drop();
        }
    }

    @Test
    void compactingGivesSpaceBack() throws Exception {
        more = List.of("fill-rate", "0");
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int round = 0; round < 6; round++) {
                for (int i = 0; i < 100; i++) {
                    session.put(0, Bytes.direct("key" + i), Bytes.direct(Bytes.random(round * 100 + i, 20_000)));
                }
                session.commit();
                target.settle(Progress.none());
            }
            double before = target.read().getFirst().gauges().get("on-disk-size");
            target.compact(Progress.none());
            target.settle(Progress.none());
            assertThat(target.read().getFirst().gauges().get("on-disk-size")).isLessThanOrEqualTo(before);
            assertThat(target.count(0, Progress.none())).isEqualTo(100);
        }
    }

    @Test
    void documentsAreNotExportedSinceItHoldsNone() throws Exception {
        created().close();
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.carryOut(new ExportRequest(1, "mvstore", values().settings(),
                    RunnerPath.absolute(directory.resolve("scratch").toString()),
                    RunnerPath.absolute(directory.resolve("files").toString()), ContentExport.Layout.FLAT),
                    events::add);
        }
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(1, IterationState.FAILED,
                "driver mvstore cannot read documents back"));
    }

    @Test
    void aCacheOfPartsOfAMebibyteIsRefused() {
        assertThatThrownBy(() -> MvStoreParams.ALL.check(
                MvStoreParams.ALL.defaults().with("cache-size", "1500kB", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("is not a whole number of MiB");
    }
}
