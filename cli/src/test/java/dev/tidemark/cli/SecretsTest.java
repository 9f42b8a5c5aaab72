package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A password that is planted where a user may keep it, on a real server: it is looked for in all that is said, written,
 * stored, shown and handed to other processes, whether things go well or not.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class SecretsTest {

    private static final String PLANTED = "Pl4nted-Open-Se5ame";
    private static final List<String> FORMS = List.of(PLANTED, Base64.getEncoder().encodeToString(
            PLANTED.getBytes(StandardCharsets.UTF_8)).replaceAll("=*$", ""));
    private static final String VARIABLE = "PLANTED_PASSWORD";
    private static final Pattern LINK = Pattern.compile("(?:href|src|action|hx-get)=\"(/[^\"]*)\"");
    private static final int MOST_PAGES = 300;

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;
    private final Set<String> children = new LinkedHashSet<>();

    @BeforeEach
    void open() throws Exception {
        program = new Program(folder);
        postgres = Postgres.shared(program);
        postgres.execute("CREATE ROLE planter LOGIN PASSWORD '" + PLANTED + "'",
                "GRANT CREATE ON DATABASE " + postgres.database() + " TO planter", "GRANT pg_checkpoint TO planter");
    }

    @AfterEach
    void stop() {
        if (postgres != null) {
            postgres.stop();
        }
        program.close();
    }

    private static void requireNone(String where, String text) {
        FORMS.forEach(form -> assertThat(text.contains(form)).as("%s contains %s", where, form).isFalse());
    }

    // ---- What is done

    @Thorough("five processes and a crawl over all pages once more; from there on all is as with a file")
    @Test
    void ofAVariableOfTheEnvironment() throws Exception {
        withCommands("env:" + VARIABLE, false);
    }

    @ByTurns(days = 10, heldBy = {"UrlSecretsTest.aPasswordInAUrlIsStoredAndToldNowhere", "SecretsOfRunnerTest"})
    @Test
    void ofAFile() throws Exception {
        withCommands(postgres.secret("planted", PLANTED), true);
    }

    /** @param clean whether the environment has nothing of it */
    private void withCommands(String where, boolean clean) throws Exception {
        postgres.target("planted", "--user", "planter", "--password", where);
        postgres.target("nowhere", "--user", "planter", "--password", where, "--database", "nowhere");
        assertThat(process(clean, "volume", "--target", "planted", "--label", "good", "--duration", "1s", "--interval",
                "200ms", "--key-count", "200", "--value-size", "200B", "--warm-up", "none", "--html", file("live.html"))
                .status()).isZero();
        assertThat(children).as("the runner was seen").isNotEmpty();
        assertThat(process(clean, "volume", "--target", "nowhere", "--label", "bad", "--duration", "1s").status())
                .isEqualTo(ExitStatus.FAILED);
        assertThat(process(clean, "doctor", "--target", "planted").status()).isZero();
        assertThat(process(clean, "doctor", "--target", "nowhere", "--json").status()).isEqualTo(ExitStatus.FAILED);
        Files.writeString(program.file("job.yaml"), "label: queued\nworkload: volume\ntarget: planted\n");
        process(clean, "job", "add", file("job.yaml"));
        whatIsTold();
    }

    private String file(String name) {
        return program.file(name).toString();
    }

    private Ran process(boolean clean, String... args) throws Exception {
        List<String> line = new ArrayList<>(List.of(args));
        line.add("--verbose");
        ProcessBuilder builder = new ProcessBuilder(program.command(line.toArray(String[]::new)))
                .redirectOutput(program.file("out").toFile()).redirectError(program.file("err").toFile());
        if (!clean) {
            builder.environment().put(VARIABLE, PLANTED);
        }
        Process process = builder.start();
        while (process.isAlive()) {
            look(process.toHandle(), clean);
            Clock.system().sleepUntil(Clock.system().nanoTime() + 20_000_000L);
        }
        Ran ran = program.finish(process);
        requireNone("the output of " + line, ran.out() + ran.err());
        return ran;
    }

    /** What everybody on the machine, and every child, can see of a process and those that it has started. */
    private void look(ProcessHandle process, boolean clean) {
        Stream.concat(Stream.of(process), process.descendants()).forEach(one -> {
            Path proc = Path.of("/proc", String.valueOf(one.pid()));
            try {
                String line = Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1);
                requireNone("a command line", line);
                if (clean) {
                    requireNone("an environment", Files.readString(proc.resolve("environ"),
                            StandardCharsets.ISO_8859_1));
                }
                if (line.contains("RunnerMain")) {
                    children.add(line);
                }
            } catch (IOException e) {
                // it has ended meanwhile
            }
        });
    }

    /** Asked for as on a terminal, and told to the runner over its link. */
    @Thorough("a crawl over all pages once more; SecretsOfRunnerTest has what goes over the link")
    @Test
    void ofWhatIsAskedFor() throws Exception {
        postgres.target("planted", "--user", "planter", "--password", "prompt:the planter");
        Asked asked = new Asked();
        try (Workbench workbench = Workbench.open(Optional.of(program.store()), "test", Clock.system())) {
            workbench.run(workbench.plan(ExperimentReader.read("""
                    label: good
                    workload: volume
                    target: planted
                    targets:
                      planted: {driver: postgres, address: '%s', database: %s, user: planter, password: 'prompt:the planter'}
                    set: {duration: 1s, interval: 200ms, key-count: 200, value-size: 200B, warm-up: none}
                    """.formatted(postgres.address(), postgres.database()), "asked.yaml")), new RunOptions(false, false), asked,
                    new CancellationToken());
            assertThat(workbench.doctor().examine(workbench.targets().named("planted"), asked,
                    new CancellationToken()).works()).isTrue();
        }
        assertThat(program.states("good")).containsExactly(IterationState.DONE);
        assertThat(children).as("the runner was seen").isNotEmpty();
        assertThat(asked.questions).containsOnly("the planter").hasSize(2);
        requireNone("what was told", asked.messages.toString());
        whatIsTold();
    }

    /** Answers, and looks at the runner whenever something is told. */
    private final class Asked implements RunListener {

        private final List<String> questions = new ArrayList<>();
        private final List<Object> messages = new ArrayList<>();

        @Override
        public String ask(String what) {
            questions.add(what);
            return PLANTED;
        }

        private void append(Object... things) {
            messages.addAll(List.of(things));
            ProcessHandle.current().children().forEach(child -> look(child, true));
        }

        @Override
        public void began(int toRun, int finished) {}

        @Override
        public void iterationBegan(int number, Planned planned) {
            append(planned);
        }

        @Override
        public void live(RunStatus runStatus) {
            append(runStatus);
        }

        @Override
        public void message(String kind, String text) {
            append(text);
        }

        @Override
        public void iterationEnded(Planned planned, IterationState iterationState, String verdict) {
            append(verdict);
        }
    }

    // ---- Where it is looked for

    private void whatIsTold() throws Exception {
        List<List<String>> lines = List.of(List.of("list"), List.of("show", "good"), List.of("show", "good", "--json"),
                List.of("report", "good"), List.of("report", "good", "--tsv"), List.of("report", "good", "--json"),
                List.of("report", "good", "--html", file("report.html")), List.of("target", "list"),
                List.of("job", "list"), List.of("dataset", "list"), List.of("rig", "status"),
                List.of("export", "--all", "--to", file("all.zip")), List.of("check"),
                List.of("copy", "--to", file("copy.db")));
        for (List<String> line : lines) {
            Ran ran = program.run(line.toArray(String[]::new)).ok();
            requireNone(line.toString(), ran.out() + ran.err());
        }
        pages();
        files();
    }

    /** Every page that can be reached, every form of a report, and what programs are told. */
    private void pages() throws Exception {
        try (LoggedIn served = new LoggedIn(program.store(), false); HttpClient client = HttpClient.newHttpClient()) {
            Deque<String> open = new ArrayDeque<>(List.of("/", "/status", "/jobs", "/reports", "/targets", "/datasets",
                    "/defaults", "/users", "/new", "/new?target=planted", "/export", "/import", "/content", "/account",
                    "/targets/named/planted", "/targets/named/planted/doctor", "/reports/good", "/metrics",
                    "/api/v1/targets", "/api/v1/targets/planted", "/api/v1/targets/planted/doctor", "/api/v1/jobs",
                    "/api/v1/status?plan=true", "/api/v1/reports/good", "/api/v1/reports/good/iterations"));
            List.of("html", "tsv", "iterations", "csv", "json", "zip").forEach(f -> open.add("/reports/good/as/" + f));
            Set<String> seen = new LinkedHashSet<>(open);
            int pages = 0;
            while (!open.isEmpty() && pages < MOST_PAGES) {
                String path = open.poll();
                byte[] body = client.send(HttpRequest.newBuilder(URI.create(served.server().address()
                        + path.replace("&amp;", "&").replace(" ", "%20"))).header("Accept", "text/html")
                        .header("Authorization", "Bearer " + served.programToken()).build(),
                        BodyHandlers.ofByteArray()).body();
                String text = new String(body, StandardCharsets.ISO_8859_1);
                requireNone("page " + path, path.endsWith("zip") ? unzipped(body) : text);
                pages++;
                LINK.matcher(text).results().map(m -> m.group(1)).filter(l -> !l.startsWith("/assets"))
                        .filter(seen::add).forEach(open::add);
            }
            assertThat(pages).isGreaterThan(40);
            assertThat(seen).anyMatch(path -> path.contains("/targets/named/planted"));
            assertThat(served.failures()).isEmpty();
        }
    }

    private static String unzipped(byte[] zip) throws IOException {
        StringBuilder all = new StringBuilder();
        try (ZipInputStream in = new ZipInputStream(new java.io.ByteArrayInputStream(zip))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                all.append(entry.getName()).append(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    /** Whatever was written: store and its log, reports, exports, outputs; not the server's own, nor the secret. */
    private void files() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.filter(Files::isRegularFile).filter(f -> !f.startsWith(program.file("results.db-rigs")))
                    .filter(f -> !f.equals(program.file("planted"))).toList();
        }
        assertThat(all).contains(program.store(), program.file("report.html"), program.file("all.zip"));
        for (Path file : all) {
            try {
                byte[] content = Files.readAllBytes(file);
                requireNone(file.toString(), file.toString().endsWith(".zip") ? unzipped(content)
                        : new String(content, StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
