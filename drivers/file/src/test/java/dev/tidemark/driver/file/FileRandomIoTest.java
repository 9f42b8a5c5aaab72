package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.BlockHeader;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostSampler;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workload random-io on real files. */
class FileRandomIoTest {

    private static final int KEYSPACES = 3;
    private static final int KEYS = 100;

    @TempDir
    private Path folder;

    private Datasets datasets;

    @BeforeEach
    void make() {
        datasets = new Datasets(folder.resolve("set"));
        assertThat(Datasets.ended(datasets.carryOut(Action.CREATE, KEYSPACES, KEYS)).state())
                .isEqualTo(IterationState.DONE);
    }

    private List<RunEvent> run(String... set) {
        Values values = Planner.params(Workloads.named("random-io"), new FileDriver()).defaults()
                .with("dataset", "small", SettingOrigin.SET).with("block-size", Datasets.BLOCK + "B", SettingOrigin.SET)
                .with("io", "buffered", SettingOrigin.SET).with("duration", "1h", SettingOrigin.SET);
        for (int i = 0; i < set.length; i += 2) {
            values = values.with(set[i], set[i + 1], SettingOrigin.SET);
        }
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "random-io", "file", values.settings(), 7, datasets.folder().toString(),
                    false),
                    events::add);
        }
        return events;
    }

    private static Map<String, Totals> totals(List<RunEvent> events) {
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        SeriesSet all = new SeriesSet();
        events.stream().filter(RunEvent.Measured.class::isInstance)
                .forEach(e -> all.add(SeriesCodec.decode(((RunEvent.Measured) e).interval().series())));
        return all.totals();
    }

    private static long units(List<RunEvent> events, String kind) {
        return totals(events).getOrDefault(kind, Totals.NONE).units();
    }

    /** The lanes that wrote what is in a keyspace; what was there first has lane 0 and number 0. */
    private Set<Integer> writers(int keyspace) throws IOException {
        Set<Integer> lanes = new TreeSet<>();
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(datasets.keyspace(keyspace)));
        for (int key = 0; key < KEYS; key++) {
            BlockHeader.Valid says = (BlockHeader.Valid) BlockHeader.check(
                    all.slice(key * Datasets.BLOCK, Datasets.BLOCK));
            if (says.n() > 0) {
                lanes.add(says.lane());
            }
        }
        return lanes;
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 3000", "50, 1500, 1500", "100, 3000, 0"})
    void dealtSharesAreExact(String percent, long reads, long writes) {
        List<RunEvent> events = run("read-percent", percent, "mix", "dealt", "operations", "3000", "workers", "3");
        assertThat(units(events, "read")).isEqualTo(reads);
        assertThat(units(events, "write")).isEqualTo(writes);
        assertThat(Datasets.answer(datasets.carryOut(Action.VERIFY, 1, 1)))
                .isEqualTo("300 values are as they were stored");
        assertThat(DatasetManifest.read(new ManifestFolder(datasets.dataDirectory())).changedBy()).hasSize(writes == 0 ? 0 : 1);
    }

    /** 5 standard deviations of 4000 throws: 5 · √(4000 · 0.7 · 0.3) = 145. */
    @Test
    void dicedSharesKeepToTheirBounds() {
        List<RunEvent> events = run("read-percent", "70", "operations", "4000", "workers", "2");
        assertThat(units(events, "read")).isBetween(2800L - 145, 2800L + 145);
        assertThat(units(events, "read") + units(events, "write")).isEqualTo(4000);
    }

    @Test
    void aWorkerWritesItsOwnKeyspaceOnly() throws IOException {
        run("read-percent", "0", "keyspaces", "own", "operations", "600", "workers", "2");
        assertThat(writers(0)).containsExactly(0);
        assertThat(writers(1)).containsExactly(1);
        assertThat(writers(2)).isEmpty();
    }

    @Test
    void sharedKeyspacesAreAllWritten() throws IOException {
        run("read-percent", "0", "operations", "600", "workers", "2");
        for (int keyspace = 0; keyspace < KEYSPACES; keyspace++) {
            assertThat(writers(keyspace)).isNotEmpty();
        }
    }

    @Test
    void aTransactionUpdatesAsManyKeysAsItIsLong() {
        List<RunEvent> events = run("read-percent", "0", "transaction-length", "25", "operations", "500");
        assertThat(totals(events).get("write").operations()).isEqualTo(20);
        assertThat(totals(events).get("write").units()).isEqualTo(500);
        assertThat(totals(events).get("write").bytesIn()).isEqualTo(500L * Datasets.BLOCK);
    }

    @Test
    void moreWorkersThanKeyspacesOfTheirOwnAreRefused() {
        assertThat(Datasets.ended(run("read-percent", "0", "keyspaces", "own", "workers", "4")))
                .satisfies(e -> assertThat(e.state()).isEqualTo(IterationState.FAILED))
                .satisfies(e -> assertThat(e.verdict()).contains("has 3 keyspaces, fewer than the 4 workers"));
    }

    @Test
    void aKeyThatIsMissingMakesTheRunInvalid() throws IOException {
        try (FileChannel file = FileChannel.open(datasets.keyspace(1), StandardOpenOption.WRITE)) {
            file.truncate(50L * Datasets.BLOCK);
        }
        RunEvent.Ended ended = Datasets.ended(run("operations", "1000"));
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict()).contains("the dataset is not whole");
    }

    @Test
    void restoringWritesItAnewFirst() throws IOException {
        run("read-percent", "0", "operations", "600");
        assertThat(writers(1)).isNotEmpty();
        run("read-percent", "100", "operations", "10", "restore", "true");
        assertThat(writers(1)).isEmpty();
        assertThat(DatasetManifest.read(new ManifestFolder(datasets.dataDirectory())).changedBy()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 6000", "50, 3000, 3000", "100, 6000, 0"})
    void severalOperationsUnderWayAreAllDoneAndEveryValueIsWhole(String percent, long reads, long writes)
            throws IOException {
        Fixture.assumeIoUring();
        List<RunEvent> events = run("read-percent", percent, "mix", "dealt", "operations", "6000", "workers", "2",
                "queue-depth", "16");
        assertThat(units(events, "read")).isEqualTo(reads);
        assertThat(units(events, "write")).isEqualTo(writes);
        assertThat(writers(0).isEmpty()).isEqualTo(writes == 0);
        assertThat(Datasets.answer(datasets.carryOut(Action.VERIFY, 1, 1)))
                .isEqualTo("300 values are as they were stored");
    }

    @Test
    void aWorkerWithSeveralWritesUnderWayKeepsToItsOwnKeyspace() throws IOException {
        Fixture.assumeIoUring();
        run("read-percent", "50", "keyspaces", "own", "operations", "2000", "workers", "2", "queue-depth", "8",
                "fsync", "every");
        assertThat(writers(0)).containsExactly(0);
        assertThat(writers(1)).containsExactly(1);
        assertThat(writers(2)).isEmpty();
        assertThat(Datasets.ended(datasets.carryOut(Action.VERIFY, 1, 1)).state()).isEqualTo(IterationState.DONE);
    }

    @Test
    void severalUnderWayChooseTheSameKeysAsOneByOne() throws IOException {
        Fixture.assumeIoUring();
        run("read-percent", "0", "operations", "100", "workers", "1", "queue-depth", "4");
        Set<Long> several = updates();
        run("read-percent", "0", "operations", "100", "workers", "1", "restore", "true");
        assertThat(updates()).isEqualTo(several);
    }

    /** Which keys were written. */
    private Set<Long> updates() throws IOException {
        Set<Long> keys = new TreeSet<>();
        for (int keyspace = 0; keyspace < KEYSPACES; keyspace++) {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(datasets.keyspace(keyspace)));
            for (int key = 0; key < KEYS; key++) {
                BlockHeader.Valid says = (BlockHeader.Valid) BlockHeader.check(
                        all.slice(key * Datasets.BLOCK, Datasets.BLOCK));
                if (says.n() > 0) {
                    keys.add(says.key());
                }
            }
        }
        return keys;
    }

    @Test
    void longTransactionsAndThinkingDoNotGoWithSeveralUnderWay() {
        assertThat(refusal("read-percent", "0", "transaction-length", "50", "queue-depth", "32"))
                .startsWith("transaction-length: 50 does not go with a queue-depth of 32");
        assertThat(refusal("read-percent", "0", "think-time", "2ms", "queue-depth", "32"))
                .startsWith("think-time: 2ms does not go with a queue-depth of 32");
        assertThat(refusal("read-percent", "0", "think-time", "2ms", "transaction-length", "50")).isEmpty();
    }

    private static String refusal(String... set) {
        Values values = Planner.params(Workloads.named("random-io"), new FileDriver()).defaults()
                .with("dataset", "small", SettingOrigin.SET);
        for (int i = 0; i < set.length; i += 2) {
            values = values.with(set[i], set[i + 1], SettingOrigin.SET);
        }
        try {
            values.params().check(values);
            return "";
        } catch (InvalidInputException e) {
            return e.getMessage();
        }
    }

    private static Stream<String> warnings(List<RunEvent> events) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note())
                .filter(n -> n.kind().equals("warning")).map(n -> n.text());
    }

    /** Blocks that were only set aside are answered by the file system: neither before nor after is that a disk. */
    @Test
    void blocksThatWereNeverWrittenAreNoDisk() throws Exception {
        Fixture.assumeDisk(folder);
        Path file = folder.resolve("expanded");
        Fixture.command("fallocate", "--length", "8MiB", file.toString());
        List<RunEvent> events = adopted(file, "block-size", "8KiB", "operations", "20000");
        assertThat(units(events, "read")).isEqualTo(20_000);
        assertThat(warnings(events))
                .anyMatch(w -> w.startsWith("100 % of the blocks of dataset small were never written"));
        assertThat(events).anyMatch(e -> e instanceof RunEvent.Sampled s
                && s.reading().reading().node().equals(MetricSnapshot.READS));
        if (HostSampler.deviceBytes(List.of(folder), false).isPresent()) { // else the file system is on no device
            assertThat(warnings(events)).anyMatch(w -> w.startsWith("Of 163.8 MB that were read past the page cache"));
        }
        Files.write(file, new byte[8 << 20]);
        try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        assertThat(warnings(adopted(file, "block-size", "8KiB", "operations", "2000")))
                .noneMatch(w -> w.contains("never written"));
    }

    @ParameterizedTest
    @CsvSource({"4KiB, 16", "8KiB, 8", "64KiB, 1"})
    void aFileOfOthersIsReadWhollyInBlocksOfAnySize(String block, int blocks) throws Exception {
        Path file = Files.write(folder.resolve("theirs"), new byte[64 << 10]);
        List<RunEvent> events = adopted(file, "block-size", block, "operations", "500", "io", "buffered");
        assertThat(units(events, "read")).isEqualTo(500);
        try (Fixture f = new Fixture(folder, "file", file.toString(), "block-size", block, "io", "buffered")) {
            assertThat(f.target.existing().orElseThrow().keys()).containsExactly((long) blocks);
        }
    }

    /** Reads a file that was made a dataset with blocks of 8 KiB, directly unless said otherwise. */
    private List<RunEvent> adopted(Path file, String... set) {
        datasets = new Datasets(folder.resolve("adopted"), Map.of("file", file.toString(), "block-size", "8KiB"));
        assertThat(Datasets.ended(datasets.carryOut(Action.CREATE, 1, 1)).state()).isEqualTo(IterationState.DONE);
        return run(Stream.concat(Stream.of("file", file.toString(), "io", "direct"), Stream.of(set))
                .toArray(String[]::new));
    }

    /** The dataset has 300 × 512 bytes; a quarter of that is 38400. */
    @Test
    void aDatasetThatAControllerCouldHoldBringsAWarning() {
        assertThat(warnings(run("operations", "10", "controller-cache", "38400B")))
                .noneMatch(w -> w.contains("controller"));
        assertThat(warnings(run("operations", "10", "controller-cache", "38401B")))
                .anyMatch(w -> w.contains("smaller than four times the controller's cache"));
        assertThat(warnings(run("operations", "10"))).noneMatch(w -> w.contains("controller"));
    }
}
