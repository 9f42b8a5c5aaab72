package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.MountedDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings as the running engine has them, what it counts, and its troubles with the disk. */
class LmdbEngineTest {

    @TempDir
    Path directory;

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    @ParameterizedTest
    @CsvSource({"sync, true", "sync, false", "write-map, true", "write-map, false", "read-ahead, true",
            "read-ahead, false"})
    void aSettingReachesTheEngine(String name, String value) throws Exception {
        try (Fixture f = Fixture.created(directory, name, value, "map-size", "4MiB")) {
            Param<?> param = LmdbParams.ALL.find(name).param();
            assertThat(f.target.effective().text(param)).isEqualTo(value);
            assertThat(f.target.effective().origin(param)).isEqualTo(SettingOrigin.EFFECTIVE);
            assertThat(f.target.effective().get(LmdbParams.MAP_SIZE)).isEqualTo(4 << 20);
        }
    }

    @Test
    void settingsAreReadBackNotRepeated() throws Exception {
        try (Fixture f = Fixture.created(directory, "sync", "true", "read-ahead", "false", "map-size", "4MiB")) {
            f.close();
            LmdbStore open = LmdbStore.open(directory.resolve(LmdbTarget.FILES.folder()), LmdbParams.ALL.defaults());
            // NOTLS and NOSYNC, of which the second would be wrong if settings were only repeated
            assertThat(EngineFlags.of(open.env()).orElseThrow()).isEqualTo(0x21_0000);
            open.close(true);
        }
    }

    @Test
    void theMapIsAsLargeAsTheDiskUnlessSaidOtherwise() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            long disk = Files.getFileStore(directory).getTotalSpace();
            assertThat(f.target.effective().get(LmdbParams.MAP_SIZE)).isBetween(Math.min(disk, 1L << 43),
                    Math.max(disk + (1 << 16), 1L << 30));
            assertThat(Files.size(f.target.dataDirectory().resolve("data.mdb"))).isLessThan(1 << 20);
        }
    }

    /** Together they would otherwise need more addresses than a process has, on a disk of half a terabyte. */
    @Test
    void theMapsOfManyShardsAreNoLargerThanAddressesSufficeFor() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "256")) {
            assertThat(f.gauge(LmdbMeasures.MAP)).isBetween((double) (1L << 38), (double) (1L << 45));
        }
    }

    @Test
    void beforeThereIsADatabaseSettingsAreAsGiven() throws Exception {
        try (Fixture f = new Fixture(directory, "sync", "true")) {
            assertThat(f.target.effective().origin(LmdbParams.SYNC)).isEqualTo(SettingOrigin.SET);
        }
    }

    @Test
    void everyReadingIsDeclared() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            MetricSnapshot metricSnapshot = f.target.read().getFirst();
            assertThat(metricSnapshot.counters()).isEmpty();
            assertThat(metricSnapshot.gauges().keySet()).isEqualTo(new HashSet<>(
                    LmdbMeasures.ALL.all().stream().map(Measure::name).toList()));
        }
    }

    @Test
    void whatIsCountedIsWhatIsThere() throws Exception {
        try (Fixture f = Fixture.created(directory, "map-size", "64MiB")) {
            f.target.makeKeyspace(0, 1000, 100);
            f.target.makeKeyspace(3, 100, 8192);
            f.fillKeys(0, 0, 1000, 100);
            f.fillKeys(3, 0, 100, 8192);
            f.fill(0, 25, 100);
            f.fill(0, 10, 100); // a second time
            assertThat(f.gauge(LmdbMeasures.DOCUMENTS)).isEqualTo(25);
            assertThat(f.gauge(LmdbMeasures.KEYS)).isEqualTo(1100);
            assertThat(f.gauge(LmdbMeasures.OVERFLOW_PAGES)).as("8192 bytes and a header take three").isEqualTo(300);
            assertThat(f.gauge(LmdbMeasures.DEPTH)).isEqualTo(2);
            assertThat(f.gauge(LmdbMeasures.BRANCH_PAGES)).as("the other trees are one leaf each").isEqualTo(1);
            assertThat(f.gauge(LmdbMeasures.LEAF_PAGES)).isBetween(30.0, 70.0);
            assertThat(f.gauge(LmdbMeasures.MAP)).isEqualTo(64 << 20);
            assertThat(f.gauge(LmdbMeasures.ON_DISK_SIZE))
                    .isEqualTo(Files.size(directory.resolve(LmdbTarget.FILES.folder()).resolve("data.mdb")));
        }
    }

    @Test
    void sessionsGiveTheirReadersBack() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            for (int i = 0; i < 5000; i++) { // more than there are slots
                try (EmbeddedSession<?> session = f.session()) {
                    Fixture.read(session, Fixture.uri(1));
                }
            }
            assertThat(f.gauge(LmdbMeasures.READERS)).isLessThan(10);
        }
    }

    @Test
    void aDiskThatFillsUpIsToldInOneLineAndNothingCommittedIsLost() throws Exception {
        Path small = disk.mount(directory, "tmpfs", "size=4m");
        try (Fixture f = Fixture.created(small)) {
            f.fill(0, 100, 10_000);
            assertThatThrownBy(() -> f.fill(100, 1000, 10_000)).isInstanceOf(DriverException.class)
                    .hasMessage("the disk of " + small.resolve(LmdbTarget.FILES.folder()) + " is full");
            Map<String, byte[]> left = f.all();
            assertThat(left).hasSizeGreaterThanOrEqualTo(100);
            assertThat(left.size() % 10).as("whole transactions only").isZero();
            assertThat(f.target.dropCaches()).as("a disk in memory is never cold").isFalse();
            assertThat(f.all()).hasSameSizeAs(left);
            f.target.drop();
            assertThat(small).isEmptyDirectory();
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
    void readOnlyFileSystemsAreToldInOneLine() throws Exception {
        Path readOnly = disk.mount(directory, "tmpfs", "size=1m,ro");
        try (Fixture f = new Fixture(readOnly)) {
            Fixture.assertOneLine(f.target::create, "cannot be written");
        }
    }

    @Test
    void valuesOfEveryParamAreReadBackButForPlaces() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            Values effective = f.target.effective();
            assertThat(LmdbParams.ALL.all()).filteredOn(p -> !List.of(LmdbParams.DIRECTORY, LmdbParams.DATABASE,
                    OwnDatabase.ACCESS, LmdbParams.NAMED_DATABASE).contains(p))
                    .allSatisfy(p -> assertThat(effective.origin(p)).as(p.name()).isEqualTo(SettingOrigin.EFFECTIVE));
        }
    }
}
