package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import module java.sql;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.web.WebOptions;
import dev.tidemark.web.WebServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store as a file: whether it is sound, copies of it, who may see what, and a disk that is full or read-only. */
class StoreCommandsTest {

    private static final long LITTLE = 2 << 20;

    /** Where the store is made that every test has a copy of. */
    @TempDir
    private static Path filled;

    @TempDir
    private Path folder;
    private Program program;
    private Path mounted;

    @BeforeAll
    static void fill() throws IOException {
        try (Program once = new Program(filled)) {
            once.run("ingest", "--target", "null", "--label", "small", "--documents", "20", "--warm-up", "none",
                    "--batch-size", "1,5").ok();
        }
    }

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        Files.copy(filled.resolve(program.store().getFileName()), program.store(), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        program.close();
        if (mounted != null) {
            run("umount", mounted.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor();
    }

    private static void execute(Path store, String statement) throws SQLException {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + store)) {
            c.createStatement().execute(statement);
        }
    }

    // ---- Values ----

    @Test
    void valuesComputedAgainAreAsTheyWere() {
        program.run("volume", "--target", "lmdb", "--label", "volume", "--key-count", "400", "--duration", "none",
                "--operations", "1200", "--warm-up", "none").ok();
        program.run("dataset", "create", "d", "--target", "lmdb", "--documents", "200", "--value-size", "512B").ok();
        program.run("random-io", "--target", "lmdb", "--dataset", "d", "--label", "io", "--duration", "1h",
                "--operations", "400", "--warm-up", "none").ok();
        Path zip = folder.resolve("all.zip");
        program.run("export", "--all", "--to", zip.toString()).ok();
        Path elsewhere = folder.resolve("elsewhere.db");
        on(elsewhere, "import", zip.toString()).ok();
        for (Path store : List.of(program.store(), elsewhere)) {
            Ran ran = on(store, "recompute", "--all").ok();
            assertThat(ran.out().lines()).hasSize(3).allMatch(line -> line.matches(
                    "(small|volume|io): [1-9]\\d* values of [12] iterations?, none changed"));
        }
    }

    @Test
    void alteredValuesAreComputedAgain() throws SQLException {
        String before = program.run("report", "small", "--raw").ok().out();
        execute(program.store(), "UPDATE measured_value SET number = number * 2 WHERE measure = 'elapsed'");
        assertThat(program.run("check").status()).isEqualTo(ExitStatus.FAILED);

        assertThat(program.run("recompute", "small").ok().out().lines().toList())
                .satisfiesExactly(label -> assertThat(label).matches("small: \\d+ values of 2 iterations, 2 changed"),
                        measure -> assertThat(measure).isEqualTo("  elapsed: 2, by 50 % at most"));
        assertThat(program.run("report", "small", "--raw").ok().out()).isEqualTo(before);
        program.run("check").ok();

        Ran unknown = program.run("recompute", "smal");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).hasLineCount(1).contains("unknown label 'smal' (did you mean 'small'?)");
        assertThat(program.run("recompute").status()).isEqualTo(2);
    }

    @Test
    void whatMayBeLargerOrIsOnlyTheLargestIsMarkedWhereIterationsAreListed() {
        Workload ingest = Workloads.named("ingest");
        String p99 = "response.p99";
        try (ResultStore store = ResultStore.open(program.store())) {
            long batch = store.beginBatch(new NewBatch("open", ingest.name(), p99, "matrix",
                    "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of(), 2));
            for (int position = 0; position < 2; position++) {
                store.endIteration(store.beginIteration(new NewIteration(batch, position, "p" + position, 0, 1, 0,
                        Instant.EPOCH, 0, List.of())), IterationState.DONE, "",
                        List.of(new MeasuredValue(p99, 5, position == 0), new MeasuredValue("response.max", 6 - position,
                                position == 0)));
            }
            store.release(batch);
        }
        List<List<String>> table = program.run("show", "open").ok().table();
        assertThat(table.getFirst()).endsWith(p99, "verdict", "at-least", "maximum");
        assertThat(table.get(1)).containsSequence("5.0", "", p99).doesNotContainSequence(p99, p99);
        assertThat(table.get(2)).endsWith("5.0", "", "", p99);
    }

    // ---- Damage ----

    @Test
    void aSoundStoreIsSaidToBeSound() {
        Ran ran = program.run("check").ok();
        assertThat(ran.out()).matches("store \\S+: sound, format \\d+, 1 label, 2 iterations\n");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void damageIsNamedByWhateverReadsIt() throws SQLException {
        execute(program.store(), "UPDATE setting SET text = '21' WHERE iteration_id = 1 AND name = 'documents'");

        Ran ran = program.run("check");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.out()).contains(": damaged, format", "\nlabel small: the store's iteration 1 (settings)\n");

        String line = "label small: Damaged and left out: the store's iteration 1 (settings). 'tidemark check' tells "
                + "more.";
        for (List<String> command : List.of(List.of("report", "small"), List.of("show", "small"),
                List.of("report", "small", "--html", folder.resolve("r.html").toString()),
                List.of("export", "small", "--to", folder.resolve("r.zip").toString()))) {
            assertThat(program.run(command.toArray(String[]::new)).ok().err()).as(command.toString()).contains(line);
        }
        assertThat(program.run("report", "small").table()).as("heading and the other row").hasSize(2);
        assertThat(program.run("report", "small", "--json").out()).contains("Damaged and left out");
        assertThat(program.run("show", "small", "--json").out()).contains("\"damaged\"");
        assertThat(folder.resolve("r.html")).content().contains("Damaged and left out");
    }

    // ---- Names and notes ----

    @Test
    void aLabelIsRenamedAndMarkedAndArchivedOnesAreListedOnRequest() {
        program.run("ingest", "--target", "null", "--label", "other", "--documents", "20", "--warm-up", "none").ok();
        assertThat(program.refused("rename", "small", "other")).isEqualTo("there is a label other already; choose another name");
        assertThat(program.refused("rename", "smal", "x")).contains("did you mean 'small'");
        assertThat(program.run("rename", "small", "renamed").ok().err())
                .isEqualTo("small is called renamed from now on.\n");
        assertThat(program.run("report", "renamed").ok().out()).isNotEmpty();
        program.run("check").ok();

        assertThat(program.refused("mark", "renamed")).contains("say what is to be marked");
        assertThat(program.run("mark", "renamed", "--note", "a note", "--pin", "--archive").ok().err())
                .isEqualTo("renamed: noted, pinned, archived.\n");
        assertThat(program.run("list").ok().out()).contains("other").doesNotContain("renamed");
        assertThat(program.run("list", "--all", "--json").ok().out()).contains("\"note\" : \"a note\"", "\"pinned\" : true");
        assertThat(program.run("mark", "renamed", "--no-archive", "--note", "").ok().err())
                .isEqualTo("renamed: no note, pinned.\n");
        assertThat(program.run("list").ok().out()).contains("renamed");
    }

    // ---- Copies ----

    @Test
    void aCopyIsWholePrivateAndSound() throws IOException {
        Path copy = folder.resolve("copy.db");
        assertThat(program.run("copy", "--to", copy.toString()).ok().err())
                .isEqualTo("The copy is in " + copy + ", and is sound.\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy))).isEqualTo("rw-------");
        assertThat(on(copy, "report", "small").out()).isEqualTo(program.run("report", "small").out());
        assertThat(program.refused("copy", "--to", copy.toString())).contains("is there already");
        assertThat(program.refused("copy", "--to", folder.resolve("no/copy.db").toString()))
                .contains("its folder does not exist");
    }

    @Test
    void aCopyToGiveAwayHoldsNoHash() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "a long enough one");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        program.run("user", "add", "ann", "--role", "administrator", "--password-from", "file:" + password).ok();
        program.run("token", "add", "nightly").ok();
        Path copy = folder.resolve("copy.db");
        program.run("copy", "--to", copy.toString(), "--without-users").ok();

        assertThat(Files.readString(program.store(), StandardCharsets.ISO_8859_1)).contains("$argon2id$");
        assertThat(Files.readString(copy, StandardCharsets.ISO_8859_1)).doesNotContain("$argon2id$", "nightly");
        assertThat(on(copy, "user", "list").table()).hasSize(1);
    }

    @Test
    void usersMayLieInAFileOfTheirOwn() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "a long enough one");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        Path accounts = folder.resolve("accounts.db");
        program.run("user", "add", "ann", "--password-from", "file:" + password, "--accounts", accounts.toString())
                .ok();

        assertThat(program.run("user", "list", "--accounts", accounts.toString()).table()).hasSize(2);
        assertThat(program.run("user", "list").table()).as("in the store itself").hasSize(1);
        assertThat(Files.readString(program.store(), StandardCharsets.ISO_8859_1)).doesNotContain("$argon2id$");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(accounts))).isEqualTo("rw-------");
    }

    private static Ran on(Path store, String... args) {
        return Program.onStore(store, args);
    }

    // ---- Disks ----

    private Path mount(String... options) throws IOException, InterruptedException {
        Path small = Files.createDirectory(folder.resolve("small disk"));
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(options));
        command.add(small.toString());
        assumeTrue(run(command.toArray(String[]::new)) == 0, "skipped: no small file system can be mounted here");
        mounted = small;
        return small;
    }

    /** Copies the store to a disk on which it fits just so. */
    @Test
    void aFullDiskIsOneLineForWhateverWrites() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=1200k", "tmpfs");
        Path store = Files.copy(program.store(), disk.resolve("results.db"));
        Path zip = folder.resolve("small.zip");
        program.run("ingest", "--target", "null", "--label", "new", "--documents", "20", "--warm-up", "none").ok();
        program.run("export", "new", "--to", zip.toString()).ok();
        Path csv = folder.resolve("big.csv");
        Files.writeString(csv, "documents,elapsed\n" + "20,1\n".repeat(20_000));
        Path password = Files.writeString(folder.resolve("password"), "a long enough one");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        fill(disk.resolve("filler"));

        for (List<String> command : List.of(List.of("import", csv.toString(), "--label", "big"),
                List.of("import", zip.toString()), List.of("user", "add", "ann", "--password-from", "file:" + password),
                List.of("token", "add", "nightly"), List.of("defaults", "set", "ingest", "documents=7"),
                List.of("target", "add", "roomy", "--driver", "null"), List.of("delete", "small"),
                List.of("rename", "small", "large"), List.of("mark", "small", "--note", "x"),
                List.of("job", "schedule", "off"), List.of("defaults", "reset", "ingest"),
                List.of("copy", "--to", disk.resolve("copy.db").toString()),
                List.of("ingest", "--target", "null", "--documents", "20", "--label", "more"), List.of("serve"))) {
            Ran ran = on(store, command.toArray(String[]::new));
            assertThat(ran.err()).as(command.toString()).contains("disk is full").doesNotContain("Exception")
                    .doesNotContain("--resume");
            assertThat(ran.err().lines().filter(l -> l.contains("disk is full")).count()).as(ran.err()).isEqualTo(1);
            assertThat(ran.status()).as(command + ran.err()).isIn(ExitStatus.BAD_INPUT, ExitStatus.FAILED);
        }
        assertCanBeReadAndStopped(store);
        Files.delete(disk.resolve("filler"));
        assertThat(on(store, "check").ok().out()).contains(": sound", "1 label, 2 iterations");
    }

    /** Less than the deletion of all of it writes beside the store before it gives anything back. */
    @Test
    void aLabelIsDeletedRunByRunWhereThereIsLittleRoom() throws Exception {
        program.run("ingest", "--target", "null", "--label", "large", "--documents", "20", "--warm-up", "none",
                "--batch-size", "1,2,3,4,5,6,7,8").ok();
        execute(program.store(), """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
                INSERT INTO event (iteration_id, happened, kind, text)
                    SELECT i.id, n.i, 'note', hex(randomblob(50)) FROM iteration i JOIN batch b ON b.id = i.batch_id
                    CROSS JOIN n WHERE b.label = 'large' ORDER BY i.id, n.i""");
        Path disk = mount("-t", "tmpfs", "-o", "size=64m", "tmpfs");
        Path store = Files.copy(program.store(), disk.resolve("results.db"));
        Path filler = disk.resolve("filler");
        fill(filler);
        try (FileChannel channel = FileChannel.open(filler, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - LITTLE);
        }
        assertThat(on(store, "delete", "large").ok().err()).isEqualTo("Deleted large (8 iterations).\n");
        assertThat(Files.size(store)).isLessThan(3 << 20);
        assertThat(on(store, "check").ok().out()).contains(": sound", "1 label, 2 iterations");
    }

    /** What needs to write nothing works, and what is to be stopped can be. */
    private void assertCanBeReadAndStopped(Path store) {
        for (List<String> command : List.of(List.of("list"), List.of("show", "small"), List.of("report", "small"),
                List.of("check"), List.of("job", "list"), List.of("target", "list"), List.of("stop", "--all"),
                List.of("stop", "small"), List.of("rig", "status"), List.of("rig", "stop", "redis"),
                List.of("copy", "--to", folder.resolve("read.db").toString()),
                List.of("export", "small", "--to", folder.resolve("read.zip").toString()))) {
            Ran ran = on(store, command.toArray(String[]::new));
            assertThat(ran.status()).as(command + ": " + ran.err()).isZero();
        }
    }

    /** A store whose writer was killed when the disk was full: what is in the log alone is read, too. */
    @Test
    void aStoreWithALogOnAFullDiskCanBeReadAndStopped() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=8m", "tmpfs");
        Path store = withLog(disk);
        fill(disk.resolve("filler"));

        assertThat(on(store, "defaults", "show", "ingest").ok().out()).contains("shards\t4");
        assertThat(on(store, "check").ok().out()).contains(": sound");
        assertThat(on(store, "stop", "--all").ok().err()).isEqualTo("Nothing is running.\n");
        assertThat(on(store, "delete", "small").err()).hasLineCount(1).contains("the disk is full, and a deletion")
                .contains("'tidemark copy'");
    }

    @Test
    void ofADamagedStoreTheCheckTellsAndRigsAndRunsCanStillBeStopped() throws IOException {
        byte[] bytes = Files.readAllBytes(program.store());
        Arrays.fill(bytes, 100, 3000, (byte) 0x55); // the list of its tables
        Files.write(program.store(), bytes);

        Ran check = program.run("check");
        assertThat(check.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(check.out()).startsWith("store " + program.store() + ": damaged\nSQLite: ").contains("malformed")
                .doesNotContain("tidemark check");
        assertThat(check.err()).isEmpty();
        for (List<String> command : List.of(List.of("list"), List.of("report", "small"), List.of("stop", "--all"))) {
            assertThat(program.refused(command.toArray(String[]::new))).isEqualTo("store " + program.store()
                    + ": it is damaged; 'tidemark check' tells more");
        }
        program.run("rig", "status").ok();
        assertThat(program.run("rig", "stop", "redis").ok().err()).isEqualTo("Rig redis does not run.\n");
    }

    private static void fill(Path filler) throws IOException {
        try (var out = Files.newOutputStream(filler)) {
            for (int i = 0; i < 1 << 20; i++) {
                out.write(new byte[256]);
            }
            throw new AssertionError("the disk did not fill up");
        } catch (IOException e) {
            // Full.
        }
    }

    @Test
    void aReadOnlyStoreCanBeRead() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=8m", "tmpfs");
        Path store = Files.copy(program.store(), disk.resolve("results.db"));
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()) == 0, "skipped: it cannot be made read-only");

        for (List<String> command : List.of(List.of("list"), List.of("list", "--json"), List.of("show", "small"),
                List.of("show", "small", "--workers"), List.of("show", "small", "--slowest"),
                List.of("report", "small"),
                List.of("report", "small", "--json"), List.of("report", "small", "--html", folder.resolve("r.html")
                        .toString()), List.of("report", "small", "--hdr", folder.resolve("hdr").toString()),
                List.of("compare", "small", "--by", "batch-size"),
                List.of("export", "small", "--to", folder.resolve("r.zip").toString()), List.of("check"),
                List.of("copy", "--to", folder.resolve("copy.db").toString()), List.of("defaults", "show", "ingest"),
                List.of("target", "list"), List.of("dataset", "list"), List.of("job", "list"), List.of("user", "list"),
                List.of("token", "list"), List.of("ingest", "--dry-run"))) {
            Ran ran = on(store, command.toArray(String[]::new));
            assertThat(ran.status()).as(command + ": " + ran.err()).isZero();
        }
        assertThat(on(store, "delete", "small").err()).hasLineCount(1).contains("it cannot be written");
    }

    /** To programs with the tokens that it has, whose use nobody writes down. */
    @Test
    void aReadOnlyStoreIsServedToBeRead() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=8m", "tmpfs");
        Path store = Files.copy(program.store(), disk.resolve("results.db"));
        String token = on(store, "token", "add", "nightly").ok().out().strip();
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()) == 0, "skipped: it cannot be made read-only");
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        try (Workbench workbench = Workbench.open(Optional.of(store), "test", Clock.system());
                JobProcessor processor = workbench.jobProcessor();
                WebServer server = WebServer.start(workbench, processor, new WebOptions("127.0.0.1", 0, true,
                        Optional.empty(), Optional.empty()), Clock.system(), failures::add);
                HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of("/api/v1/reports", "/api/v1/reports/small", "/api/v1/status", "/metrics")) {
                HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(server.address() + path))
                        .header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
            }
        }
        assertThat(failures).isEmpty();
    }

    /** A store whose writer was killed has a log beside it, which alone holds what was written last. */
    @Test
    void aReadOnlyStoreWithALogCanBeRead() throws Exception {
        Path disk = mount("-t", "tmpfs", "-o", "size=8m", "tmpfs");
        Path store = withLog(disk);
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()) == 0, "skipped: it cannot be made read-only");

        assertThat(on(store, "defaults", "show", "ingest").ok().out()).contains("shards\t4");
        assertThat(on(store, "check").ok().out()).contains(": sound");
        assertThat(on(store, "report", "small").ok().table()).hasSize(3);
    }

    private Path withLog(Path disk) throws IOException, SQLException {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + program.store())) {
            c.createStatement().execute("PRAGMA wal_autocheckpoint = 0");
            c.createStatement().execute("UPDATE preference SET text = 'off'");
            c.createStatement().execute(
                    "INSERT INTO stored_default (workload, name, tag, text) VALUES ('ingest', 'shards', 0, '4')");
            for (String beside : List.of("", "-wal", "-shm")) {
                Path from = program.store().resolveSibling("results.db" + beside);
                Files.copy(from, disk.resolve(from.getFileName()));
            }
        }
        assertThat(disk.resolve("results.db-wal")).isNotEmptyFile();
        return disk.resolve("results.db");
    }
}
