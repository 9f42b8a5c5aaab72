package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InProcessRunnerTest {

    @TempDir
    Path folder;

    private Runs runs;
    private final List<String> steps = new ArrayList<>();

    @BeforeEach
    void begin() {
        runs = new Runs(folder);
    }

    /** A worker that is left looks for its beginning again and again, while what comes next is measured. */
    @AfterEach
    void noWorkerIsLeft() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("worker-")) {
                assertThat(thread.join(Duration.ofMinutes(1))).as("%s ends", thread).isTrue();
            }
        }
    }

    private static RunEvent.Ended ended(IterationState iterationState, String verdict) {
        return new RunEvent.Ended(7, iterationState, verdict);
    }

    private void isToldInOrder() {
        assertThat(runs.events.getFirst()).isInstanceOf(RunEvent.Started.class);
        assertThat(runs.events(RunEvent.Ended.class)).hasSize(1);
        assertThat(runs.events.getLast()).isInstanceOf(RunEvent.Ended.class);
        assertThat(runs.events).allMatch(e -> e.iteration() == 7);
    }

    private static void throwAt(String step, Throwable failure) {
        MemoryDriver.hook = at -> {
            if (at.equals(step)) {
                throwUnchecked(failure);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void whatHappensIsToldInItsOrder() {
        MemoryDriver.hook = steps::add;
        assertThat(runs.run("documents", "3000", "workers", "1", "verify", "1%"))
                .isEqualTo(ended(IterationState.DONE, ""));
        isToldInOrder();
        List<String> kinds = runs.events.stream().filter(e ->
                !(e instanceof RunEvent.Progressed || e instanceof RunEvent.EventLogged
                        || e instanceof RunEvent.Sampled r && !r.reading().reading().ofTarget()))
                .map(e -> e.getClass().getSimpleName()).toList();
        assertThat(kinds).containsExactly("Started", "Detected", "Sampled", "PhaseBegan", "Measured", "Sampled",
                "Measured", "Sampled", "Measured", "Sampled", "Sampled", "OperationsLogged", "PhaseEnded",
                "PhaseBegan", "PhaseEnded", "Sampled", "PhaseBegan", "Measured", "PhaseEnded", "Ended");
        assertThat(steps.stream().filter(s -> !s.equals("read") && !s.equals("counters"))).containsExactly("open",
                "create", "effective", "effective", "session", "open-ahead", "session-close", "settle", "session",
                "open-ahead", "session-close", "drop", "close");
        assertThat(runs.events(RunEvent.Detected.class).getFirst().settings())
                .anyMatch(s -> s.name().equals("memtable") && s.origin() == SettingOrigin.EFFECTIVE && s.number()
                == 64e6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "create", "effective", "counters", "settle"})
    void aTargetThatBreaksEndsTheIterationAsFailed(String step) {
        throwAt(step, new DriverException("the disk is full\nat line 7"));
        RunEvent.Ended ended = runs.run("documents", "10");
        isToldInOrder();
        boolean unchecked = step.equals("effective") || step.equals("counters");
        assertThat(ended.state()).isEqualTo(IterationState.FAILED);
        assertThat(ended.verdict()).isEqualTo((unchecked ? "java.lang.IllegalStateException: " : "")
                + "the disk is full");
        assertThat(runs.scratch()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop", "close"})
    void cleanUpThatFailsIsToldBesideTheResultAndLeavesItAsItIs(String step) {
        throwAt(step, new DriverException("the connection broke\nat line 7"));
        assertThat(runs.run("documents", "10")).isEqualTo(ended(IterationState.DONE, ""));
        isToldInOrder();
        assertThat(runs.notes("warning")).contains(
                "What the iteration made could not all be cleaned up: the connection broke");
        assertThat(runs.measures()).containsKey("documents-per-second");
    }

    @Test
    void aSessionThatCannotBeHadEndsTheIterationAsFailed() {
        throwAt("session", new DriverException("too many connections"));
        RunEvent.Ended ended = runs.run("documents", "10");
        isToldInOrder();
        assertThat(ended.state()).isEqualTo(IterationState.FAILED);
        assertThat(ended.verdict()).matches("worker [0-3] could not start: too many connections");
    }

    /** What the first operation would have to open would be in its response time, and in what the load costs. */
    @Test
    void connectionsAreOpenedBeforeWhatIsMeasuredBegins() {
        List<String> steps = Collections.synchronizedList(new ArrayList<>());
        MemoryDriver.hook = steps::add;
        runs.run("documents", "10", "workers", "4", "verify", "all");
        assertThat(steps.subList(0, steps.indexOf("counters"))).filteredOn("open-ahead"::equals).hasSize(4);
        assertThat(steps.subList(0, steps.indexOf("read"))).filteredOn("open-ahead"::equals).hasSize(8);
    }

    @Test
    void aSessionThatDoesNotCloseIsAWarning() {
        throwAt("session-close", new DriverException("connection reset"));
        assertThat(runs.run("documents", "10", "workers", "1")).isEqualTo(ended(IterationState.DONE, ""));
        assertThat(runs.notes("warning")).contains("worker 0 could not end cleanly: connection reset");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "create", "effective", "counters", "settle", "drop", "close"})
    void anErrorOfTheVirtualMachineIsAReasonToo(String step) {
        for (Error error : List.of(new StackOverflowError(), new NoClassDefFoundError("org/Engine"),
                new java.util.ServiceConfigurationError("bad"), new AssertionError("never"))) {
            throwAt(step, error);
            RunEvent.Ended ended = runs.run("documents", "10");
            isToldInOrder();
            assertThat(ended).isEqualTo(ended(IterationState.FAILED, error.toString()));
        }
        throwAt(step, new OutOfMemoryError("Java heap space"));
        assertThat(runs.run("documents", "10"))
                .isEqualTo(ended(IterationState.FAILED, "the runner ran out of memory: Java heap space"));
    }

    @Test
    void aFailureWithoutAMessageHasItsKindForAReason() {
        throwAt("create", new DriverException(null));
        assertThat(runs.run()).isEqualTo(ended(IterationState.FAILED, "DriverException"));
        throwAt("create", new NullPointerException());
        assertThat(runs.run()).isEqualTo(ended(IterationState.FAILED, "java.lang.NullPointerException"));
    }

    @Test
    void anUnknownNameIsAFailureWithTheNearest() {
        RunRequest good = runs.request();
        List<RunEvent> events = new ArrayList<>();
        runs.runner.run(new RunRequest(7, "ingst", "memory", good.settings(), 1, runs.scratch().toString(), false),
                events::add);
        assertThat(events.getLast()).isEqualTo(ended(IterationState.FAILED,
                "unknown workload 'ingst' (did you mean 'ingest'?)"));
        runs.runner.run(new RunRequest(7, "ingest", "memry", good.settings(), 1, runs.scratch().toString(), false),
                events::add);
        assertThat(events.getLast())
                .isEqualTo(ended(IterationState.FAILED, "unknown driver 'memry' (did you mean 'memory'?)"));
    }

    @Test
    void aFolderThatCannotBeMadeIsAFailure() throws IOException {
        Files.writeString(runs.scratch(), "in the way");
        RunEvent.Ended ended = runs.run();
        assertThat(ended.state()).isEqualTo(IterationState.FAILED);
        assertThat(ended.verdict()).contains(runs.scratch().toString());
    }

    @Test
    void afterAFailureTheRunnerGoesOn() {
        throwAt("create", new DriverException("no"));
        runs.run("documents", "10");
        MemoryDriver.reset();
        assertThat(runs.run("documents", "10")).isEqualTo(ended(IterationState.DONE, ""));
        assertThat(MemoryDriver.DOCUMENTS).hasSize(10);
    }

    @Test
    void nothingIsToldAfterTheEnd() {
        List<Runnable> later = new ArrayList<>();
        RunRequest request = runs.request("documents", "10");
        List<RunEvent> events = new ArrayList<>();
        MemoryDriver.notes = note -> later.add(() -> note.accept("too late"));
        Thread thread = runs.clock.start("iteration", () -> runs.runner.run(request, events::add));
        join(thread);
        later.forEach(Runnable::run);
        assertThat(later).isNotEmpty();
        assertThat(events.getLast()).isEqualTo(ended(IterationState.DONE, ""));
    }

    private void join(Thread thread) {
        try {
            runs.clock.join(thread);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- the target's data afterwards

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theDataStaysOnlyWhereItIsToBeKept(boolean keep) {
        MemoryDriver.hook = steps::add;
        runs.keep = keep;
        runs.run("documents", "10");
        assertThat(steps.contains("drop")).isEqualTo(!keep);
        assertThat(Files.exists(runs.scratch())).isEqualTo(keep);
    }

    // ---- stopping

    private void stopAtCommit(int number) {
        AtomicInteger commits = new AtomicInteger();
        MemoryDriver.commit = uris -> {
            if (commits.incrementAndGet() == number) {
                runs.runner.stop();
            }
            return 0;
        };
    }

    private static final RunEvent.Ended STOPPED = ended(IterationState.STOPPED, "stopped at the user's wish");

    /** Cancelling is looked for every quarter of a second. */
    @Test
    void aStoppedIterationKeepsItsRows() {
        stopAtCommit(400);
        assertThat(runs.run("documents", "10k", "workers", "2")).isEqualTo(STOPPED);
        isToldInOrder();
        assertThat(runs.series().total().units()).isBetween(400L, 910L).isEqualTo(MemoryDriver.DOCUMENTS.size());
        assertThat(runs.measures().get("documents-per-second")).isBetween(1900.0, 2100.0);
        assertThat(runs.detail().phases()).hasSize(1);
    }

    @Test
    void whatBreaksBecauseOfTheStopIsNoFailure() {
        AtomicInteger commits = new AtomicInteger();
        MemoryDriver.commit = uris -> {
            if (commits.incrementAndGet() >= 500) {
                runs.runner.stop();
                throw new DriverException("the operation was aborted");
            }
            return 0;
        };
        assertThat(runs.run("documents", "10k", "workers", "2")).isEqualTo(STOPPED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "session", "settle", "counters"})
    void aStopThatMakesTheTargetThrowIsAStop(String step) {
        MemoryDriver.hook = at -> {
            if (at.equals(step)) {
                runs.runner.stop();
                throw new DriverException("aborted");
            }
        };
        assertThat(runs.run("documents", "100")).isEqualTo(STOPPED);
        isToldInOrder();
    }

    @Test
    void aStopDuringVerificationIsAStop() {
        MemoryDriver.hook = at -> {
            if (at.equals("read")) {
                runs.runner.stop();
            }
        };
        assertThat(runs.run("documents", "100", "verify", "all")).isEqualTo(STOPPED);
    }

    @Test
    void aStopWithNothingRunningDoesNothing() {
        runs.runner.stop();
        assertThat(runs.run("documents", "10")).isEqualTo(ended(IterationState.DONE, ""));
        runs.runner.close();
        assertThat(runs.run("documents", "10")).isEqualTo(ended(IterationState.DONE, ""));
    }
}
