package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.FollowUp;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.UnagreedException;
import dev.tidemark.cli.Reaching.Hostile;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.Effort;
import java.nio.file.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What came with an export runs only after all that it reaches was told and agreed to. */
@Timeout(300)
class FromElsewhereTest {

    private static final String MARKER = "tidemark-must-not-reach-this";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        Files.writeString(folder.resolve("e.yaml"), """
                label: ev
                workload: ingest
                target: 'null'
                set: {documents: 20, warm-up: none}
                plan: {fork: none}
                """);
        program.run("run", program.file("e.yaml").toString()).ok();
        program.run("export", "ev", "--to", program.file("plain.zip").toString()).ok();
    }

    @AfterEach
    void close() {
        program.close();
    }

    /** The export with another experiment in it, on another store. */
    private Path imported(String yaml) throws IOException {
        Path zip = folder.resolve("x.zip");
        Files.write(zip, Files.readAllBytes(program.file("plain.zip")));
        try (FileSystem files = FileSystems.newFileSystem(zip); Stream<Path> all = Files.walk(files.getPath("/"))) {
            all.filter(p -> p.endsWith("batch.json")).forEach(p -> rewrite(p, yaml));
        }
        Path store = folder.resolve("other.db");
        assertThat(Program.onStore(store, "import", zip.toString()).ok().err()).contains("Imported 1 iteration");
        return store;
    }

    private static void rewrite(Path batch, String yaml) {
        try {
            ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(Files.readString(batch));
            Files.write(batch, root.put("yaml", yaml).toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nothingThatAnExportReachesIsReachedUnasked() throws IOException {
        List<Hostile> all = Reaching.experiments(MARKER);
        assertThat(all).hasSizeGreaterThanOrEqualTo(40);
        for (Hostile hostile : Effort.today(6, all, getClass())) {
            Path store = imported(hostile.yaml());
            Program.Ran again = Program.onStore(store, "again", "ev");
            assertThat(again.status()).as(hostile + ": " + again.err()).isEqualTo(2);
            assertThat(again.err()).as(hostile.where()).contains("was not written here", hostile.what(), "--trust")
                    .hasLineCount(1);
            Program.Ran dry = Program.onStore(store, "again", "ev", "--dry-run", "--json").ok();
            assertThat(JsonMapper.shared().readTree(dry.out()).get("reaches").findValuesAsString("what"))
                    .as(hostile.where()).contains(hostile.what());
            refusedAsAFile(store, hostile);
            refusedAsAJob(store, hostile);
            Program.onStore(store, "delete", "ev").ok();
        }
    }

    /** What somebody copied out of a report with its origin. */
    private void refusedAsAFile(Path store, Hostile hostile) throws IOException {
        String file = Files.writeString(folder.resolve("copied.yaml"), "origin: a letter\n" + hostile.yaml()).toString();
        for (List<String> command : List.of(List.of("run", file), List.of("run", file, "--resume"),
                List.of("job", "add", file), List.of("job", "add", file, "--not-before", "2100-01-01T00:00"))) {
            Program.Ran ran = Program.onStore(store, command.toArray(String[]::new));
            assertThat(ran.status()).as(hostile + ": " + ran.err()).isEqualTo(2);
            assertThat(ran.err()).as(hostile.where()).contains("was not written here (a letter)", hostile.what());
        }
    }

    private static void refusedAsAJob(Path store, Hostile hostile) {
        try (Workbench workbench = Workbench.open(Optional.of(store), "test", Clock.system())) {
            LabelResults results = workbench.store().label("ev").orElseThrow();
            DocumentNode.Mapping document = new FollowUp(Optional.empty(), OptionalInt.of(2),
                    List.of(), Map.of(), Map.of()).document(results);
            for (JobOptions options : List.of(JobOptions.USUAL, new JobOptions(false, true,
                    Optional.of(Instant.parse("2100-01-01T00:00:00Z"))), new JobOptions(true, true, Optional.empty()))) {
                assertThatThrownBy(() -> workbench.jobs().submit(workbench.read(document), "ada", options))
                        .as(hostile.where()).isInstanceOf(UnagreedException.class).hasMessageContaining(hostile.what());
            }
            assertThat(workbench.jobs().queue().all()).isEmpty();
        }
    }

    @Test
    void whatIsVariedBesideTheLeaveToDestroyIsToldToBeWrittenOver() throws IOException {
        Path store = imported("""
                label: ev
                workload: random-io
                target: file
                vary: {file: [none, /dev/nosuchdisk], destroy-data: [false, true]}
                """);
        assertThat(Program.onStore(store, "again", "ev", "--dry-run").ok().out()).contains("writes over /dev/nosuchdisk");
    }

    @Test
    void nothingHidesInALine() {
        Reached reached = new Reached(Reach.COMMAND, "background", "true\u3164\u00AD\u202E\u200B\uDB40\uDC41\n; id\u00A0x");
        assertThat(reached).hasToString("runs true\\u{3164}\\u{ad}\\u{202e}\\u{200b}\\u{e0041}\\u{a}; id\\u{a0}x (background)");
    }

    @Test
    void whatReachesNothingRunsAndStillIsFromElsewhere() throws IOException {
        Path store = imported(Files.readString(folder.resolve("e.yaml")));
        Program.onStore(store, "again", "ev").ok();
        try (ResultStore results = ResultStore.open(store)) {
            assertThat(results.label("ev").orElseThrow().batches()).hasSize(2)
                    .allSatisfy(b -> assertThat(b.origin()).startsWith("imported from "));
        }
    }

    @Test
    void whatWasAgreedToRuns() throws IOException {
        Path pwned = folder.resolve("pwned");
        Path store = imported(Files.readString(folder.resolve("e.yaml"))
                + "background: [{do: command, at: 0s, run: 'touch " + pwned + "'}]\n");
        assertThat(Program.onStore(store, "again", "ev").status()).isEqualTo(2);
        assertThat(pwned).doesNotExist();
        assertThat(Program.onStore(store, "again", "ev", "--dry-run").ok().out()).contains("runs touch " + pwned);
        Program.onStore(store, "again", "ev", "--trust").ok();
        try (ResultStore results = ResultStore.open(store)) {
            // The load may be over before a program has begun, which is ended with it.
            assertThat(results.label("ev").orElseThrow().iterations().getLast().setting("background").orElseThrow().text())
                    .contains("touch " + pwned);
        }
    }

    @Test
    void anOriginGoesThroughExportAndImportAgain() throws IOException {
        Path store = imported("label: ev\nworkload: ingest\ntarget: 'null'\nset: {source-directory: /elsewhere}\n");
        Path zip = folder.resolve("second.zip");
        Program.onStore(store, "export", "ev", "--to", zip.toString()).ok();
        Path third = folder.resolve("third.db");
        Program.onStore(third, "import", zip.toString()).ok();
        try (ResultStore first = ResultStore.open(store); ResultStore last = ResultStore.open(third)) {
            assertThat(last.label("ev").orElseThrow().origin()).isEqualTo(first.label("ev").orElseThrow().origin())
                    .hasValueSatisfying(origin -> assertThat(origin).doesNotContain("second.zip"));
        }
    }

    @Test
    void ofOnesOwnEverythingIsToldByADryRunAndNothingIsAsked() throws IOException {
        Files.writeString(folder.resolve("own.yaml"), Files.readString(folder.resolve("e.yaml"))
                + "background: [{do: command, at: 0s, run: 'true'}]\n");
        String own = program.file("own.yaml").toString();
        assertThat(program.run("run", own, "--dry-run").ok().out()).contains("1 iteration", "Outside of Tidemark's own data it\n  runs true (background)");
        program.run("run", own).ok();
        assertThat(program.refused("run", own, "--json")).contains("--json is for --dry-run");
    }

    @Test
    void aJobOfWhatCameFromElsewhereIsAgreedToByItsLines() throws IOException {
        Path store = imported("label: ev\nworkload: ingest\ntarget: 'null'\nbackground: [{do: command, run: 'true'}]\n");
        try (Workbench workbench = Workbench.open(Optional.of(store), "test", Clock.system())) {
            String yaml = "origin: a letter\n" + workbench.store().label("ev").orElseThrow().yaml();
            assertThatThrownBy(() -> workbench.jobs().submit(yaml, "ada", agreeing("runs false (background)")))
                    .isInstanceOf(UnagreedException.class);
            long job = workbench.jobs().submit(yaml, "ada", agreeing("runs true (background)")).id();
            assertThat(ExperimentReader.read(workbench.jobs().queue().all().getFirst().what().yaml(), "job").origin())
                    .hasValue("a letter");
            assertThatThrownBy(() -> workbench.jobs().duplicate(job, "ada", List.of(), Consent.NONE, false))
                    .isInstanceOf(UnagreedException.class);
        }
    }

    private static JobOptions agreeing(String... lines) {
        return new JobOptions(false, true, Optional.empty(), List.of(), Consent.to(List.of(lines)), false);
    }
}
