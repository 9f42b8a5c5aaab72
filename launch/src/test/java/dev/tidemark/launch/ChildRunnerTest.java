package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.TroubleDriver.Trouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ChildRunnerTest {

    @TempDir
    private Path folder;

    private Bench bench;

    @BeforeEach
    void start() throws IOException {
        bench = new Bench(folder, Duration.ofMinutes(5));
    }

    @AfterEach
    void end() {
        bench.close();
        await("the end of every runner", () -> children().isEmpty());
    }

    @Test
    void iterationsShareOneChildAndTellAllTheirEvents() throws Exception {
        List<RunEvent> events = bench.run(1, Trouble.NONE);
        List<Long> first = children();
        assertThat(Bench.end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(events).first().isInstanceOf(RunEvent.Started.class);
        assertThat(events).hasAtLeastOneElementOfType(RunEvent.Measured.class);
        assertThat(events).hasAtLeastOneElementOfType(RunEvent.PhaseEnded.class);
        assertThat(events).extracting(RunEvent::iteration).containsOnly(1L);

        assertThat(Bench.end(bench.run(2, Trouble.NONE)).state()).isEqualTo(IterationState.DONE);
        assertThat(children()).isEqualTo(first).hasSize(1);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void nativeCrashIsNamedWithItsSignalAndReport() throws Exception {
        failsAndGoesOn(Trouble.CRASH, "native code crashed in the runner: SIGSEGV .*; see .*hs_err_pid\\d+\\.log");
        try (var reports = Files.list(folder.resolve("crashes"))) {
            assertThat(reports).singleElement().satisfies(report -> assertThat(report).isNotEmptyFile());
        }
    }

    @Test
    void exhaustedHeapIsNamed() throws Exception {
        failsAndGoesOn(Trouble.EXHAUST, "the runner ran out of memory: .*Java heap space.*");
    }

    @Test
    void exitOfTheProcessIsNamedByItsStatus() throws Exception {
        failsAndGoesOn(Trouble.EXIT, "the runner ended with status 7");
    }

    @Test
    void haltIsNamedByItsStatusAndLastWords() throws Exception {
        failsAndGoesOn(Trouble.HALT, "the runner ended with status 9: the engine gives up");
    }

    @Test
    void failureToCloseIsToldBesideTheResultAndTheChildLives() throws Exception {
        bench.run(1, Trouble.NONE);
        List<Long> before = children();
        List<RunEvent> events = bench.run(2, Trouble.CLOSE);
        assertThat(Bench.end(events)).isEqualTo(new RunEvent.Ended(2, IterationState.DONE, ""));
        assertThat(events).anyMatch(e -> e instanceof RunEvent.EventLogged logged && logged.note().text()
                .endsWith("could not all be cleaned up: the target would not close"));
        assertThat(Bench.end(bench.run(3, Trouble.NONE)).state()).isEqualTo(IterationState.DONE);
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void printingDoesNotDisturbTheEvents() throws Exception {
        List<RunEvent> events = bench.run(1, Trouble.PRINT);
        assertThat(Bench.end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
    }

    @Test
    void textAmongTheEventsIsNoticedAndEndsTheChild() throws Exception {
        failsAndGoesOn(Trouble.GARBLE, "what the runner tells cannot be understood: .*");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void killFromOutsideIsNamed() throws Exception {
        List<RunEvent> events = bench.run(1, Trouble.HANG, once(() -> ProcessHandle.current().children()
                .forEach(ProcessHandle::destroyForcibly)));
        assertFailed(events, "the runner was killed \\(signal 9\\): .*");
        worksAfterwards();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void politeKillFromOutsideIsNamed() throws Exception {
        List<RunEvent> events = bench.run(1, Trouble.HANG, once(() -> ProcessHandle.current().children()
                .forEach(ProcessHandle::destroy)));
        assertFailed(events, "the runner died of signal 15");
        worksAfterwards();
    }

    /**
     * SIGSTOP and SIGCONT, with 1.5 s between them: the clocks go on, and nothing else does. What it does ends only
     * when it has told of that.
     */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aRunnerThatWasStoppedMeanwhileHasMeasuredNothing() throws Exception {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        Path noticed = folder.resolve("noticed");
        Consumer<RunEvent> stops = once(() -> {
            long child = children().getFirst();
            signal("STOP", child);
            Clock.system().sleepUntil(Clock.system().nanoTime() + 1_500_000_000L);
            signal("CONT", child);
        });
        bench.runner().run(bench.request(1, Trouble.AWAIT, "until", noticed.toString()), event -> {
            events.add(event);
            if (event instanceof RunEvent.Progressed moving && moving.live().done() > 0) {
                stops.accept(event);
            }
            if (event instanceof RunEvent.EventLogged logged && logged.note().text().contains("stood still")) {
                create(noticed);
            }
        });
        RunEvent.Ended ended = Bench.end(events);
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict())
                .matches("The runner stood still for [1-9]\\d*\\.\\d s, \\d+\\.\\d s after the run's start: it was "
                + "stopped, or the machine gave it no processor\\.( In all .*)?");
    }

    private static void create(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signal(String name, long process) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void childThatDoesNotStopIsKilledWhenItsGraceIsOver() throws Exception {
        try (Bench impatient = new Bench(folder, Duration.ZERO)) {
            List<RunEvent> events = impatient.run(1, Trouble.HANG, once(impatient.runner()::stop));
            assertFailed(events, "the runner did not stop within 0 s and was killed");
            assertThat(Bench.end(impatient.run(2, Trouble.NONE)).state()).isEqualTo(IterationState.DONE);
        }
    }

    @Test
    void stopEndsTheIterationAsStoppedAndTheChildLives() throws Exception {
        bench.run(1, Trouble.NONE);
        List<Long> before = children();
        List<RunEvent> events = bench.run(2, Trouble.NONE, event -> {
            if (event instanceof RunEvent.Started) {
                bench.runner().stop();
            }
        });
        // whichever is first, the end of its work or the stop
        assertThat(Bench.end(events).state()).isIn(IterationState.STOPPED, IterationState.DONE);
        assertThat(Bench.end(bench.run(3, Trouble.NONE)).state()).isEqualTo(IterationState.DONE);
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void closeBreaksARunningIterationOff() throws Exception {
        List<RunEvent> events = bench.run(1, Trouble.HANG, once(bench.runner()::close));
        assertFailed(events, "the runner was interrupted");
        assertThat(children()).isEmpty();
    }

    /** As when it is interrupted while it starts its process. */
    @Test
    void closeBreaksOffWhatBeginsOnlyThen() throws Exception {
        bench.runner().close();
        assertFailed(bench.run(1, Trouble.HANG), "the runner was interrupted");
        assertThat(children()).isEmpty();
    }

    @Test
    void listenerThatFailsIsHeardAndEndsTheChild() throws Exception {
        assertThatThrownBy(() -> bench.run(1, Trouble.HANG, once(() -> {
            throw new IllegalStateException("the store is full");
        }))).hasMessage("the store is full");
        await("the end of the child", () -> children().isEmpty());
        worksAfterwards();
    }

    @Test
    void childThatDiedBetweenIterationsIsReplaced() throws Exception {
        bench.run(1, Trouble.NONE);
        ProcessHandle child = ProcessHandle.current().children().findFirst().orElseThrow();
        child.destroyForcibly();
        child.onExit().get(1, TimeUnit.MINUTES);
        worksAfterwards();
    }

    @Test
    void jvmThatCannotStartIsNamedWithWhatItSays() throws Exception {
        RunnerCommand command = new RunnerCommand(List.of(folder), List.of("-Xmx1"), folder, Optional.empty());
        try (ChildRunner runner = new ChildRunner(command, Clock.system())) {
            RunEvent[] last = new RunEvent[1];
            runner.run(bench.request(1, Trouble.NONE), event -> last[0] = event);
            RunEvent.Ended ended = (RunEvent.Ended) last[0];
            assertThat(ended.state()).isEqualTo(IterationState.FAILED);
            assertThat(ended.verdict()).startsWith("the runner ended with status 1: ").hasLineCount(1);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void childEndsWhenItsParentIsKilled() throws Exception {
        Process parent = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                LonelyParent.class.getName(), folder.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = parent.inputReader()) {
            long child = Long.parseLong(out.readLine());
            assertThat(alive(child)).isTrue();
            parent.destroyForcibly().waitFor();
            await("the end of the orphan", () -> !alive(child));
        }
        assertThat(temporaryFolders(parent.pid())).as("it could not remove its own").hasSize(1);
        bench.run(1, Trouble.NONE);
        assertThat(temporaryFolders(parent.pid())).as("the next runner's starter does").isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatAKilledChildLeftInItsFolderForTemporaryFilesIsRemoved() throws Exception {
        long own = ProcessHandle.current().pid();
        bench.run(1, Trouble.NONE);
        assertThat(temporaryFolders(own)).as("of the child that lives").hasSize(1);
        Path first = temporaryFolders(own).getFirst();
        Files.writeString(first.resolve("libengine.so"), "unpacked by an engine");
        bench.run(2, Trouble.HANG, once(() -> ProcessHandle.current().children()
                .forEach(ProcessHandle::destroyForcibly)));
        assertThat(temporaryFolders(own)).isEmpty();
    }

    private static List<Path> temporaryFolders(long process) throws IOException {
        try (var files = Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")),
                "tidemark-temporary-" + process + "-*")) {
            List<Path> folders = new ArrayList<>();
            files.forEach(folders::add);
            return folders;
        }
    }

    /** Not one that is dead and only waits for its parent to take note. */
    private static boolean alive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    private void failsAndGoesOn(Trouble trouble, String reason) throws InterruptedException {
        assertFailed(bench.run(1, trouble), reason);
        worksAfterwards();
    }

    private static void assertFailed(List<RunEvent> events, String reason) {
        assertThat(Bench.end(events).state()).isEqualTo(IterationState.FAILED);
        assertThat(Bench.end(events).verdict()).matches(reason).hasLineCount(1);
        assertThat(events.stream().filter(RunEvent.Ended.class::isInstance)).hasSize(1);
    }

    private void worksAfterwards() throws InterruptedException {
        assertThat(Bench.end(bench.run(9, Trouble.NONE))).isEqualTo(new RunEvent.Ended(9, IterationState.DONE, ""));
        assertThat(children()).hasSize(1);
    }

    /** Does something at the first event that comes while the driver is at work. */
    private static java.util.function.Consumer<RunEvent> once(Runnable work) {
        boolean[] done = new boolean[1];
        return event -> {
            if (event instanceof RunEvent.Progressed && !done[0]) {
                done[0] = true;
                work.run();
            }
        };
    }

    private static List<Long> children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).toList();
    }

    private static void await(String what, BooleanSupplier condition) {
        long limit = Clock.system().nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!condition.getAsBoolean()) {
            assertThat(Clock.system().nanoTime()).as("time for " + what).isLessThan(limit);
            Clock.system().sleepUntil(Clock.system().nanoTime() + TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
