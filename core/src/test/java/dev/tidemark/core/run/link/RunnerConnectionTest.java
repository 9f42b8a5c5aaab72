package dev.tidemark.core.run.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coordinator's end, and a runner that is played. */
@Timeout(60)
class RunnerConnectionTest {

    private static final Frame.Hello HELLO = new Frame.Hello(Frame.PROTOCOL, "0.1", Map.of("null", "0.1"), "25", 12, 4);

    private final MemoryLink.Pair links = MemoryLink.pair(Clock.system());

    private RunnerConnection accept() throws IOException, InterruptedException {
        return RunnerConnection.accept(links.coordinator(), Clock.system(), Duration.ofSeconds(5));
    }

    @Test
    void aRunnerOfTheSameProtocolIsWelcome() throws Exception {
        links.runner().send(HELLO);
        try (RunnerConnection connection = accept()) {
            assertThat(connection.hello()).isEqualTo(HELLO);
            assertThat(links.runner().receive()).contains(new Frame.Welcome(Frame.PROTOCOL, 5_000_000_000L));
        }
    }

    @Test
    void aRunnerOfAnotherProtocolIsRefusedWithOneLine() throws Exception {
        links.runner().send(new Frame.Hello(Frame.PROTOCOL + 1, "9.9", Map.of(), "30", 4711, 4));
        String why = "the runner (process 4711, Tidemark 9.9) speaks protocol " + (Frame.PROTOCOL + 1)
                + ", and this side speaks protocol " + Frame.PROTOCOL + "; give both the same version of Tidemark";
        assertThatThrownBy(this::accept).isInstanceOf(IncompatibleRunnerException.class).hasMessage(why);
        assertThat(links.runner().receive()).contains(new Frame.Refusal(why));
    }

    @Test
    void whoeverSaysSomethingElseFirstIsNoRunner() throws Exception {
        links.runner().send(new Frame.Answer(new RunnerReply.Done()));
        assertThatThrownBy(this::accept).isInstanceOf(IOException.class).hasMessage("it does not say what it is");
    }

    @Test
    void aRunnerThatEndsBeforeItSaysAnythingIsGone() {
        links.runner().close();
        assertThatThrownBy(this::accept).isInstanceOf(EOFException.class);
    }

    @Test
    void theEventsOfAnOrderComeBeforeItsAnswer() throws Exception {
        links.runner().send(HELLO);
        RunEvent event = new RunEvent.EventLogged(3, new Event(1, "note", "half way"));
        links.runner().send(new Frame.EventReport(event));
        links.runner().send(new Frame.Answer(new RunnerReply.Failed("the disk is full")));
        try (RunnerConnection connection = accept()) {
            List<RunEvent> events = new ArrayList<>();
            assertThat(connection.carryOut(new RunnerOrder.Judge(List.of()), events::add))
                    .isEqualTo(new RunnerReply.Failed("the disk is full"));
            assertThat(events).containsExactly(event);
            links.runner().receive();
            assertThat(links.runner().receive()).contains(new Frame.Order(new RunnerOrder.Judge(List.of())));
        }
    }

    @Test
    void aRunnerThatEndsInTheMiddleIsGone() throws Exception {
        links.runner().send(HELLO);
        links.runner().close();
        try (RunnerConnection connection = accept()) {
            assertThatThrownBy(() -> connection.carryOut(new RunnerOrder.Judge(List.of()), event -> { }))
                    .isInstanceOf(EOFException.class);
        }
    }

    /** Nothing of it needs a pipe. */
    @Test
    void theSameGoesOverASocket() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket runner = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket coordinator = server.accept();
                RunnerLink<Frame.ToCoordinator, Frame.ToRunner> end = StreamLink.toCoordinator(
                        runner.getInputStream(), runner.getOutputStream())) {
            end.send(HELLO);
            try (RunnerConnection connection = RunnerConnection.accept(StreamLink.toRunner(
                    coordinator.getInputStream(), coordinator.getOutputStream()), Clock.system(),
                    RunnerConnection.LEASE)) {
                end.send(new Frame.Answer(new RunnerReply.ClockRead(5, 6)));
                assertThat(connection.carryOut(new RunnerOrder.ReadClock(), event -> { }))
                        .isEqualTo(new RunnerReply.ClockRead(5, 6));
                assertThat(end.receive()).containsInstanceOf(Frame.Welcome.class);
                assertThat(end.receive()).contains(new Frame.Order(new RunnerOrder.ReadClock()));
                connection.stop();
                assertThat(end.receive()).contains(new Frame.Stop());
            }
            assertThat(end.receive()).isEmpty();
        }
    }
}
