package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.FrameCodec;
import dev.tidemark.core.run.link.RunnerConnection;
import dev.tidemark.core.run.link.RunnerLink;
import dev.tidemark.core.run.link.StreamLink;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runner as a process of its own, at the other end of a pipe. */
@Timeout(60)
class RunnerMainTest {

    @TempDir
    Path folder;

    private Process process;
    private OutputStream orders;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // As of all runners that tests start: to start one costs more than what it does.
        Collections.addAll(command, System.getProperty("tidemark.runner.flags", "-XX:+UseSerialGC").split(" "));
        Collections.addAll(command, "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                RunnerMain.class.getName(), folder.toString());
        process = new ProcessBuilder(command).redirectError(folder.resolve("stderr").toFile()).start();
        orders = process.getOutputStream();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private RunRequest request(String... settings) {
        return new Runs(folder).request(settings);
    }

    private RunnerConnection connect(Duration lease) throws Exception {
        return RunnerConnection.accept(StreamLink.toRunner(process.getInputStream(), orders), Clock.system(), lease);
    }

    private static List<RunEvent> run(RunnerConnection connection, RunRequest request) throws Exception {
        List<RunEvent> events = new ArrayList<>();
        new IterationCoordinator(Clock.system(), connection, request, events::add).run();
        return events;
    }

    private void isOver(int status) throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(status);
    }

    @Test
    void itSaysWhatItIs() throws Exception {
        try (RunnerConnection connection = connect(RunnerConnection.LEASE)) {
            Frame.Hello hello = connection.hello();
            assertThat(hello.protocol()).isEqualTo(Frame.PROTOCOL);
            assertThat(hello.pid()).isEqualTo(process.pid());
            assertThat(hello.drivers()).containsKey("memory");
            assertThat(hello.jdk()).isEqualTo(Runtime.version().toString());
        }
    }

    @Test
    void iterationsAreCarriedOutOneAfterTheOther() throws Exception {
        try (RunnerConnection connection = connect(RunnerConnection.LEASE)) {
            for (RunRequest request : List.of(request("documents", "20", "warm-up", "none"),
                    request("documents", "20", "failure-limit", "none"))) {
                List<RunEvent> events = run(connection, request);
                assertThat(events.getFirst()).isInstanceOf(RunEvent.Started.class);
                assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
            }
            connection.quit();
            isOver(0);
        }
    }

    /** The stop overtakes the iteration, which still waits for the process and its warming up. */
    @Test
    void aStopThatComesBeforeTheIterationHasBegunIsNotLost() throws Exception {
        try (RunnerConnection connection = connect(RunnerConnection.LEASE)) {
            List<RunEvent> events = new ArrayList<>();
            IterationCoordinator stopped = new IterationCoordinator(Clock.system(), connection,
                    request("duration", "1h"), events::add);
            stopped.stop();
            stopped.run();
            assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.STOPPED,
                    "stopped at the user's wish"));
            assertThat(run(connection, request("documents", "20")).getLast())
                    .isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        }
    }

    @Test
    void aFolderOfTheRunnersOwnIsResolvedByTheRunner() throws Exception {
        try (RunnerConnection connection = connect(RunnerConnection.LEASE)) {
            RunRequest here = request("documents", "20", "warm-up", "none");
            RunRequest there = new RunRequest(7, here.workload(), here.driver(), here.settings(), 1,
                    RunnerPath.work("iteration-7"), true, List.of(), "");
            assertThat(run(connection, there).getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
            assertThat(folder.resolve("iteration-7")).isDirectory();
        }
    }

    /** How long a step takes that does nothing: what a stage waits for between its being ready and its beginning. */
    @Test
    void aRoundTripOverThePipeIsMeasured() throws Exception {
        try (RunnerConnection connection = connect(RunnerConnection.LEASE)) {
            long[] nanos = new long[2000];
            for (int i = 0; i < nanos.length; i++) {
                long from = Clock.system().nanoTime();
                assertThat(connection.carryOut(new RunnerOrder.ReadClock(), event -> { }))
                        .isInstanceOf(RunnerReply.ClockRead.class);
                nanos[i] = Clock.system().nanoTime() - from;
            }
            Arrays.sort(nanos);
            System.out.println("A round trip to a runner over a pipe: median " + nanos[nanos.length / 2] / 1000
                    + " µs, 99 % within " + nanos[nanos.length * 99 / 100] / 1000 + " µs");
        }
    }

    @Test
    void theEndOfTheOrdersEndsTheProcess() throws Exception {
        RunnerConnection connection = connect(RunnerConnection.LEASE);
        connection.carryOut(new RunnerOrder.Open(request("duration", "1h", "warm-up", "none")), event -> { });
        connection.carryOut(new RunnerOrder.MakeReady(0, 0), event -> { });
        connection.close();
        isOver(1);
    }

    @Test
    void damagedOrdersEndTheProcess() throws Exception {
        connect(RunnerConnection.LEASE);
        orders.write(new byte[] {0, 0, 0, 1, 0x7f});
        orders.flush();
        isOver(1);
    }

    @Test
    void aRunnerThatIsRefusedEnds() throws Exception {
        DataInputStream in = new DataInputStream(process.getInputStream());
        assertThat(FrameCodec.receive(Frame.ToCoordinator.class, in)).isPresent();
        FrameCodec.send(new Frame.Refusal("another version"), orders);
        isOver(1);
        assertThat(folder.resolve("stderr")).hasContent("another version");
    }

    /** The coordinator keeps the pipe open and says nothing more. */
    @Test
    void aRunnerThatHearsNothingMoreEndsWhenItsLeaseDoes() throws Exception {
        RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link = StreamLink.toRunner(process.getInputStream(), orders);
        assertThat(link.receive()).isPresent();
        link.send(new Frame.Welcome(Frame.PROTOCOL, TimeUnit.SECONDS.toNanos(1)));
        link.send(new Frame.Order(new RunnerOrder.Open(request("duration", "1h", "warm-up", "none"))));
        link.send(new Frame.Order(new RunnerOrder.MakeReady(0, 0)));
        isOver(1);
        assertThat(folder.resolve("stderr")).content().contains("nothing was heard of the coordinator for 1 s");
        assertThat(folder.resolve("scratch")).doesNotExist();
    }
}
