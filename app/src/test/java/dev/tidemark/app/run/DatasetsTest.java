package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.run.Datasets.Shape;
import dev.tidemark.app.run.Lab.Watcher;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.WorkerCount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datasets as a person asks for them, on real files and in real runners. */
@Timeout(300)
class DatasetsTest {

    private static final Shape SMALL = new Shape(2, 100, 512);

    @TempDir
    private Path folder;

    private Lab lab;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private Datasets datasets() {
        return lab.workbench().datasets();
    }

    private String create(String name, String... settings) throws InterruptedException {
        Map<String, String> all = new LinkedHashMap<>(Map.of("io", "buffered"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return datasets().create(name, "file", all, SMALL, 1, new Watcher());
    }

    private Submission plan(String settings) {
        return lab.plan("label: L\nworkload: random-io\ntarget: file\nset: {" + settings + "}\n");
    }

    @Test
    void aDatasetIsKnownUntilItIsDropped() throws Exception {
        assertThat(create("small")).isEqualTo("200 keys in 2 keyspaces");
        assertThat(datasets().named("small").manifest().map(DatasetManifest::complete)).contains(true);
        assertThat(datasets().grow("small", Optional.of(3), Optional.empty(), new Watcher()))
                .isEqualTo("300 keys in 3 keyspaces");
        assertThatThrownBy(() -> datasets().grow("small", Optional.of(2), Optional.empty(), new Watcher()))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("nothing is taken away");
        assertThatThrownBy(() -> datasets().named("smal")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("small");
        Path where = datasets().named("small").place();
        datasets().drop("small", new Watcher());
        assertThat(datasets().all()).isEmpty();
        assertThat(where).doesNotExist();
    }

    @Test
    void whatCouldNotBeBegunIsNotKnown() {
        assertThatThrownBy(() -> datasets().create("large", "file", Map.of("io", "buffered"),
                new Shape(1, 1L << 43, 512), 1, new Watcher())).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not enough free space");
        assertThat(datasets().all()).isEmpty();
    }

    @Test
    void twoDatasetsDoNotShareADirectory() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("disk"));
        create("one", "directory", directory.toString());
        assertThatThrownBy(() -> create("two", "directory", directory.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("choose another directory");
        assertThat(datasets().all()).extracting(k -> k.where().name()).containsExactly("one");
    }

    @Test
    void aPointTakesOverWhatItsDatasetWasMadeWith() throws Exception {
        create("small");
        Point point = plan("dataset: small").plan().points().getFirst();
        assertThat(point.values().texts()).containsEntry("block-size", "512B").containsEntry("io", "buffered");
        assertThat(plan("dataset: small, io: direct").plan().points().getFirst().values().texts())
                .as("what can be changed").containsEntry("io", "direct");
        assertThatThrownBy(() -> plan("dataset: small, block-size: 8KiB")).isInstanceOf(InvalidInputException.class)
                .hasMessage("block-size: dataset small was made with 512B; only a new dataset can have 8KiB");
        assertThatThrownBy(() -> plan("read-percent: 50")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("name one to work on");
    }

    @Test
    void aRunLeavesTheDatasetThere() throws Exception {
        create("small");
        lab.run(plan("dataset: small, read-percent: 50, operations: 200, warm-up: 1ms"), new Watcher());
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE");
        assertThat(datasets().verify("small", new Watcher())).isEqualTo("200 values are as they were stored");
        assertThat(datasets().named("small").manifest().orElseThrow().changedBy()).hasSize(1);
    }

    private String adopt(Path file) throws InterruptedException {
        Map<String, String> settings = Map.of("file", file.toString(), "io", "buffered");
        assertThat(datasets().onlyReads("file", settings)).isTrue();
        return datasets().adopt("theirs", "file", settings, OptionalInt.of(512), new Watcher());
    }

    @Test
    void aFileOfOthersIsADatasetThatIsOnlyRead() throws Exception {
        Path file = Files.write(folder.resolve("others.dat"), new byte[100 * 512]);
        assertThat(adopt(file)).isEqualTo("100 values of 512 bytes as they are, only to be read");
        assertThat(datasets().named("theirs")).satisfies(known -> assertThat(known.onlyRead()).isTrue())
                .satisfies(known -> assertThat(known.data()).isEqualTo(file.toString()));
        assertThat(datasets().count("theirs", new Watcher())).isEqualTo("100 keys");
        assertThatThrownBy(() -> datasets().grow("theirs", Optional.of(2), Optional.empty(), new Watcher()))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("was made by others");
        assertThatThrownBy(() -> datasets().verify("theirs", new Watcher()))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("was made by others");

        lab.run(plan("dataset: theirs, read-percent: 100, operations: 200, warm-up: none"), new Watcher());
        lab.run(plan("dataset: theirs, read-percent: 50, operations: 200, warm-up: none"), new Watcher());
        lab.run(plan("dataset: theirs, restore: true, operations: 200, warm-up: none"), new Watcher());
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "0.0#1 FAILED", "0.0#1 FAILED");
        assertThat(lab.iterations("L")).extracting(Iteration::verdict).containsExactly("",
                "read-percent: dataset theirs was made by others and is only read; set read-percent to 100",
                "restore: dataset theirs was made by others and is only read; leave restore out");

        assertThat(file).hasBinaryContent(new byte[100 * 512]);
        Files.write(file, new byte[200 * 512]);
        assertThat(adopt(file)).as("after it has grown").startsWith("200 values");
        datasets().drop("theirs", new Watcher());
        assertThat(datasets().all()).isEmpty();
        assertThat(file).hasBinaryContent(new byte[200 * 512]);
        assertThat(lab.leftovers()).noneMatch(name -> name.contains("theirs"));
    }

    @Test
    void aDatasetOfAFileThatIsGoneCanBeDropped() throws Exception {
        Path file = Files.write(folder.resolve("others.dat"), new byte[100 * 512]);
        adopt(file);
        Files.delete(file);
        datasets().drop("theirs", new Watcher());
        assertThat(datasets().all()).isEmpty();
    }

    @Test
    void whatGoesOverAllOfADatasetDoesNotDisturbAMeasuredRun() throws Exception {
        create("small");
        try (MachineLock lock = MachineLock.take("label L, process 1", false)) {
            assertThatThrownBy(() -> create("other")).isInstanceOf(InvalidInputException.class)
                    .hasMessage("another measured run is "
                    + "in progress on this machine (label L, process 1); wait for it, or run beside it with --alongside");
            assertThat(datasets().all()).hasSize(1);
            assertThatThrownBy(() -> datasets().verify("small", new Watcher()))
                    .isInstanceOf(InvalidInputException.class);
            assertThat(datasets().alongside(true).count("small", new Watcher())).isEqualTo("200 keys");
        }
        assertThat(datasets().count("small", new Watcher())).isEqualTo("200 keys");
    }

    @Test
    void moreWorkersThanKeyspacesOfTheirOwnAreRefusedBeforeAnythingRuns() throws Exception {
        create("small");
        plan("dataset: small, read-percent: 0, keyspaces: own, workers: 2");
        assertThatThrownBy(() -> plan("dataset: small, read-percent: 0, keyspaces: own, workers: 3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("workers: dataset small has 2 keyspaces, fewer than the 3 workers "
                        + "that want one each; use 2 workers or fewer, keyspaces: shared, or: tidemark dataset grow small "
                        + "--keyspaces 3");
        plan("dataset: small, read-percent: 100, keyspaces: own, workers: 3");
        assertThatThrownBy(() -> plan("dataset: small, read-percent: 0, keyspaces: own, groups: a b, a.workers: 1, "
                + "b.workers: 2")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("fewer than the 3 workers");
    }

    @Test
    void onlyPointsThatAreRunMustFitTheirDataset() throws Exception {
        create("small");
        Submission varied = lab.plan("""
                workload: random-io
                target: file
                set: {dataset: small, read-percent: 0, keyspaces: own, workers: 9}
                vary: {workers: [1, 2]}
                """);
        assertThat(varied.plan().points()).hasSize(2);
    }

    @Test
    void aDatasetThatIsGoneIsMissedBeforeAnythingRuns() throws Exception {
        create("small");
        Files.delete(datasets().named("small").place().resolve("tidemark-file/dataset.json"));
        assertThatThrownBy(() -> plan("dataset: small")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("dataset small is not in ");
    }

    @Test
    void groupsOnTwoDatasetsOfDifferentBlocksRunSideBySide() throws Exception {
        create("small");
        datasets().create("large", "file", Map.of("io", "buffered"), new Shape(3, 50, 4096), 2, new Watcher());
        Submission submission = lab.plan("""
                label: L
                workload: random-io
                target: file
                set: {operations: 1200, warm-up: 1ms, mix: dealt}
                groups:
                  - {name: readers, workers: 2, dataset: small}
                  - {name: writers, workers: 3, dataset: large, read-percent: 25, keyspaces: own}
                """);
        assertThat(submission.plan().points().getFirst().values().texts()).containsEntry("io", "buffered");
        Watcher watcher = new Watcher();
        lab.run(submission, watcher);
        assertThat(lab.history("L")).as(watcher.messages.toString()).containsExactly("0.0#1 DONE");
        Iteration done = lab.iterations("L").getFirst();
        IterationDetail detail = lab.workbench().store().detail(done.id());
        assertThat(units(detail, "readers")).isEqualTo(1200);
        assertThat(units(detail, "writers")).isEqualTo(1200);
        assertThat(detail.outcomes()).extracting(OutcomeCount::kind)
                .containsExactlyInAnyOrder("readers.read", "writers.read", "writers.write");
        assertThat(done.value("writers.read-share").orElseThrow().number()).isEqualTo(25);
        assertThat(done.value("readers.failures").orElseThrow().number()).isZero();
        assertThat(done.value("operations-per-second").orElseThrow().number()).isGreaterThan(
                done.value("readers.operations-per-second").orElseThrow().number());
        assertThat(Lab.text(done, "small.block-size")).isEqualTo("512B");
        assertThat(Lab.text(done, "large.block-size")).isEqualTo("4KiB");
        assertThat(datasets().verify("small", new Watcher())).isEqualTo("200 values are as they were stored");
        assertThat(datasets().verify("large", new Watcher())).isEqualTo("150 values are as they were stored");
        assertThat(datasets().named("small").manifest().orElseThrow().changedBy()).isEmpty();
        assertThat(datasets().named("large").manifest().orElseThrow().changedBy()).hasSize(1);
    }

    private static long units(IterationDetail detail, String group) {
        return detail.workers().stream().filter(w -> w.group().equals(group)).mapToLong(WorkerCount::units).sum();
    }
}
