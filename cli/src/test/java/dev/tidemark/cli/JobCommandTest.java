package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.IterationState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs, targets, users and tokens as a person types them. */
@Timeout(300)
class JobCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    private String file(String target) throws IOException {
        return Files.writeString(folder.resolve("small.yaml"), """
                label: small
                workload: ingest
                target: %s
                set: {documents: 100, payload: 100, warm-up: none}
                vary: {batch-size: [1, 10]}
                plan: {fork: none}
                """.formatted(target)).toString();
    }

    private void refused(String message, String... line) {
        Ran ran = program.run(line);
        assertThat(ran.err()).isEqualTo(message + System.lineSeparator());
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
    }

    private List<String> column(int column, String... line) {
        return program.run(line).ok().table().stream().skip(1).map(row -> row.get(column)).toList();
    }

    @Test
    void jobsAreQueuedMovedAndRun() throws IOException {
        String file = file("\"null\"");
        assertThat(program.run("job", "add", file, "--label", "a").ok().out()).isEqualTo("1" + System.lineSeparator());
        program.run("job", "add", file, "--label", "b", "--set", "documents=50").ok();
        program.run("job", "add", file, "--label", "c", "--not-before", "2126-01-01T20:00").ok();
        program.run("job", "move", "2", "1").ok();
        assertThat(column(2, "job", "list")).containsExactly("b", "a", "c");
        assertThat(column(4, "job", "list").getLast()).isEqualTo("waiting, not before 2126-01-01T20:00");
        assertThat(program.run("job", "show", "2").ok().out()).contains("label: b").contains("documents: 50")
                .startsWith("# Job 2 (b): waiting" + System.lineSeparator() + "# created 2")
                .contains("# runs target null, documents 50, batch-size 1, 10, ", "workers 4")
                .doesNotContain("# started");

        program.run("job", "schedule", "off").ok();
        assertThat(program.run("job", "work").ok().err()).contains("No job is to be begun.");
        program.run("job", "schedule", "on").ok();
        program.run("job", "work").ok();
        assertThat(column(2, "job", "list")).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(column(4, "job", "list")).contains("done", "done");
        JsonNode json = JsonMapper.shared().readTree(program.run("job", "list", "--json").ok().out());
        assertThat(json.get("format").asString()).isEqualTo("tidemark-jobs");
        assertThat(json.get("jobs")).hasSize(3).anyMatch(j -> j.get("label").asString().equals("b")
                && j.get("state").asString().equals("done") && j.has("ended"));
        String shown = program.run("job", "show", "2").ok().out();
        assertThat(shown).startsWith("# Job 2 (b): done").contains("# started 2", "# ended 2");
        assertThat(program.iterations("a")).hasSize(2);
        assertThat(program.iterations("b")).hasSize(2);
        assertThat(program.iterations("c")).isEmpty();

        refused("job 1 is done; duplicate it to run it again", "job", "now", "1");
        refused("there is no job 9", "job", "cancel", "9");
        refused("--not-before: 'soon' is not a time; write it as 20:00 or 2026-11-22T20:00", "job", "add", file,
                "--not-before", "soon");
        program.run("job", "now", "3").ok();
        assertThat(JsonMapper.shared().readTree(program.run("job", "list", "--json").ok().out()).get("jobs"))
                .filteredOn(j -> j.get("urgent").asBoolean()).extracting(j -> j.get("place").asInt(), j ->
                        j.at("/settings/documents").asString()).containsExactly(tuple(1, "100"));
        program.run("job", "cancel", "3").ok();
        program.run("job", "delete", "1", "2", "3").ok();
        assertThat(column(0, "job", "list")).isEmpty();
    }

    @Test
    void whatTakesVeryLongIsQueuedOnlyWhenItIsMeant() throws IOException {
        Path file = Path.of(file("\"null\""));
        String rounds = Files.readString(file);
        Files.writeString(file, rounds.replace("fork: none", "fork: none, repeat: 1000"));
        refused("small makes 2000 iterations: more than is queued unasked; --yes says that so much is meant", "job",
                "add", file.toString());
        assertThat(column(0, "job", "list")).isEmpty();
        program.run("job", "add", file.toString(), "--yes").ok();
        refused("small makes 2000 iterations: more than is queued unasked; --yes says that so much is meant", "job",
                "duplicate", "1");
        program.run("job", "duplicate", "1", "--yes").ok();
        refused("small makes 2000 iterations: more than is run unasked; --yes says that so much is meant", "run",
                file.toString());
        refused("small makes 2000 iterations: more than is run unasked; --yes says that so much is meant", "ingest",
                "--target", "null", "--label", "small", "--documents", "1,2", "--repeat", "1000");
        Path nowhere = file.resolveSibling("none").resolve("page.html");
        assertThat(program.run("run", file.toString(), "--yes", "--html", nowhere.toString()).err())
                .contains(nowhere.toString());
        program.run("run", file.toString(), "--dry-run").ok();
        assertThat(program.iterations("small")).isEmpty();
        Files.writeString(file, rounds.replace("fork: none", "fork: none, repeat: 500"));
        program.run("job", "add", file.toString()).ok();
        assertThat(column(5, "job", "list")).containsExactly("2000", "2000", "1000");
    }

    /** How many steps a search takes nobody knows before. */
    @Test
    void ofARampTheMostStepsAreListed() throws IOException {
        Path ramp = Files.writeString(folder.resolve("ramp.yaml"), """
                workload: ingest
                target: 'null'
                set: {documents: auto, payload: 100, duration: 1s, warm-up: none}
                plan: {space: ramp, fork: none}
                """);
        String said = program.run("job", "add", ramp.toString()).ok().err();
        assertThat(said).containsPattern("waits: 1 ramp of at most [0-9]+ steps");
        assertThat(column(5, "job", "list"))
                .containsExactly(said.replaceAll("(?s).*at most ([0-9]+) steps.*", "$1"));
    }

    /** As a run does: 3 where nothing valid came of it, or it was stopped, and 1 where an expectation was missed. */
    @Test
    void workEndsWithTheStatusOfWhatItRan() throws IOException {
        program.run("job", "add", file("\"null\""), "--label", "failing", "--set", "failure-share=50%").ok();
        Ran failing = program.run("job", "work");
        assertThat(column(4, "job", "list")).containsExactly("invalid");
        assertThat(failing.status()).as("its iterations are not valid").isEqualTo(ExitStatus.FAILED);
        JsonNode json = JsonMapper.shared().readTree(program.run("job", "list", "--json").ok().out());
        assertThat(json.get("jobs").get(0).get("state").asString()).isEqualTo("done");
        assertThat(json.get("jobs").get(0).get("invalid").asBoolean()).isTrue();

        program.run("job", "add", file("\"null\""), "--label", "long", "--set", "documents=1000000000",
                "--set", "service-time=1ms").ok();
        CompletableFuture<Ran> work = program.begin("job", "work");
        try {
            Program.await("a running iteration", () -> program.iterations("long").stream()
                    .anyMatch(i -> i.state() == IterationState.RUNNING));
            program.run("stop", "long").ok();
            assertThat(work.join().status()).isEqualTo(ExitStatus.FAILED);
        } finally {
            program.end(work);
        }
        assertThat(column(4, "job", "list")).containsExactlyInAnyOrder("invalid", "cancelled");

        program.run("job", "add", file("\"null\""), "--label", "good").ok();
        program.run("job", "work").ok();

        Path expecting = Path.of(file("\"null\""));
        Files.writeString(expecting, "expect: {elapsed: \"< 1ns\"}\n", StandardOpenOption.APPEND);
        program.run("job", "add", expecting.toString(), "--label", "late").ok();
        program.run("job", "add", file("\"null\""), "--label", "good").ok();
        Ran missed = program.run("job", "work");
        assertThat(missed.status()).isEqualTo(ExitStatus.MISSED);
        assertThat(missed.err()).contains("late: Missed: elapsed is ").doesNotContain("good: Missed");
    }

    @Test
    void storedTargetsAreNamedLikeDrivers() throws IOException {
        program.run("target", "add", "slow", "--driver", "null", "--service-time", "2ms").ok();
        assertThat(program.run("target", "list").ok().table().get(1)).containsExactly("slow", "null",
                "service-time=2ms");
        program.run("run", file("slow")).ok();
        assertThat(program.iterations("small").getFirst().setting("target").orElseThrow().text()).isEqualTo("slow");
        assertThat(program.run("ingest", "--target", "slow,null", "--documents", "10", "--dry-run").ok().out())
                .contains("slow").contains("null");
        refused("target add: unknown param 'memtable'", "target", "add", "x", "--driver", "null", "--memtable", "3MB");
        refused("target add: say --driver DRIVER, or where it is by a URL", "target", "add", "x");
        refused("--target: unknown target 'slwo' (did you mean 'slow'?)", "ingest", "--target", "slwo");
        refused("no target 'slwo' (did you mean 'slow'?)", "target", "remove", "slwo");
        program.run("target", "remove", "slow").ok();
        refused(folder.resolve("small.yaml").getFileName() + ":3: unknown target 'slow' (did you mean 'solr'?)",
                "run", file("slow"));
    }

    @Test
    void passwordsComeFromFilesOfTheUsersOwn() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "correct horse battery\n");
        String from = "file:" + secret;
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        refused("--password-from: " + secret + ": others can read this secret; make it yours alone with: chmod 600 "
                + secret, "user", "add", "ann", "--password-from", from);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        program.run("user", "add", "ann", "--role", "administrator", "--password-from", from).ok();
        program.run("user", "add", "bob", "--password-from", from).ok();
        assertThat(column(1, "user", "list")).containsExactly("administrator", "reader");
        refused("user ann is the last administrator; add another one first", "user", "remove", "ann");
        program.run("user", "role", "bob", "administrator").ok();
        program.run("user", "role", "ann", "reader").ok();
        assertThat(column(1, "user", "list")).containsExactly("reader", "administrator");
        refused("user bob is the last administrator; add another one first", "user", "role", "bob", "reader");
        program.run("user", "role", "ann", "administrator").ok();
        program.run("user", "remove", "bob").ok();
        refused("--password-from: a secret is not written down; say where it is, as in env:VARIABLE, file:PATH or prompt:WHAT",
                "user", "password", "ann", "--password-from", "hunter2hunter2");
    }

    @Test
    void aTokenIsShownOnce() {
        String token = program.run("token", "add", "ci", "--role", "administrator").ok().out().strip();
        assertThat(token).matches("tidemark_[A-Za-z0-9_-]{43}");
        Ran list = program.run("token", "list").ok();
        assertThat(list.table().get(1)).startsWith("ci", "administrator").endsWith("never");
        assertThat(list.out()).doesNotContain(token);
        refused("no token 'c1' (did you mean 'ci'?)", "token", "remove", "c1");
        program.run("token", "remove", "ci").ok();
    }
}
