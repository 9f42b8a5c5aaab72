package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.file.StoreFile;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is damaged is named and left out: never an exception, never another number. */
class DamageTest {

    /** By hand: {@code -Dflips=400 -Dflip.seed=7 -Dflip.iterations=50}. */
    private static final int FLIPS = Integer.getInteger("flips", 40);
    private static final long SEED = Long.getLong("flip.seed", 20260301);

    private static final int ITERATIONS = Integer.getInteger("flip.iterations", 3);

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void fill() {
        file = folder.resolve("store.db");
        fill(file, 3);
    }

    private static void fill(Path file, int iterations) {
        try (ResultStore store = ResultStore.open(file, new Samples.HandClock())) {
            for (String label : List.of("first", "second")) {
                long batch = store.beginBatch(Samples.batch(label, iterations));
                for (int i = 0; i < iterations; i++) {
                    Samples.write(store, batch, i, 0);
                }
                store.release(batch);
            }
        }
    }

    // ---- Any bit ----

    /** Everything that a report can be made of, as text. */
    private static String read(ResultStore store) {
        StringBuilder all = new StringBuilder();
        for (LabelSummary label : store.labels()) {
            all.append(label.label()).append(label.workload()).append(label.started())
                    .append(new TreeMap<>(label.iterations())).append('\n');
            LabelResults results = store.label(label.label()).orElseThrow();
            all.append(results.workload()).append(results.objective()).append(results.measures().all())
                    .append(results.space()).append(results.batches().stream().map(b -> b.id() + b.yaml() + b.seed()
                            + new TreeMap<>(b.defaults()) + b.baseDefaults()).toList()).append(results.iterations())
                    .append('\n');
            results.iterations().forEach(i -> all.append(text(store.detail(i.id()))).append('\n'));
        }
        return all.toString();
    }

    private static String text(IterationDetail d) {
        return d.workload() + d.settings() + d.phases() + d.outcomes() + d.readings() + d.workers() + d.events()
                + d.operations() + d.intervals().stream().map(i -> i.phase() + " " + i.seq() + " " + i.part() + " "
                        + i.start() + " " + i.end() + " " + i.stuck() + Arrays.toString(i.series()))
                        .collect(Collectors.joining());
    }

    @Test
    void aFlippedBitChangesNothingUnsaid() throws IOException {
        Path many = folder.resolve("many.db");
        fill(many, ITERATIONS);
        byte[] sound = Files.readAllBytes(many);
        String before;
        try (ResultStore store = ResultStore.open(many, new Samples.HandClock())) {
            before = read(store);
        }
        Random random = new Random(SEED);
        int named = 0;
        int refused = 0;
        int found = 0;
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < FLIPS; i++) {
            Path damaged = folder.resolve("damaged-" + i + ".db");
            int at = random.nextInt(sound.length);
            int bit = random.nextInt(8);
            byte[] bytes = sound.clone();
            bytes[at] ^= (byte) (1 << bit);
            Files.write(damaged, bytes);
            boolean isSound = isSound(damaged);
            found += isSound ? 0 : 1;
            try (ResultStore store = ResultStore.open(damaged, new Samples.HandClock())) {
                String after = read(store);
                named += store.damage().isEmpty() ? 0 : 1;
                if (store.damage().isEmpty() && !after.equals(before)) {
                    wrong.add(at + "." + bit + ": another report");
                } else if (!store.damage().isEmpty() && isSound) {
                    wrong.add(at + "." + bit + ": named, but not by the check: " + store.damage());
                }
            } catch (InvalidInputException | StoreException e) {
                refused++;
                if (e.getMessage().lines().count() != 1) {
                    wrong.add(at + "." + bit + ": " + e.getMessage());
                }
            } catch (RuntimeException e) {
                wrong.add(at + "." + bit + ": " + e);
            }
            Files.deleteIfExists(damaged);
        }
        if (FLIPS > 40) {
            System.out.printf("%d flips in %d bytes: %d left out and named, %d refused in one line, %d changed nothing; "
                    + "the check found %d%n", FLIPS, sound.length, named, refused, FLIPS - named - refused, found);
        }
        assertThat(wrong).isEmpty();
        assertThat(named + refused).as("flips that were noticed").isPositive();
    }

    private static boolean isSound(Path store) {
        try {
            return StoreCheck.of(store, (done, all) -> { }).sound();
        } catch (InvalidInputException | StoreException e) {
            return false;
        }
    }

    // ---- Certain ones ----

    private void execute(String... statements) throws SQLException {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            for (String statement : statements) {
                c.createStatement().execute(statement);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "UPDATE measured_value SET number = number + 1e-9 WHERE iteration_id = 2 AND measure = 'flush-write' | values",
        "UPDATE setting SET text = '11kB' WHERE iteration_id = 2 AND name = 'payload'                       | settings",
        "UPDATE setting SET origin = 'VARZ' WHERE iteration_id = 2 AND name = 'shards'                      | settings",
        "DELETE FROM setting WHERE iteration_id = 2 AND name = 'payload'                                    | settings",
        "UPDATE interval_series SET series = x'01' WHERE iteration_id = 2 AND seq = 2                       | intervals",
        "DELETE FROM interval_series WHERE iteration_id = 2                                                 | intervals",
        "UPDATE reading SET body = '{' WHERE iteration_id = 2                                               | readings",
        "UPDATE event SET text = 'third' WHERE iteration_id = 2 AND text = 'first'                          | events",
        "UPDATE outcome SET operations = 3 WHERE iteration_id = 2 AND outcome = 'OK'                        | outcomes",
        "UPDATE worker SET kinds = NULL WHERE iteration_id = 2 AND worker = 0                               | workers",
        "UPDATE phase SET phase = 'MEASURF' WHERE iteration_id = 2                                          | phases",
        "UPDATE operation_log SET n = 8 WHERE iteration_id = 2 AND seq = 1                                  | operation log",
        "UPDATE operation_block SET body = x'02' WHERE iteration_id = 2                                     | log of all operations",
        "UPDATE iteration SET state = 'DONF' WHERE id = 2                                                   | its row",
        "UPDATE iteration_checksum SET part = 'FALUE' WHERE iteration_id = 2 AND part = 'VALUE'             | values",
    })
    void aDamagedIterationIsNamedAndLeftOut(String damage, String part) throws Exception {
        execute(damage);

        try (ResultStore store = ResultStore.open(file, new Samples.HandClock())) {
            LabelResults results = store.label("first").orElseThrow();
            assertThat(results.iterations()).extracting(Iteration::id).containsExactly(1L, 3L);
            assertThat(results.damage()).containsExactly("the store's iteration 2 (" + part + ")");
            assertThat(store.damage()).containsExactly("label first: Damaged and left out: the store's iteration 2 ("
                    + part + "). 'tidemark check' tells more.");
            assertThat(store.label("second").orElseThrow().damage()).isEmpty();
            assertThatThrownBy(() -> store.detail(2)).isInstanceOf(StoreException.class)
                    .hasMessageContaining("the store's iteration 2 (" + part + ") is damaged");
        }
        assertThat(StoreCheck.of(file, (done, all) -> { }).damage())
                .contains("label first: the store's iteration 2 (" + part + ")");
    }

    @Test
    void aBatchThatLostItsLabelIsNamedByTheOneItHad() throws Exception {
        execute("UPDATE batch SET label = 'firsu' WHERE label = 'first'");

        try (ResultStore store = ResultStore.open(file, new Samples.HandClock())) {
            assertThat(store.labels()).extracting(LabelSummary::label).containsExactly("second");
            assertThat(store.damage()).singleElement().asString().startsWith(
                    "label first: Damaged and left out: the store's batch 1, with its iterations.");
            assertThatThrownBy(() -> store.label("first")).isInstanceOf(StoreException.class).hasMessage("label first "
                    + "cannot be read: the store's batch 1, with its iterations is damaged; 'tidemark check' tells more");
        }
    }

    @Test
    void iterationsThatAreLostAreNamed() throws Exception {
        execute("PRAGMA foreign_keys = OFF", "DELETE FROM iteration WHERE id = 5");

        try (ResultStore store = ResultStore.open(file, new Samples.HandClock())) {
            assertThat(store.labels()).extracting(l -> l.iterations().get(IterationState.DONE)).containsExactly(3, 2);
            assertThat(store.damage()).containsExactly("label second: Damaged and left out: the store's iteration 5 "
                    + "(its row). 'tidemark check' tells more.");
            assertThat(store.label("second").orElseThrow().damage()).singleElement().asString()
                    .startsWith("the store's iteration 5 (its row");
        }
    }

    @Test
    void exportsLeaveOutWhatIsDamaged() throws Exception {
        execute("UPDATE interval_series SET started = started + 1 WHERE iteration_id = 2");

        try (ResultStore store = ResultStore.open(file, new Samples.HandClock());
                ResultStore other = ResultStore.open(folder.resolve("other.db"))) {
            assertThat(store.export(List.of("first", "second"), folder.resolve("all.zip"))).isEqualTo(5);
            assertThat(store.damage()).singleElement().asString().contains("iteration 2 (intervals)");
            other.importZip(folder.resolve("all.zip"));
            assertThat(other.label("first").orElseThrow().iterations()).hasSize(2);
        }
    }

    @Test
    void damageStaysDamageWhateverIsWrittenAfterwards() throws Exception {
        execute("UPDATE setting SET text = '11kB' WHERE iteration_id = 2 AND name = 'payload'");

        try (ResultStore store = ResultStore.open(file, new Samples.HandClock())) {
            store.addSettings(2, Samples.settings(3).subList(0, 1));
            assertThat(store.label("first").orElseThrow().damage()).hasSize(1);
        }
    }

    @Test
    void aDamagedJobIsOneLine() throws Exception {
        try (ResultStore store = ResultStore.open(file)) {
            store.jobs().schedule(true);
        }
        execute("""
                INSERT INTO job (place, label, workload, yaml, defaults, spec_hash, author, iterations, bytes, resume,
                    alongside, created_ns, state, paused, urgent, attempts, message)
                VALUES (1, 'l', 'ingest', '', '{', '', '', 1, 0, 0, 0, 0, 'WAITING', 0, 0, 0, '')""");

        try (ResultStore store = ResultStore.open(file)) {
            assertThatThrownBy(() -> store.jobs().all()).isInstanceOf(StoreException.class).hasMessage("store " + file
                    + ": it is damaged: a row of it cannot be understood; 'tidemark check' tells more");
        }
        assertThat(StoreCheck.of(file, (done, all) -> { }).damage()).containsExactly("a job cannot be understood");
    }

    /** A transaction that has met such a page cannot be ended, which takes nothing from what was seen. */
    @Test
    void ofAStoreWithADamagedPageItIsToldWhatCanBeRead() throws Exception {
        damagePageOf("setting");

        StoreCheck.Found found = StoreCheck.of(file, (done, all) -> { });
        assertThat(found.format()).isEqualTo(StoreFile.SCHEMA_VERSION);
        assertThat(found.labels()).isEqualTo(2);
        assertThat(found.iterations()).isEqualTo(6);
        assertThat(found.damage()).anyMatch(d -> d.startsWith("label first: the store's iteration 1"))
                .noneMatch(d -> d.contains("nothing of it can be read"));
    }

    /** Then no query over all labels can be answered. */
    @Test
    void labelsAreListedOneByOneWhereWhatTheyShareIsDamaged() throws Exception {
        damagePageOf("label_mark");
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).extracting(LabelSummary::label).containsExactly("first", "second");
            assertThat(store.labels()).allMatch(l -> l.total() == 3);
            assertThat(store.damage()).hasSize(2).allMatch(d -> d.contains("its note and whether it is pinned or "
                    + "archived are unknown"));
        }
        damagePageOf("iteration");
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).isEmpty();
            assertThat(store.damage()).containsExactly(
                    "label first: it is damaged and cannot be read; 'tidemark check' tells more",
                    "label second: it is damaged and cannot be read; 'tidemark check' tells more");
        }
    }

    /** As a deletion leaves it that had room for one run after the other, and then for none. */
    @Test
    void aLabelOfWhichARunIsGoneIsSound() {
        try (Database database = Database.open(file, true)) {
            database.writing(h -> Iterations.delete(h, 2));
        }
        StoreCheck.Found found = StoreCheck.of(file, (done, all) -> { });
        assertThat(found.damage()).isEmpty();
        assertThat(found.iterations()).isEqualTo(5);
        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).extracting(LabelSummary::total).containsExactly(2, 3);
            assertThat(store.label("first").orElseThrow().iterations()).extracting(Iteration::id).doesNotContain(2L);
            assertThat(store.damage()).isEmpty();
        }
    }

    private void damagePageOf(String table) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        int page;
        int size;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            page = number(statement, "SELECT rootpage FROM sqlite_master WHERE name = '" + table + "'");
            size = number(statement, "PRAGMA page_size");
        }
        Arrays.fill(bytes, (page - 1) * size, page * size, (byte) 0x55);
        Files.write(file, bytes);
    }

    private static int number(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    // ---- Sound ones ----

    @Test
    void aSoundStoreIsSound() {
        List<Integer> steps = new ArrayList<>();

        assertThat(StoreCheck.of(file, (done, all) -> steps.add(done))).isEqualTo(
                new StoreCheck.Found(StoreFile.SCHEMA_VERSION, true, 2, 6, List.of()));
        assertThat(steps).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void aStoreInUseCanBeLookedAt() {
        try (ResultStore store = ResultStore.open(file)) {
            long batch = store.beginBatch(Samples.batch("third", 1));
            long running = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
            store.addInterval(running, Samples.interval(0, 0, 0, 0, 1, 1, 1));

            assertThat(StoreCheck.of(file, (done, all) -> { })).isEqualTo(
                    new StoreCheck.Found(StoreFile.SCHEMA_VERSION, true, 3, 7, List.of()));
        }
    }

    @Test
    void whatIsNoStoreIsNotLookedAt() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "these are notes, and they are long enough");

        assertThatThrownBy(() -> StoreCheck.of(text, (done, all) -> { })).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a Tidemark store");
        assertThatThrownBy(() -> StoreCheck.of(folder.resolve("gone.db"), (done, all) -> { }))
                .isInstanceOf(InvalidInputException.class).hasMessage("there is no store " + folder.resolve("gone.db"));
    }

    private static final String NO_ORIGINS = "ALTER TABLE batch DROP COLUMN origin";
    private static final String NO_OWN = "ALTER TABLE target DROP COLUMN own";
    private static final String NO_AGENTS = "DROP TABLE agent";

    /** A store of format 9 is one without the blocks of the operation log. */
    @Test
    void anOlderStoreWithoutLogsOfAllOperationsIsCheckedAndRead() throws Exception {
        execute("DROP TABLE operation_block", "DELETE FROM iteration_checksum WHERE part = 'OPERATION_BLOCK'",
                "DROP TABLE label_mark", "DROP TABLE label_headline", "DROP TABLE disk_probe", "DROP TABLE label_page",
                NO_ORIGINS, NO_OWN, NO_AGENTS, "DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) > 9",
                "PRAGMA user_version = 9");
        assertThat(StoreCheck.of(file, (done, all) -> { })).isEqualTo(new StoreCheck.Found(9, true, 2, 6, List.of()));

        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.label("first").orElseThrow().damage()).isEmpty();
            assertThat(store.label("first").orElseThrow().origin()).as("nobody knows").isPresent();
            assertThat(store.detail(2).log()).isEmpty();
            assertThat(store.detail(2).operations()).isNotEmpty();
        }
        assertThat(StoreCheck.of(file, (done, all) -> { }).sound()).isTrue();
    }

    /** A store of format 8 is one without the two tables. */
    @Test
    void anOlderStoreGetsChecksumsOfWhatItHolds() throws Exception {
        execute("DROP TABLE batch_checksum", "DROP TABLE iteration_checksum",
                "DROP TABLE operation_block", "DROP TABLE label_mark", "DROP TABLE label_headline", "DROP TABLE disk_probe",
                "DROP TABLE label_page", NO_ORIGINS, NO_OWN, NO_AGENTS,
                "DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) > 8", "PRAGMA user_version = 8");
        assertThat(StoreCheck.of(file, (done, all) -> { })).isEqualTo(
                new StoreCheck.Found(8, false, 2, 6, List.of()));

        try (ResultStore store = ResultStore.open(file)) {
            assertThat(store.labels()).hasSize(2);
            assertThat(store.label("first").orElseThrow().damage()).isEmpty();
            assertThat(store.detail(2).intervals()).hasSize(4);
        }
        assertThat(StoreCheck.of(file, (done, all) -> { }).sound()).isTrue();
    }

    @Test
    void aCutFileIsNamed() throws IOException {
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(cut.length() / 2);
        }
        assertThat(isSound(file)).isFalse();
    }
}
