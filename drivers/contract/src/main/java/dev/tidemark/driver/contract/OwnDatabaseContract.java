package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.keys.FoundKeys;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.iteration.WarmUp;
import dev.tidemark.core.time.Clock;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that a program of the user's has made: what is measured on it, and that it stays as it is. */
public abstract class OwnDatabaseContract extends TargetContract {

    /** Of the user's table, which has keys {@link #key} with values {@link #value}. */
    protected static final int KEYS = 500;

    @TempDir
    protected Path theirs;
    private final Driver driver;
    private final String tables;
    private final String lock;
    private final String isNone;
    private Map<String, String> before;

    /**
     * @param tables the setting that names the user's table, which is called users
     * @param lock   the file that the engine locks
     * @param isNone what is told of a folder that is none
     */
    protected OwnDatabaseContract(Driver driver, String tables, String lock, String isNone) {
        this.driver = driver;
        this.tables = tables;
        this.lock = lock;
        this.isNone = isNone;
    }

    @Override
    protected final Driver driver() {
        return driver;
    }

    /** Makes a database as a program would that knows nothing of Tidemark, and closes it. */
    protected abstract Path make(Path folder) throws Exception;

    protected static String key(int n) {
        return "user:" + n * 7919L;
    }

    protected static String value(int n) {
        return "value " + n + " " + "x".repeat(n % 50);
    }

    @BeforeEach
    final void makeTheirs() throws Exception {
        theirs = make(theirs.resolve("their own's"));
        before = state(theirs);
    }

    /** Whatever was done. */
    @AfterEach
    final void nothingOfItHasChanged() throws IOException {
        assertThat(state(theirs)).isEqualTo(before);
    }

    /** Of each file and folder: moment of its last change, size and bytes. */
    private static Map<String, String> state(Path root) throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                state.put(root.relativize(path).toString(), Files.getLastModifiedTime(path)
                        + (Files.isRegularFile(path) ? " " + Files.size(path) + " "
                                + Arrays.hashCode(Files.readAllBytes(path)) : ""));
            }
        }
        return state;
    }

    /** @param more name, value, name, value … */
    protected final KeyspaceTarget on(Path database, String... more) throws DriverException {
        Values values = values().with("database", database.toString(), SettingOrigin.SET);
        List<String> settings = new ArrayList<>(List.of(tables, "users"));
        settings.addAll(List.of(more));
        for (int i = 0; i < settings.size(); i += 2) {
            values = values.with(settings.get(i), settings.get(i + 1), SettingOrigin.SET);
        }
        driver().params().check(values);
        return (KeyspaceTarget) driver().open(values, context());
    }

    /** What is told before a run, and by one that begins nevertheless, of what cannot be opened. */
    protected final void refused(String why, Path database, String... more) throws DriverException {
        try (KeyspaceTarget target = on(database, more)) {
            assertThatThrownBy(() -> target.requireFound(KEYS)).isInstanceOf(InvalidInputException.class)
                    .message().matches(message -> message.lines().count() == 1).contains(why);
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class).message().contains(why);
        } catch (DriverException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    protected void itsKeysAreReadWhereItIsAndNothingCanBeWritten() throws Exception {
        try (KeyspaceTarget target = on(theirs, "database-access", "read-only")) {
            target.requireFound(KEYS);
            target.create();
            List<Long> counts = new ArrayList<>();
            FoundKeys found = target.found(KEYS, (done, total) -> counts.add(done)).orElseThrow();
            assertThat(counts).first().isEqualTo(0L);
            assertThat(counts).last().isEqualTo((long) KEYS);
            reads(target, found);
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                assertThatThrownBy(() -> {
                    session.put(0, Bytes.direct(key(1)), Bytes.direct("new"));
                    session.commit();
                }).isInstanceOf(Exception.class);
                session.rollback();
            }
            target.drop();
        }
    }

    @Test
    void aCopyCanBeWrittenToAndIsRemoved() throws Exception {
        try (KeyspaceTarget target = on(theirs)) {
            target.create();
            reads(target, target.found(KEYS, Progress.none()).orElseThrow());
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                session.put(0, Bytes.direct(key(3)), Bytes.direct("new"));
                session.delete(0, Bytes.direct(key(4)));
                session.commit();
                assertThat(get(session, key(3))).isEqualTo("new");
                assertThat(get(session, key(4))).isNull();
            }
            assertThat(target.found(100, Progress.none()).orElseThrow().count()).isEqualTo(100);
            target.create();
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                assertThat(get(session, key(4))).isEqualTo(value(4));
            }
            assertThat(target.effective().get(OwnDatabase.ACCESS)).isEqualTo(OwnDatabase.Access.COPY);
            target.drop();
        }
        assertThat(notes).isEmpty();
    }

    private static void reads(KeyspaceTarget target, FoundKeys found) throws Exception {
        assertThat(found.count()).isEqualTo(KEYS);
        assertThat(found.largestValue()).isEqualTo(Stream.iterate(0, n -> n < KEYS, n -> n + 1)
                .mapToInt(n -> value(n).length()).max().orElseThrow());
        Map<String, String> all = new TreeMap<>();
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            ByteBuffer key = ByteBuffer.allocateDirect(found.largest());
            for (int i = 0; i < KEYS; i++) {
                found.put(i, key.clear());
                String text = Bytes.text(key.flip());
                all.put(text, get(session, text));
                assertThat(session.head(0, key)).isEqualTo(all.get(text).length());
            }
            assertThat(all).hasSize(KEYS);
            for (int n = 0; n < KEYS; n++) {
                assertThat(all).containsEntry(key(n), value(n));
            }
            List<String> scanned = new ArrayList<>();
            session.scan(0, Bytes.direct(found.get(10)), 5, (k, v) -> scanned.add(Bytes.text(k)));
            assertThat(scanned).hasSize(5).first().isEqualTo(new String(found.get(10)));
            try (Walk walk = session.walk(0, Walk.Depth.KEYS)) {
                assertThat(walk.next(KEYS + 1, (k, size, v) -> { })).isEqualTo(KEYS);
            }
        }
    }

    private static String get(KeyValueSession session, String key) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(1000);
        int size = session.get(0, Bytes.direct(key), into);
        return size == KeyValueSession.ABSENT ? null : Bytes.text(into.limit(size));
    }

    @Test
    void aWholeRunReadsScansAndWrites() throws Exception {
        run("", "{get: 6, head: 2, put: 2, update: 1, delete: 1, scan: 1, list-keys: 1}", true);
        run("database-access: read-only, keys: zipf, ", "{get: 6, head: 2, scan: 1, list-keys: 1}", false);
    }

    private void run(String more, String mix, boolean deletes) {
        RecordedRun run = RecordedRun.of(request(1, "volume", point(more + "key-count: 400, operations: 300, workers: 2, "
                + "duration: none, warm-up: none, mix: " + mix)));
        assertThat(run.ended()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(run.all(RunEvent.Progressed.class)).as("the keys are found before the load, and how far that is is told")
                .anyMatch(progressed -> progressed.live().phase() == Phase.PRELOAD);
        List<OutcomeCount> outcomes = run.outcomes();
        assertThat(outcomes.stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(300);
        assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.OK || deletes && o.outcome() == Outcome.MISS);
    }

    /** Else a large database would be copied, and its keys gone over, once more for what is not measured. */
    @Test
    void theWarmUpWorksOnADatabaseOfTidemarks() {
        RunRequest request = request(1, "volume",
                point("key-count: 400, workers: 2, duration: 10s, warm-up: 50ms, mix: {get: 1, put: 1}"));
        Path used = RunRequest.warmUpScratch(directory.resolve("scratch-1"));
        List<Boolean> looks = new CopyOnWriteArrayList<>();
        Clock looking = (Clock) Proxy.newProxyInstance(Clock.class.getClassLoader(), new Class<?>[] {Clock.class},
                (_, called, arguments) -> {
                    if (called.getName().startsWith("start")) { // a worker, when the target is open
                        looks.add(holds(used, "user:"));
                    }
                    return called.invoke(Clock.system(), arguments);
                });
        new WarmUp(looking, request, RunnerFolders.NONE, Secrets.ofThisProcess()).run();
        assertThat(looks).isNotEmpty().containsOnly(false);
        assertThat(used).doesNotExist();
    }

    /** Whether a text stands in a file of a folder that is there. */
    private static boolean holds(Path folder, String text) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    private List<Setting> point(String settings) {
        String own = "database: '" + theirs.toString().replace("'", "''") + "', " + tables + ": users, ";
        return RecordedRun.point("volume", driver().name(), own + settings);
    }

    @Test
    void whatCannotBeOpenedIsRefusedInOneLine() throws Exception {
        Path none = theirs.resolveSibling("none");
        refused("none", none);
        refused(isNone, Files.createDirectories(directory.resolve("empty")));
        refused("KEY", theirs, tables, "KEYS");
        try (KeyspaceTarget target = on(theirs)) {
            assertThatThrownBy(() -> target.requireFound(KEYS + 1)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("key-count: there are " + KEYS + " keys in " + theirs + ", "
                            + tables.replace('-', ' ') + " users")
                    .hasMessageEndingWith("fewer than " + (KEYS + 1) + "; write key-count: " + KEYS + " or less");
        }
        try (FileChannel channel = FileChannel.open(theirs.resolve(lock), StandardOpenOption.WRITE);
                FileLock fileLock = channel.lock()) {
            assertThat(fileLock).isNotNull();
            refused("is in use by another process", theirs);
            refused("is in use by another process", theirs, "database-access", "read-only");
        }
    }

    @Test
    void whatHasNoMeaningThereIsRefusedBeforeARun() {
        for (String[] wrong : new String[][] {{"mix: {insert: 1, get: 1}", "mix: insert has no meaning"},
            {"mix: {index-query: 1}", "mix: index-query has no meaning"}, {"preload: all", "preload: has no meaning"},
            {"keys: pareto-unbounded", "keys: pareto-unbounded has no meaning"},
            {"shards: 2", "shards: a database of your own is one"},
            {"database-access: read-only, mix: {update: 1}", "database-access: nothing is written"}}) {
            assertThatThrownBy(() -> point("key-count: 10, " + wrong[0])).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(wrong[1]);
        }
        for (String workload : List.of("ingest", "random-io")) {
            assertThatThrownBy(() -> RecordedRun.point(workload, driver().name(), "database: /nowhere"))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("cannot run " + workload
                            + " on a database of your own; volume can, with random reads and writes of keys that are "
                            + "there, as by mix: get=4,update=1");
        }
    }
}
