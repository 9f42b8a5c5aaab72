package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.sql;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Kills the built program at random moments, {@code -Dkills=N} times each of a matrix on real engines and of a server
 * with jobs, and lets it go on until all is done: at least half of the kills hit an iteration that is being measured.
 * Not part of the usual tests, as it takes many minutes; what it found has tests of its own.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "kills", matches = "[1-9]\\d*")
@Timeout(7200)
@Isolated("its processes would take the time of what others measure")
class KillsTest {

    private static final int KILLS = Integer.getInteger("kills", 0);
    private static final long SEED = Long.getLong("kills.seed", Clock.system().nanoTime());

    /** From the start of a process to its end, where nothing else ends it before. */
    private static final long LATEST = TimeUnit.SECONDS.toNanos(9);
    /** About as long as an iteration is measured. */
    private static final long MEASURED = TimeUnit.MILLISECONDS.toNanos(2500);
    /** From a start to a second kill, before the program has come far. */
    private static final long AT_ONCE = TimeUnit.MILLISECONDS.toNanos(700);
    /** How long what is left of a killed program may live. */
    private static final long ORPHAN_LIMIT = TimeUnit.SECONDS.toNanos(20);

    private static final Pattern ADDRESS = Pattern.compile("Tidemark is at (http://\\S+)");
    private static final String INGEST = """
            label: %s
            workload: ingest
            targets: {rocks: {driver: rocksdb}, tree: {driver: lmdb}}
            set: {duration: 2s, payload: 1kB, workers: 2, warm-up: none, keep: none, interval: 200ms}
            vary: {target: [rocks, tree], batch-size: [1, 10]}
            plan: {repeat: %d}
            """;
    private static final String BLOCKS = """
            label: %s
            workload: random-io
            target: file
            set: {dataset: blocks, duration: 2s, warm-up: none, workers: 2, interval: 200ms}
            vary: {read-percent: [0, 50, 100]}
            plan: {repeat: %d}
            """;

    /** Whom a kill hits. */
    private enum Whom {
        MAIN, GROUP, RUNNER, TWICE
    }

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<Whom, Integer> kills = new EnumMap<>(Whom.class);
    private Program program;
    private Process main;
    private int measuring;
    private int interrupted;
    private int iterations;
    private int paused;
    private long longestOrphan;

    @BeforeEach
    void prepare() throws Exception {
        program = new Program(folder);
        // So that the kills hit the program, and not its build.
        assertThat(launch("list").waitFor()).isZero();
        assertThat(jobs()).isEmpty(); // from here on this process needs no library of SQLite's to be unpacked
        assertThat(launch("dataset", "create", "blocks", "--target", "file", "--keyspaces", "2", "--size", "4MB",
                "--set",
                "io=buffered").waitFor()).isZero();
    }

    @AfterEach
    void close() {
        ours().forEach(ProcessHandle::destroyForcibly);
        program.close();
    }

    // ---- Processes ----

    /** Starts the program by its launcher, in a process group of its own. */
    private Process launch(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", ManualPage.ROOT.resolve("tidemark").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(program.file("out").toFile())
                .redirectError(program.file("err").toFile());
        builder.environment().put("TIDEMARK_STORE", program.store().toString());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder.resolve("tmp"));
        return builder.start();
    }

    /** Every living process of a program on this test's store, whoever its parent is now. */
    private List<ProcessHandle> ours() {
        byte[] mark = ("TIDEMARK_STORE=" + program.store()).getBytes(StandardCharsets.UTF_8);
        String expected = new String(mark, StandardCharsets.ISO_8859_1);
        return ProcessHandle.allProcesses().filter(p -> {
            try {
                return Files.readString(Path.of("/proc/" + p.pid() + "/environ"), StandardCharsets.ISO_8859_1)
                        .contains(expected);
            } catch (IOException e) {
                return false; // gone, or somebody else's
            }
        }).toList();
    }

    private void sleep(long nanos) {
        Clock.system().sleepUntil(Clock.system().nanoTime() + nanos);
    }

    /**
     * Waits for a random moment: of an iteration that is being measured, two times of three, else of the whole life of
     * a program. On a busy machine starting takes so long that else few kills would hit a measurement.
     *
     * @return whether the process was still alive then
     */
    private boolean livesUntilSomeMoment(long latest) throws Exception {
        if (latest == LATEST && random.nextInt(3) > 0) {
            while (main.isAlive() && query("SELECT count(*) FROM phase p JOIN iteration i ON i.id = p.iteration_id "
                    + "WHERE i.state = 'RUNNING' AND p.headline = 1 AND p.censored = -1") == 0) {
                sleep(TimeUnit.MILLISECONDS.toNanos(50));
                if (idle()) {
                    break;
                }
            }
            return !main.waitFor(random.nextLong(MEASURED), TimeUnit.NANOSECONDS);
        }
        return !main.waitFor(random.nextLong(latest), TimeUnit.NANOSECONDS);
    }

    /** Whether a server has nothing more to do. */
    private boolean idle() throws SQLException {
        return query("SELECT count(*) FROM job") > 0
                && query("SELECT count(*) FROM job WHERE state NOT IN ('DONE', 'FAILED') AND NOT paused") == 0;
    }

    /** @return who it was: where no runner is there, the program itself */
    private Whom kill(Whom meant) throws Exception {
        Whom whom = meant == Whom.RUNNER && main.descendants().findAny().isEmpty() ? Whom.MAIN : meant;
        kills.merge(whom, 1, Integer::sum);
        switch (whom) {
            case MAIN, TWICE -> main.destroyForcibly().waitFor();
            case RUNNER -> main.descendants().forEach(ProcessHandle::destroyForcibly);
            case GROUP -> {
                new ProcessBuilder("kill", "-KILL", "--", "-" + main.pid()).inheritIO().start().waitFor();
                main.waitFor();
            }
        }
        return whom;
    }

    private Whom someone() {
        int dice = random.nextInt(10);
        return dice < 5 ? Whom.MAIN : dice < 7 ? Whom.GROUP : dice < 8 ? Whom.RUNNER : Whom.TWICE;
    }

    /** Waits, mostly, until nothing is left of what was killed; now and then the next one starts beside what ends. */
    private void mostlyAwaitTheEnd() {
        if (random.nextInt(4) > 0) {
            awaitTheEnd();
        }
    }

    private void awaitTheEnd() {
        long began = Clock.system().nanoTime();
        while (!ours().isEmpty()) {
            assertThat(Clock.system().nanoTime() - began).as("orphans: %s", ours()).isLessThan(ORPHAN_LIMIT);
            sleep(TimeUnit.MILLISECONDS.toNanos(20));
        }
        longestOrphan = Math.max(longestOrphan, Clock.system().nanoTime() - began);
    }

    private int killed() {
        return kills.values().stream().mapToInt(Integer::intValue).sum();
    }

    private boolean enough() {
        return killed() >= KILLS && measuring >= (KILLS + 1) / 2;
    }

    // ---- What must hold ----

    /** Nothing that was done is changed or lost. */
    private void assertKept(String label, List<Iteration> before) {
        assertThat(program.iterations(label)).as("what was done stays as it was").containsAll(before);
    }

    private List<Iteration> done(String label) {
        return program.iterations(label).stream().filter(i -> i.state() == IterationState.DONE).toList();
    }

    /** Every place of the plan was done once, in its last attempt, and what was interrupted before says so. */
    private void assertWhole(String label, int points, int rounds) {
        List<Iteration> all = program.iterations(label);
        Map<String, List<Iteration>> places = all.stream().collect(Collectors.groupingBy(
                i -> i.position() + "/" + i.round(), TreeMap::new, Collectors.toList()));
        assertThat(places.keySet()).as("no place of the plan is lost, none is new").hasSize(points * rounds);
        places.forEach((place, attempts) -> {
            List<Iteration> inOrder = attempts.stream().sorted(Comparator.comparing(Iteration::id)).toList();
            assertThat(inOrder).as(place).extracting(Iteration::attempt)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, attempts.size()).boxed().toList());
            assertThat(inOrder.getLast().state()).as(place).isEqualTo(IterationState.DONE);
            assertThat(inOrder.subList(0, inOrder.size() - 1)).as(place).allSatisfy(i -> {
                assertThat(i.state()).isIn(IterationState.INTERRUPTED, IterationState.FAILED);
                assertThat(i.verdict()).isNotBlank();
            });
        });
        iterations += points * rounds;
        count(all);
    }

    private void count(List<Iteration> all) {
        try (ResultStore store = ResultStore.open(program.store())) {
            for (Iteration i : all) {
                IterationDetail detail = store.detail(i.id());
                Optional<PhaseSpan> measured = detail.headline();
                if (i.state() == IterationState.DONE) {
                    assertThat(measured).get().matches(PhaseSpan::ended);
                    assertThat(detail.intervals()).isNotEmpty();
                } else {
                    interrupted++;
                    measuring += measured.filter(p -> !p.ended()).isPresent() ? 1 : 0;
                }
            }
        }
    }

    /** No process, no lease, nothing that still counts as running, and no file but those that are to be there. */
    private void assertNothingIsLeft() throws Exception {
        awaitTheEnd();
        Mutations.assertSound(program.store());
        assertThat(query("SELECT count(*) FROM lease")).isZero();
        assertThat(query("SELECT count(*) FROM live")).isZero();
        assertThat(query("SELECT count(*) FROM iteration WHERE state = 'RUNNING'")).isZero();
        assertThat(query("SELECT count(*) FROM job WHERE state = 'RUNNING'")).isZero();
        assertThat(names(Path.of(program.store() + "-work"))).isSubsetOf("crashes", "datasets", "uploads");
        assertThat(names(Path.of(program.store() + "-work").resolve("crashes"))).isEmpty();
    }

    private long query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + program.store());
                ResultSet found = connection.createStatement().executeQuery(sql)) {
            found.next();
            return found.getLong(1);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    /** The next run of all removes what killed runners left; what killed programs left, nobody does. */
    private void send(String what) throws Exception {
        assertThat(launch("ingest", "--target", "null", "--label", "last", "--documents", "10").waitFor()).isZero();
        List<String> temporary = names(folder.resolve("tmp")).stream().filter(n -> !n.startsWith("hsperfdata"))
                .filter(n -> !n.equals("tidemark-measuring.lock")).toList();
        String line = what + ", seed " + SEED + ": " + killed() + " kills " + kills + ", " + interrupted
                + " attempts interrupted, " + measuring + " of them while measuring; " + iterations
                + " iterations, each done once; " + paused + " jobs paused and resumed; orphans gone after at most "
                + TimeUnit.NANOSECONDS.toMillis(longestOrphan) + " ms; left in the folder for temporary files: "
                + temporary + "\n";
        System.out.print(line);
        Files.writeString(Path.of("target", "kills-" + what + ".txt"), line);
        assertThat(temporary).noneMatch(n -> n.endsWith(".so"));
    }

    // ---- A matrix ----

    @Test
    void ofAMatrix() throws Exception {
        for (int n = 0; !enough(); n++) {
            String label = "M" + n;
            boolean ingest = n % 2 == 0;
            Path yaml = Files.writeString(program.file(label + ".yaml"),
                    (ingest ? INGEST : BLOCKS).formatted(label, 2));
            toTheEnd(label, yaml);
            assertWhole(label, ingest ? 4 : 3, 2);
            assertNothingIsLeft();
        }
        send("matrix");
    }

    /** Runs a matrix, killing it, until all of it is done. */
    private void toTheEnd(String label, Path yaml) throws Exception {
        boolean begun = false;
        long latest = LATEST;
        while (true) {
            main = begun ? launch("run", yaml.toString(), "--resume") : launch("run", yaml.toString());
            boolean ended = true;
            Whom whom = Whom.MAIN;
            while (livesUntilSomeMoment(latest)) {
                whom = kill(someone());
                if (whom != Whom.RUNNER) {
                    ended = false;
                    break;
                }
            }
            if (ended && refused() && begun) {
                assertThat(error()).contains("nothing to resume");
                return; // it was killed when all was done
            }
            if (ended && main.exitValue() == ExitStatus.DONE) {
                return;
            }
            if (ended) {
                assertThat(main.exitValue()).as(error()).isEqualTo(ExitStatus.FAILED);
            }
            mostlyAwaitTheEnd();
            List<Iteration> done = random.nextBoolean() ? done(label) : List.of();
            begun = query("SELECT count(*) FROM batch WHERE label = '" + label + "'") > 0;
            assertKept(label, done);
            latest = whom == Whom.TWICE ? AT_ONCE : LATEST;
        }
    }

    private boolean refused() {
        return main.exitValue() == ExitStatus.BAD_INPUT;
    }

    private String error() throws IOException {
        return Files.readString(program.file("err"));
    }

    // ---- A server with jobs ----

    @Test
    void ofAServerWithJobs() throws Exception {
        for (int n = 0; !enough(); n++) {
            List<String> labels = new ArrayList<>();
            for (int j = 0; j < 4; j++) {
                String label = "S" + n + "-" + j;
                labels.add(label);
                Path yaml = Files.writeString(program.file(label + ".yaml"),
                        (j % 2 == 0 ? INGEST : BLOCKS).formatted(label, 1));
                program.run("job", "add", yaml.toString()).ok();
            }
            List<Long> asked = jobs().stream().map(Job::id).toList();
            toTheEnd();
            assertThat(jobs().stream().map(Job::id)).as("no job is lost, none is new")
                    .containsExactlyInAnyOrderElementsOf(asked);
            assertThat(jobs()).allSatisfy(job -> assertThat(job.state()).as(job.message()).isEqualTo(JobState.DONE));
            assertThat(jobs().stream().sorted(Comparator.comparing(Job::id)).map(j -> j.started().orElseThrow()))
                    .as("begun in the queue's order").isSorted();
            for (int j = 0; j < labels.size(); j++) {
                assertWhole(labels.get(j), j % 2 == 0 ? 4 : 3, 1);
                assertThat(query("SELECT count(DISTINCT i.batch_id) FROM iteration i JOIN batch b ON b.id = i.batch_id "
                        + "WHERE b.label = '" + labels.get(j) + "'")).as("one run of each job").isOne();
            }
            assertShown(labels);
            awaitTheEnd();
            assertNothingIsLeft();
        }
        send("server");
    }

    private List<Job> jobs() {
        try (ResultStore store = ResultStore.open(program.store())) {
            return store.jobs().all();
        }
    }

    /** Runs the server, killing it, until all jobs are done. */
    private void toTheEnd() throws Exception {
        long latest = LATEST;
        while (jobs().stream().anyMatch(j -> j.state() != JobState.DONE)) {
            for (Job job : jobs()) {
                if (job.paused()) { // lost five times
                    program.run("job", "resume", String.valueOf(job.id())).ok();
                    paused++;
                } else if (job.state() == JobState.FAILED) { // its runner was killed
                    program.run("job", "now", String.valueOf(job.id())).ok();
                }
            }
            main = launch("serve", "--no-auth", "--port", "0");
            Whom whom = Whom.MAIN;
            if (livesUntilSomeMoment(latest)) {
                whom = kill(someone());
                if (whom == Whom.RUNNER) {
                    assertThat(livesUntilSomeMoment(LATEST)).as("the server survives its runner").isTrue();
                    kill(Whom.MAIN);
                }
            } else {
                assertThat(main.exitValue()).as(error()).isZero();
            }
            mostlyAwaitTheEnd();
            latest = whom == Whom.TWICE ? AT_ONCE : LATEST;
        }
    }

    /** What was interrupted stands in the reports. */
    private void assertShown(List<String> labels) throws Exception {
        awaitTheEnd();
        main = launch("serve", "--no-auth", "--port", "0");
        Program.await("the server's address", () -> address().isPresent());
        for (String label : labels) {
            boolean broken = program.iterations(label).stream().anyMatch(i -> i.state() == IterationState.INTERRUPTED);
            String page = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(address().orElseThrow()
                    + "/reports/" + label)).header("Accept", "text/html").build(), BodyHandlers.ofString()).body();
            assertThat(page).contains("<h1>" + label + "</h1>");
            assertThat(page.contains("interrupted")).as("%s: interrupted attempts are shown", label).isEqualTo(broken);
        }
        main.destroy();
        assertThat(main.waitFor()).isZero();
    }

    private Optional<String> address() {
        try {
            Matcher found = ADDRESS.matcher(Files.readString(program.file("out")));
            return found.find() ? Optional.of(found.group(1)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
