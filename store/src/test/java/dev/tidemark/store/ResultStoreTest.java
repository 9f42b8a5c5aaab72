package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.file.StoreFile;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.Recompute.Change;
import dev.tidemark.store.results.Recompute.Recomputed;
import dev.tidemark.store.results.Samples;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StudySection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private Path file;
    private ResultStore store;

    @BeforeEach
    void open() {
        file = folder.resolve("a/b/store.db");
        store = ResultStore.open(file, clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theNumberOfADeletedRunIsNotGivenAgain() {
        long first = store.beginBatch(Samples.batch("demo", 1));
        store.release(first);
        store.delete("demo");
        assertThat(store.beginBatch(Samples.batch("demo", 1))).isEqualTo(first + 1);
    }

    // ---- Round trips ----

    @Test
    void everythingRawComesBackAsItWasWritten() {
        long id = Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 2, 0);

        IterationDetail detail = store.detail(id);

        assertThat(detail.workload()).isEqualTo("ingest");
        assertThat(detail.settings()).isEqualTo(Samples.settings(2));
        assertThat(detail.phases()).containsExactly(Samples.SPAN);
        assertThat(detail.outcomes()).containsExactlyElementsOf(Samples.OUTCOMES);
        assertThat(detail.operations()).containsExactlyElementsOf(Samples.OPERATIONS);
        assertThat(detail.log()).usingRecursiveFieldByFieldElementComparator().containsExactly(Samples.LOG);
        assertThat(detail.workers()).isEqualTo(Samples.WORKERS);
        assertThat(detail.events()).isEqualTo(Samples.EVENTS);
        assertThat(detail.readings()).containsExactly(Samples.reading(0, TimedSnapshot.START, 1),
                Samples.reading(Samples.SECOND, TimedSnapshot.DURING, 2),
                Samples.reading(3 * Samples.SECOND, TimedSnapshot.END, 3.5));
        assertThat(detail.intervals()).usingRecursiveComparison().isEqualTo(List.of(
                Samples.interval(0, 0, 0, 0, Samples.SECOND, 10, 1000),
                Samples.interval(0, 1, 0, Samples.SECOND, 2 * Samples.SECOND, 11, 1000),
                Samples.interval(0, 1, 1, Samples.SECOND, 2 * Samples.SECOND, 1, 5000),
                Samples.interval(0, 2, 0, 2 * Samples.SECOND, 3 * Samples.SECOND, 12, 1000)));
    }

    @Test
    void aLabelComesBackWithWhatItWasRecordedWith() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = Samples.write(store, batch, 1, 0);

        LabelResults label = store.label("demo").orElseThrow();

        assertThat(label.workload()).isEqualTo("ingest");
        assertThat(label.objective()).isEqualTo("elapsed");
        assertThat(label.space()).isEqualTo("matrix");
        assertThat(label.yaml()).isEqualTo("label: demo\n");
        assertThat(label.seed()).isEqualTo(7);
        assertThat(label.measures().all()).isEqualTo(EngineMeasures.ALL.all());
        assertThat(label.batches().getLast().defaults()).isEqualTo(Map.of("shards", "1", "batch-size", "10"));
        assertThat(label.iterations())
                .containsExactly(new Iteration(id, batch, "ingest", 1, 0, 1, IterationState.DONE, "",
                Samples.START.plusSeconds(1), Samples.settings(1), Samples.VALUES));
    }

    @Test
    void everythingIsThereAfterOpeningAgain() {
        long id = Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 2, 0);
        LabelResults before = store.label("demo").orElseThrow();
        store.close();

        store = ResultStore.open(file, clock);

        assertThat(store.label("demo").orElseThrow().iterations()).isEqualTo(before.iterations());
        assertThat(store.detail(id).intervals()).hasSize(4);
    }

    @Test
    void whatARunnerTellsIsStored() {
        long id = store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("demo", 1)), 0, 0, 1));
        store.record(new RunEvent.Started(id, Samples.START.plusSeconds(99), 5));
        store.record(new RunEvent.Detected(id, List.of(Setting.detected("cpu", "8"))));
        store.record(new RunEvent.Measured(id, Samples.interval(0, 0, 0, 0, 1, 1, 1)));
        store.record(new RunEvent.Sampled(id, Samples.reading(0, TimedSnapshot.START, 1)));
        store.record(new RunEvent.EventLogged(id, Samples.EVENTS.getFirst()));
        store.record(new RunEvent.PhaseBegan(id, PhaseSpan.begun(0, Phase.MEASURE, true, 5, 16, false)));
        assertThat(store.detail(id).phases()).singleElement().matches(p -> !p.ended());
        store.record(new RunEvent.PhaseEnded(id, Samples.SPAN, Samples.OUTCOMES, Samples.WORKERS));
        store.record(new RunEvent.Ended(id, IterationState.DONE, ""));

        IterationDetail detail = store.detail(id);
        Iteration iteration = store.label("demo").orElseThrow().iterations().getFirst();

        assertThat(iteration.started()).isEqualTo(Samples.START.plusSeconds(99));
        assertThat(iteration.setting("cpu")).contains(Setting.detected("cpu", "8"));
        assertThat(iteration.state()).as("values come first").isEqualTo(IterationState.RUNNING);
        assertThat(detail.intervals()).hasSize(1);
        assertThat(detail.readings()).hasSize(1);
        assertThat(detail.events()).hasSize(1);
        assertThat(detail.phases()).containsExactly(Samples.SPAN);
    }

    @Test
    void whatWasReadBackStandsBesideWhatWasAsked() {
        long id = store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("demo", 1)), 2, 0, 1));
        Setting readBack = new Setting("payload", "8kB", 8000.0, "B", SettingOrigin.EFFECTIVE);
        Setting unasked = new Setting("threads", "4", 4.0, "", SettingOrigin.EFFECTIVE);
        store.addSettings(id, List.of(readBack, unasked, Setting.detected("cpu", "8")));
        store.addSettings(id, List.of(Setting.detected("cpu", "9")));

        Iteration iteration = store.label("demo").orElseThrow().iterations().getFirst();

        assertThat(store.detail(id).settings()).contains(readBack, unasked);
        assertThat(iteration.settings()).doesNotContain(readBack).contains(unasked).doesNotHaveDuplicates();
        assertThat(iteration.setting("payload").orElseThrow().text()).isEqualTo("10kB");
        assertThat(iteration.setting("cpu").orElseThrow().text()).isEqualTo("9");
    }

    /** "on" that is asked for, and "on" because the server has it, are one point. */
    @Test
    void whatWasLeftToTheServerIsWhatItHas() {
        long id = store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("demo", 1)), 2, 0, 1));
        store.addSettings(id, List.of(new Setting("synchronous-commit", "as the server has it", null, "",
                SettingOrigin.DECLARED), new Setting("isolation", "as the server has it", null, "",
                        SettingOrigin.DECLARED)));
        store.addSettings(id, List.of(new Setting("synchronous-commit", "on", null, "", SettingOrigin.EFFECTIVE)));

        Iteration iteration = store.label("demo").orElseThrow().iterations().getFirst();

        assertThat(iteration.setting("synchronous-commit").orElseThrow().text()).isEqualTo("on");
        assertThat(iteration.setting("isolation").orElseThrow().text()).isEqualTo("as the server has it");
        assertThat(iteration.settings()).extracting(Setting::name).doesNotHaveDuplicates();
    }

    private List<MeasuredValue> values(long id) {
        return store.label("demo").orElseThrow().iterations().stream().filter(i -> i.id() == id).findFirst()
                .orElseThrow().values();
    }

    @Test
    void valuesCanBeComputedAgain() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = Samples.write(store, batch, 1, 0);
        long other = Samples.write(store, batch, 2, 0);
        store.recompute("demo"); // what the samples store was never computed
        List<MeasuredValue> computed = values(id);
        IterationDetail raw = store.detail(id);
        assertThat(computed).isNotEmpty();

        List<MeasuredValue> altered = new ArrayList<>(computed.subList(1, computed.size()));
        MeasuredValue last = altered.removeLast();
        altered.add(MeasuredValue.of(last.measure(), 2 * last.number() + 1));
        altered.add(MeasuredValue.of("of-old", 5));
        store.database().writing(h -> Iterations.replaceValues(h, id, altered)); // with its checksum
        assertThat(values(id)).isEqualTo(altered);
        String stamp = store.stamp("demo");

        Recomputed recomputed = store.recompute("demo");
        assertThat(recomputed.iterations()).isEqualTo(2);
        assertThat(recomputed.values()).isEqualTo(computed.size() + values(other).size());
        assertThat(recomputed.changes()).extracting(Change::measure)
                .containsExactlyInAnyOrder("of-old", last.measure(), computed.getFirst().measure());
        assertThat(recomputed.changed()).isEqualTo(3);
        assertThat(values(id)).isEqualTo(computed);
        assertThat(store.stamp("demo")).isNotEqualTo(stamp);
        assertThat(store.detail(id).intervals()).usingRecursiveComparison().isEqualTo(raw.intervals());
        assertThat(store.recompute("demo").changes()).isEmpty();
    }

    @Test
    void damagedValuesAreMadeAnewAndDamagedRawDataAreLeft() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = Samples.write(store, batch, 1, 0);
        long other = Samples.write(store, batch, 2, 0);
        store.recompute("demo");
        List<MeasuredValue> computed = values(id);
        store.database().writing(h -> h.execute("UPDATE measured_value SET number = 7 WHERE iteration_id = ?", id));
        store.database().writing(h -> h.execute("UPDATE event SET text = 'x' WHERE iteration_id = ?", other));

        Recomputed recomputed = store.recompute("demo");
        assertThat(recomputed.left()).isEqualTo(1);
        assertThat(recomputed.iterations()).isEqualTo(1);
        assertThat(values(id)).isEqualTo(computed);
    }

    @Test
    void onlyLabelsThatThereAreCanBeComputedAgain() {
        Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 1, 0);
        assertThatThrownBy(() -> store.recompute("demp")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown label 'demp' (did you mean 'demo'?)");
    }

    @Test
    void anUnknownLabelIsEmptyAndAnUnknownIterationAnError() {
        assertThat(store.label("nothing")).isEmpty();
        assertThat(store.labels()).isEmpty();
        assertThatThrownBy(() -> store.detail(1)).isInstanceOf(NoSuchElementException.class);
    }

    // ---- Labels ----

    @Test
    void labelsAreListedOldestFirstWithTheirStates() {
        long first = store.beginBatch(Samples.batch("first", 2));
        Samples.write(store, first, 0, 0);
        long broken = store.beginIteration(Samples.iteration(first, 1, 0, 1));
        store.endIteration(broken, IterationState.FAILED, "it broke", List.of());
        clock.advance(Duration.ofHours(1));
        store.beginBatch(Samples.batch("second", 1));
        clock.advance(Duration.ofHours(1));
        Samples.write(store, store.beginBatch(Samples.batch("first", 1)), 0, 0);

        assertThat(store.labels()).containsExactly(
                new LabelSummary("first", "ingest", Samples.START,
                Map.of(IterationState.DONE, 2, IterationState.FAILED, 1)),
                new LabelSummary("second", "ingest", Samples.START.plusSeconds(3600), Map.of()));
    }

    @Test
    void aSecondRunOfALabelIsASecondBatch() {
        Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 0, 0);
        clock.advance(Duration.ofHours(1));
        Samples.write(store, store.beginBatch(Samples.batch("demo", "study", "hash-2", 8, 1)), 1, 0);

        LabelResults label = store.label("demo").orElseThrow();

        assertThat(label.seed()).isEqualTo(8);
        assertThat(label.space()).isEqualTo("study");
        assertThat(label.iterations()).extracting(Iteration::batch).doesNotHaveDuplicates().hasSize(2);
    }

    @Test
    void aSectionOfAStudyIsFoundByLabelAndParam() {
        Samples.write(store, store.beginBatch(Samples.batch("big-study", "study", "h", 1, 1)), 0, 0);
        Samples.write(store, store.beginBatch(Samples.batch("grid", 1)), 0, 0);

        assertThat(store.studySection("big-study-shards")).contains(new StudySection("big-study", "shards"));
        assertThat(store.studySection("big-study-colour")).isEmpty();
        assertThat(store.studySection("grid-shards")).as("a matrix has no sections").isEmpty();
        Samples.write(store, store.beginBatch(Samples.batch("big-study-shards", 1)), 0, 0);
        assertThat(store.studySection("big-study-shards")).as("a label of that name comes first").isEmpty();
    }

    @Test
    void deletingALabelTakesEverythingOfItAndGivesTheSpaceBack() throws IOException {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        long id = Samples.write(store, batch, 0, 0);
        store.database().writing(h -> h.execute(
                "INSERT INTO event (iteration_id, happened, kind, text) VALUES (?, 0, 'note', ?)", id,
                "x".repeat(4_000_000)));
        store.release(batch);
        long other = Samples.write(store, store.beginBatch(Samples.batch("other", 1)), 0, 0);
        long before = Files.size(file) + Files.size(file.resolveSibling("store.db-wal"));

        assertThat(store.delete("demo")).isEqualTo(1);

        assertThat(store.label("demo")).isEmpty();
        assertThat(store.detail(other).intervals()).hasSize(4);
        for (String table : List.of("setting", "phase", "outcome", "worker", "event", "reading", "interval_series")) {
            assertThat(store.database().<Integer>read(h -> h.createQuery("SELECT count(*) FROM " + table
                    + " WHERE iteration_id = ?").bind(0, id).mapTo(Integer.class).one())).as(table).isZero();
        }
        assertThat(before).isGreaterThan(4_000_000);
        assertThat(Files.size(file) + Files.size(file.resolveSibling("store.db-wal"))).isLessThan(1_000_000);
    }

    @Test
    void anUnknownOrRunningLabelIsNotDeleted() {
        store.beginBatch(Samples.batch("demo", 1));

        assertThatThrownBy(() -> store.delete("demmo")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown label 'demmo' (did you mean 'demo'?)");
        assertThatThrownBy(() -> store.delete("demo")).isInstanceOf(InvalidInputException.class)
                .hasMessage("label demo is being run; stop it first with: tidemark stop demo");
    }

    @Test
    void aLabelThatCouldSteerATerminalIsRefused() {
        assertThatThrownBy(() -> Samples.batch("a\u001b[2J", 1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> Samples.batch(" ", 1)).isInstanceOf(InvalidInputException.class);
    }

    // ---- Stored defaults ----

    @Test
    void defaultsAreKeptPerWorkloadUntilReset() {
        store.setDefault("ingest", new StoredDefault("shards", false, "2"));
        store.setDefault("ingest", new StoredDefault("shards", false, "4"));
        store.setDefault("ingest", new StoredDefault("host-type", true, "ml.medium"));
        store.setDefault("query", new StoredDefault("shards", false, "9"));

        assertThat(store.defaults("ingest")).containsExactly(new StoredDefault("shards", false, "4"),
                new StoredDefault("host-type", true, "ml.medium"));
        assertThat(store.resetDefault("ingest", "shards")).isTrue();
        assertThat(store.resetDefault("ingest", "shards")).isFalse();
        assertThat(store.resetDefaults("ingest")).isEqualTo(1);
        assertThat(store.defaults("ingest")).isEmpty();
        assertThat(store.defaults("query")).hasSize(1);
    }

    // ---- What the next run will take ----

    @Test
    void whatIterationsTookBesideTheirLoadsIsKnown() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        phases(batch, 0, List.of(new PhaseSpan(0, Phase.PRELOAD, false, Samples.SECOND, 5 * Samples.SECOND, 0, 1,
                false, 0,
                0), span(1, Phase.MEASURE, 6, 16), span(2, Phase.SETTLE, 17, 19)), IterationState.DONE);
        phases(batch, 1, List.of(span(0, Phase.MEASURE, 1, 2)), IterationState.DONE);
        phases(batch, 2, List.of(span(0, Phase.MEASURE, 9, 10)), IterationState.FAILED);
        assertThat(store.newestOverheads("ingest", 9)).containsExactly(1.0, 5.0);
        assertThat(store.newestOverheads("ingest", 1)).containsExactly(1.0);
        assertThat(store.newestOverheads("query", 9)).isEmpty();
        assertThat(store.newestRates("ingest", Phase.PRELOAD, 9)).singleElement().satisfies(rate -> {
            assertThat(rate.number()).as("2 of 1000 failed").isEqualTo(249.5);
            assertThat(rate.settings()).containsEntry("shards", "0");
        });
    }

    private static PhaseSpan span(int index, Phase phase, long from, long to) {
        return new PhaseSpan(index, phase, phase == Phase.MEASURE, from * Samples.SECOND, to * Samples.SECOND, 0, 1,
                false, 0,
                0);
    }

    /** In each phase 998 units are done and 2 fail. */
    @Test
    void whatTheFirstIterationWaitedForIsKnown() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        phases(batch, 3, List.of(span(0, Phase.MEASURE, 1, 2)), IterationState.DONE);
        phases(batch, 9, List.of(span(0, Phase.MEASURE, 1, 2)), IterationState.DONE);
        phases(store.beginBatch(Samples.batch("broken", 2)), 4, List.of(span(0, Phase.MEASURE, 1, 2)),
                IterationState.FAILED);
        assertThat(store.newestStarts("ingest", 9)).singleElement().satisfies(start -> {
            assertThat(start.number()).isEqualTo(3);
            assertThat(start.settings()).containsEntry("shards", "3");
        });
        assertThat(store.newestStarts("query", 9)).isEmpty();
    }

    private void phases(long batch, int position, List<PhaseSpan> phases, IterationState iterationState) {
        long id = store.beginIteration(Samples.iteration(batch, position, 0, 1));
        phases.forEach(p -> store.addPhase(id, p,
                List.of(new OutcomeCount(p.index(), "store", Outcome.FAILURE, "full", 2, 2),
                new OutcomeCount(p.index(), "store", Outcome.OK, "", 998, 998)), List.of()));
        store.endIteration(id, iterationState, "", List.of());
    }

    // ---- Opening ----

    @Test
    void theVersionNumberIsThatOfTheNewestScript() throws Exception {
        Path scripts = Path.of(StoreFile.class.getResource("/dev/tidemark/store/migration").toURI());
        try (var files = Files.list(scripts)) {
            assertThat(files.map(f -> Integer.parseInt(f.getFileName().toString().replaceAll("V(\\d+)__.*", "$1")))
                    .max(Integer::compare)).contains(StoreFile.SCHEMA_VERSION);
        }
    }

    @Test
    void theFileIsInWalModeAndGuardsItsReferences() {
        assertThat(store.database().<String>read(h -> h.createQuery("PRAGMA journal_mode").mapTo(String.class).one()))
                .isEqualTo("wal");
        assertThatThrownBy(() -> store.addEvent(12345, Samples.EVENTS.getFirst())).isInstanceOf(StoreException.class)
                .hasMessageContaining("FOREIGN KEY");
        assertThat(file.resolveSibling("store.db.migrating")).doesNotExist();
    }

    @Test
    void anotherFileIsNotAStoreAndIsLeftAlone() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"), "these are notes, and they are long enough");
        Path database = folder.resolve("address-book.db");
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            c.createStatement().execute("CREATE TABLE person (name TEXT)");
        }
        byte[] before = Files.readAllBytes(database);

        assertThatThrownBy(() -> ResultStore.open(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage(text + " is not a Tidemark store; choose another file with --store");
        assertThatThrownBy(() -> ResultStore.open(database)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a Tidemark store");
        assertThat(database).hasBinaryContent(before);
        assertThatThrownBy(() -> ResultStore.open(folder)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void aFileOfANewerVersionIsRefused() throws Exception {
        store.close();
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            c.createStatement().execute("PRAGMA user_version = 99");
        }

        assertThatThrownBy(() -> ResultStore.open(file)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("written by a newer Tidemark (its format is 99, this one knows "
                        + StoreFile.SCHEMA_VERSION + ")");
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            c.createStatement().execute("PRAGMA user_version = " + StoreFile.SCHEMA_VERSION);
        }
        store = ResultStore.open(file);
    }

    @Test
    void aCrashBetweenMigratingAndRecordingTheVersionIsMended() throws Exception {
        Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 0, 0);
        store.close();
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            c.createStatement().execute("PRAGMA user_version = 0");
        }

        store = ResultStore.open(file);

        assertThat(store.labels()).hasSize(1);
        assertThat(store.database().<Integer>read(h -> h.createQuery("PRAGMA user_version").mapTo(Integer.class).one()))
                .isEqualTo(StoreFile.SCHEMA_VERSION);
    }

    @Test
    void aFolderThatCannotBeMadeIsOneClearLine() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain"), "a file");

        assertThatThrownBy(() -> ResultStore.open(plain.resolve("store.db"))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be made; choose another with --store").message().hasLineCount(1);
    }

    @Test
    void aFullDiskIsOneClearLineAndLeavesWhatWasThere() {
        long id = Samples.write(store, store.beginBatch(Samples.batch("demo", 1)), 0, 0);
        int pages = store.database().<Integer>write(h -> h.createQuery("PRAGMA page_count").mapTo(Integer.class).one());
        store.database().<Integer>write(h -> h.createQuery("PRAGMA max_page_count = " + pages).mapTo(Integer.class)
                .one());

        assertThatThrownBy(() -> {
            for (int i = 100; i < 100_000; i++) {
                store.addInterval(id, Samples.interval(0, i, 0, i, i + 1, 1, i));
            }
        }).isInstanceOf(StoreException.class).hasMessageContaining(file + ": the disk is full").message()
                .hasLineCount(1);
        assertThat(store.detail(id).phases()).hasSize(1);
    }

    @Test
    void manyOpenANewFileAtOnceAndOneOfThemMakesIt() throws Exception {
        Path fresh = folder.resolve("fresh.db");
        List<Thread> threads = new ArrayList<>();
        Set<Throwable> failures = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 6; i++) {
            String label = "label-" + i;
            threads.add(Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> failures.add(e)).start(() -> {
                try (ResultStore mine = ResultStore.open(fresh)) {
                    Samples.write(mine, mine.beginBatch(Samples.batch(label, 1)), 0, 0);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        try (ResultStore mine = ResultStore.open(fresh)) {
            assertThat(mine.labels()).hasSize(6).allMatch(l -> l.iterations().equals(Map.of(IterationState.DONE, 1)));
        }
    }

    @Test
    void aReaderSeesTheStoreAsItWasWhileAnotherWrites() {
        Samples.write(store, store.beginBatch(Samples.batch("demo", 2)), 0, 0);
        try (ResultStore other = ResultStore.open(file, clock)) {
            store.database().writing(h -> {
                h.execute("DELETE FROM batch");
                assertThat(other.labels()).as("not committed yet").hasSize(1);
            });
            assertThat(other.labels()).isEmpty();
        }
    }
}
