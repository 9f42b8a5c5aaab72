package dev.tidemark.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.IterationState;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runner as a process of its own. */
@Timeout(60)
class RunnerMainTest {

    @TempDir
    Path folder;

    private Process process;
    private OutputStream orders;
    private DataInputStream answers;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                RunnerMain.class.getName()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        orders = process.getOutputStream();
        answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private RunRequest request(String... settings) {
        return new Runs(folder).request(settings);
    }

    private List<RunEvent> untilEnded() throws IOException {
        List<RunEvent> events = new ArrayList<>();
        for (Optional<RunEvent> event; (event = MessageCodec.receive(RunEvent.class, answers)).isPresent();) {
            events.add(event.get());
            if (event.get() instanceof RunEvent.Ended) {
                break;
            }
        }
        return events;
    }

    @Test
    void ordersAreCarriedOutOneAfterTheOther() throws Exception {
        MessageCodec.send(new RunnerRequest.Run(request("documents", "20", "warm-up", "none")), orders);
        MessageCodec.send(new RunnerRequest.Run(request("documents", "20", "failure-limit", "none")), orders);
        MessageCodec.send(new RunnerRequest.Quit(), orders);
        for (int i = 0; i < 2; i++) {
            List<RunEvent> events = untilEnded();
            assertThat(events.getFirst()).isInstanceOf(RunEvent.Started.class);
            assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    /** The order to stop overtakes the iteration, which still waits for the process and its warming up. */
    @Test
    void aStopThatComesBeforeTheIterationHasBegunIsNotLost() throws Exception {
        MessageCodec.send(new RunnerRequest.Run(request("duration", "1h")), orders);
        MessageCodec.send(new RunnerRequest.Stop(), orders);
        assertThat(untilEnded().getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.STOPPED,
                "stopped at the user's wish"));
        MessageCodec.send(new RunnerRequest.Run(request("documents", "20")), orders);
        assertThat(untilEnded().getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
    }

    @Test
    void theEndOfTheOrdersEndsTheProcess() throws Exception {
        MessageCodec.send(new RunnerRequest.Run(request("duration", "1h", "warm-up", "none")), orders);
        assertThat(MessageCodec.receive(RunEvent.class, answers)).isPresent();
        orders.close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }

    @Test
    void damagedOrdersEndTheProcess() throws Exception {
        orders.write(new byte[] {0, 0, 0, 1, 0x7f});
        orders.flush();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }
}
