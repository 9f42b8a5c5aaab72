package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A matrix that is interrupted in every way, as processes of their own. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class BrokenOffTest {

    /** Four iterations, of which the second, which is broken off, takes at least two seconds. */
    private static final String[] MATRIX = {"ingest", "--target", "null", "--label", "M", "--documents", "10,200,20,30",
        "--order", "given", "--workers", "1", "--service-time", "10ms", "--payload", "100", "--warm-up", "1ms",
        "--interval", "100ms"};

    @TempDir
    private Path folder;

    private Program program;
    private Process main;
    /** A runner that may outlive its parent, should it be at fault. */
    private ProcessHandle orphan;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        if (main != null) {
            main.descendants().forEach(ProcessHandle::destroyForcibly);
            main.destroyForcibly();
        }
        if (orphan != null) {
            orphan.destroyForcibly();
        }
        program.close();
    }

    private static String[] with(String... more) {
        List<String> line = new ArrayList<>(List.of(MATRIX));
        line.addAll(List.of(more));
        return line.toArray(String[]::new);
    }

    private void start(String... before) throws IOException {
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(program.command(MATRIX));
        main = program.start(command);
        awaitWorkAfter(1);
    }

    private void awaitWorkAfter(int done) {
        Program.await("iterations that are done and one that has been at work for a while", () -> {
            List<Iteration> iterations = program.iterations("M");
            return iterations.size() > done && iterations.getLast().state() == IterationState.RUNNING
                    && program.intervals(iterations.getLast()) > 0;
        });
    }

    private void signal(String signal, String target) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, "--", target).inheritIO().start().waitFor()).isZero();
    }

    private static boolean alive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    /** Everything that was done before is as it was, the broken one is marked and was run again, and nothing else. */
    private void assertResumes(List<Iteration> before) {
        List<Iteration> done = before.stream().filter(i -> i.state() == IterationState.DONE).toList();
        Ran resumed = program.run(with("--resume")).ok();
        assertThat(resumed.err()).startsWith("Resuming: " + done.size() + (done.size() == 1 ? " iteration is"
                : " iterations are") + " finished already, " + (4 - done.size()) + " to go.");
        assertThat(resumed.table()).as("one row per point").hasSize(5);

        List<Iteration> after = program.iterations("M");
        assertThat(after).containsAll(done);
        assertThat(after.stream().filter(i -> i.state() == IterationState.DONE).map(Iteration::position))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
        List<Iteration> broken = after.stream().filter(i -> i.state() != IterationState.DONE).toList();
        assertThat(broken).singleElement().satisfies(i -> {
            assertThat(i.state()).isEqualTo(IterationState.INTERRUPTED);
            assertThat(i.attempt()).isOne();
            assertThat(program.intervals(i)).isPositive();
            assertThat(after).anyMatch(j -> j.position() == i.position() && j.attempt() == 2);
        });
        assertThat(after.stream().filter(i -> i.attempt() == 2)).hasSize(1);
        assertThat(after.stream().map(Iteration::batch).distinct()).hasSize(1);
        assertThat(program.refused(with("--resume"))).startsWith("nothing to resume: label M");
    }

    @Test
    void killOfTheMainProcessLosesNothingThatWasDone() throws Exception {
        start();
        List<Long> runners = main.descendants().map(ProcessHandle::pid).toList();
        assertThat(runners).isNotEmpty();
        main.destroyForcibly().waitFor();
        Program.await("the end of the runner", () -> runners.stream().noneMatch(BrokenOffTest::alive));

        List<Iteration> left = program.iterations("M");
        assertThat(left.getLast().state()).isEqualTo(IterationState.INTERRUPTED);
        assertThat(left.getLast().verdict()).isEqualTo("the process that ran it went away");
        assertResumes(left);
        assertThat(workFolders()).as("what is kept of the last").hasSize(1);
    }

    @Thorough("an engine at work for seconds; the kills of the other tests are of the null driver")
    @ParameterizedTest
    @CsvSource({"KILL, main", "TERM, runner"})
    void runnerInTheMiddleOfItsEngineEndsAtOnce(String signal, String whom) throws Exception {
        main = program.start(program.command("ingest", "--label", "E", "--documents", "1M", "--memtable", "4MB",
                "--warm-up", "none", "--keep", "none"));
        Program.await("rows of an engine at work", () -> {
            List<Iteration> iterations = program.iterations("E");
            return !iterations.isEmpty() && program.intervals(iterations.getLast()) > 1;
        });
        orphan = main.children().findFirst().orElseThrow();
        long runner = orphan.pid();
        signal(signal, String.valueOf(whom.equals("main") ? main.pid() : runner));
        Program.await("the end of the runner", () -> !alive(runner));
        Program.await("the end of the iteration", () -> program.states("E").equals(
                List.of(whom.equals("main") ? IterationState.INTERRUPTED : IterationState.FAILED)));
    }

    private List<String> workFolders() throws IOException {
        try (var files = Files.list(Path.of(program.store() + "-work"))) {
            return files.map(f -> f.getFileName().toString()).filter(f -> !f.equals("crashes")).toList();
        }
    }

    @ByTurns(days = 10, heldBy = {"WorkbenchTest", "BrokenOffTest.killOfTheMainProcessLosesNothingThatWasDone"})
    @Test
    void aPoliteKillEndsWith130AndCanBeResumed() throws Exception {
        requireInterrupted("TERM", false);
    }

    @Thorough("what a polite kill does, by Ctrl-C")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptionEndsWith130AndCanBeResumed(boolean wholeGroup) throws Exception {
        assumeTrue(!Program.interruptsAreIgnored(), "skipped: this process ignores SIGINT");
        requireInterrupted("INT", wholeGroup);
    }

    private void requireInterrupted(String signal, boolean wholeGroup) throws Exception {
        // As a shell does it: a process group of its own, which is what Ctrl-C reaches.
        start("setsid");
        List<Long> runners = main.descendants().map(ProcessHandle::pid).toList();
        signal(signal, (wholeGroup ? "-" : "") + main.pid());
        Ran ran = program.finish(main);
        assertThat(ran.status()).isEqualTo(ExitStatus.INTERRUPTED);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines().toList().getLast())
                .isEqualTo("Interrupted; resume with the same command and --resume.");
        Program.await("the end of the runner", () -> runners.stream().noneMatch(BrokenOffTest::alive));

        List<Iteration> left = program.iterations("M");
        assertThat(left.getLast().state()).isEqualTo(IterationState.INTERRUPTED);
        assertThat(left.getLast().verdict()).isEqualTo("interrupted by the user");
        assertResumes(left);
    }

    @Thorough("a whole matrix; ChildRunnerTest has the runner killed, and CommandsTest a plan going on after a failure")
    @Test
    void killOfTheRunnerFailsItsIterationAndThePlanGoesOn() throws Exception {
        start();
        int hit = program.iterations("M").getLast().position();
        main.descendants().forEach(ProcessHandle::destroyForcibly);
        Ran ran = program.finish(main);
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains(" failed: the runner was killed (signal 9): by a person, or by the system for "
                + "want of memory");
        assertThat(ran.table()).as("a row per point, that of the failed one below").hasSize(5);
        assertThat(ran.table().getLast()).contains("failed");
        assertThat(program.iterations("M")).hasSize(4).allMatch(i ->
                i.state() == (i.position() == hit ? IterationState.FAILED : IterationState.DONE));

        program.run(with("--resume")).ok();
        assertThat(program.iterations("M")).hasSize(5).last()
                .matches(i -> i.position() == hit && i.attempt() == 2 && i.state() == IterationState.DONE);
    }

    @ByTurns(days = 10, heldBy = {"WorkbenchTest", "BrokenOffTest.killOfTheMainProcessLosesNothingThatWasDone"})
    @Test
    void stopFromAnotherProcessKeepsWhatWasMeasured() throws Exception {
        // The first would not end by itself for a day, however long the commands take that are tried meanwhile.
        main = program.start(program.command(Arrays.stream(MATRIX).map(a -> a.startsWith("10,") ? "10M,10" : a)
                .toArray(String[]::new)));
        awaitWorkAfter(0);
        assertThat(program.refused("stop", "N")).isEqualTo("no label 'N' (did you mean 'M'?)");
        assertThat(program.refused("delete", "M"))
                .isEqualTo("label M is being run; stop it first with: tidemark stop M");
        assertThat(program.refused(with("--label", "O"))).contains("option '--label' should be given only once");
        assertThat(program.run("stop", "M").ok().err().strip())
                .isEqualTo("Stop requested; the running iteration ends now.");
        Ran ran = program.finish(main);
        assertThat(ran.status()).as("no valid result").isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("Stopped; what was measured is kept.");
        assertThat(program.states("M")).containsExactly(IterationState.STOPPED);
        Iteration stopped = program.iterations("M").getLast();
        assertThat(program.intervals(stopped)).isPositive();
        assertThat(stopped.value("elapsed")).isPresent();
        assertThat(program.run("stop", "M").ok().err().strip()).isEqualTo("Nothing is running.");
    }
}
