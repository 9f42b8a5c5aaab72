package dev.tidemark.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

    private static final List<Setting> SETTINGS = List.of(new Setting("rate", "500/s", 500.0, "/s", SettingOrigin.VARY),
            new Setting("größe", "line\nbreak \"ü\"", null, "", SettingOrigin.TAG));

    private static final List<RunEvent> EVENTS = List.of(
            new RunEvent.Started(1, Instant.parse("2026-01-02T03:04:05.123456789Z"), -5),
            new RunEvent.Detected(1, SETTINGS),
            new RunEvent.Measured(Long.MAX_VALUE, new Interval(0, 3, 1, 1_000, 2_000, 2,
                    new byte[] {0, -1, 127, -128})),
            new RunEvent.Measured(1, new Interval(0, 0, 0, 0, 1, 0, new byte[0])),
            new RunEvent.Progressed(1, new RunStatus(5, Phase.SETTLE, 1, 2, 3, 4, 5, 6, 7, 8)),
            new RunEvent.Sampled(1,
            new TimedSnapshot(9, TimedSnapshot.END, new MetricSnapshot("node-1", Map.of("a", 1.5, "b", 0.0),
                    Map.of("c", 1e300)))),
            new RunEvent.EventLogged(1, new Event(3, "warning", "")),
            new RunEvent.Answered(1, "600 keys"),
            new RunEvent.OperationsLogged(1,
            List.of(new LoggedOperation(0, LoggedOperation.Why.SLOW, "get", Outcome.MISS, "", 1, 2,
                    "key 3", 4, 5, 6))),
            new RunEvent.PhaseBegan(1, PhaseSpan.begun(0, Phase.MEASURE, true, 1, 4, true)),
            new RunEvent.PhaseEnded(1, new PhaseSpan(0, Phase.MEASURE, true, 1, 2, 3, 4, true, 5, 6),
                    List.of(new OutcomeCount(0, "insert", Outcome.PUSH_BACK, "busy", 7, 8)),
                    List.of(new WorkerCount(0, 1, "readers", 2, 3, 5L, 4), new WorkerCount(0, 2, "", 2, 3, null, 4,
                            Map.of("get", 3L)))),
            new RunEvent.Ended(1, IterationState.INVALID, "why"));

    private static final List<RunnerRequest> ORDERS = List.of(
            new RunnerRequest.Run(new RunRequest(1, "ingest", "null", SETTINGS, -1, "/tmp/x", true)),
            new RunnerRequest.Run(new RunRequest(1, "random-io", "null", SETTINGS, -1, "/tmp/x", false, List.of(
                    new RunRequest.Place("a", "/tmp/a", SETTINGS), new RunRequest.Place("b", "/tmp/b", List.of())),
                    "3/0/1")),
            new RunnerRequest.Export(new ExportRequest(1, "null", SETTINGS, "/a", "/b", ContentExport.Layout.FLAT)),
            new RunnerRequest.Dataset(new DatasetRequest(DatasetRequest.Action.GROW, "n", "file", SETTINGS, "/a", 3,
            1L << 40, 45,
                    -1)),
            new RunnerRequest.Probe(new ProbeRequest("null", SETTINGS, "/tmp/x")), new RunnerRequest.Stop(),
            new RunnerRequest.Quit());

    private static byte[] sent(List<?> messages) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object message : messages) {
            MessageCodec.send(message, out);
        }
        return out.toByteArray();
    }

    private static DataInputStream stream(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static byte[] framed(byte[] body) {
        return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    }

    @Test
    void everyEventArrivesAsItWasSent() throws IOException {
        DataInputStream in = stream(sent(EVENTS));
        for (RunEvent event : EVENTS) {
            assertThat(MessageCodec.receive(RunEvent.class, in)).get().usingRecursiveComparison().isEqualTo(event);
        }
        assertThat(MessageCodec.receive(RunEvent.class, in)).isEmpty();
    }

    @Test
    void everyOrderArrivesAsItWasSent() throws IOException {
        DataInputStream in = stream(sent(ORDERS));
        for (RunnerRequest order : ORDERS) {
            assertThat(MessageCodec.receive(RunnerRequest.class, in)).contains(order);
        }
        assertThat(MessageCodec.receive(RunnerRequest.class, in)).isEmpty();
    }

    @Test
    void everyKindOfMessageIsAmongThem() {
        assertThat(EVENTS.stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder((Class<?>[]) RunEvent.class.getPermittedSubclasses());
        assertThat(ORDERS.stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder((Class<?>[]) RunnerRequest.class.getPermittedSubclasses());
    }

    @Test
    void aMessageIsTakenWithoutAByteOfTheNext() throws IOException {
        byte[] two = sent(List.of(EVENTS.get(0), EVENTS.get(1)));
        DataInputStream in = stream(two);
        MessageCodec.receive(RunEvent.class, in);
        assertThat(in.available()).isEqualTo(two.length - sent(List.of(EVENTS.get(0))).length);
    }

    @Test
    void aStreamThatEndsInTheMiddleEnds() throws IOException {
        for (RunEvent event : EVENTS) {
            byte[] whole = sent(List.of(event));
            for (int length = 0; length < whole.length; length++) {
                assertThat(MessageCodec.receive(RunEvent.class, stream(Arrays.copyOf(whole, length)))).isEmpty();
            }
        }
    }

    @Test
    void aLengthThatCannotBeIsRefused() {
        assertThatThrownBy(() -> MessageCodec.receive(RunEvent.class, stream(new byte[] {-1, -1, -1, -1, 0})))
                .isInstanceOf(IOException.class).hasMessage("a message of -1 bytes");
        assertThatThrownBy(() -> MessageCodec.receive(RunEvent.class, stream(new byte[] {0x7f, 0, 0, 0, 0})))
                .isInstanceOf(IOException.class).hasMessageStartingWith("a message of 2");
    }

    @Test
    void whatIsNoMessageIsRefused() {
        for (byte[] body : List.of(new byte[0], new byte[] {(byte) 0xf6}, new byte[] {(byte) 0xa0}, new byte[] {1},
                "hello".getBytes(), new byte[] {(byte) 0x5f})) {
            assertThatThrownBy(() -> MessageCodec.receive(RunEvent.class, stream(framed(body))))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anOrderIsNoEvent() throws IOException {
        byte[] order = sent(List.of(new RunnerRequest.Stop()));
        assertThatThrownBy(() -> MessageCodec.receive(RunEvent.class, stream(order))).isInstanceOf(IOException.class);
    }

    /** A damaged message is refused, or is another message; nothing else may come of it. */
    @Property(tries = 2000)
    void aDamagedMessageDoesNoHarm(@ForAll @IntRange(max = 8) int which, @ForAll @IntRange(max = 1 << 20) int where,
            @ForAll byte what) throws IOException {
        byte[] bytes = sent(List.of(EVENTS.get(which)));
        bytes[4 + where % (bytes.length - 4)] = what;
        try {
            Optional<RunEvent> received = MessageCodec.receive(RunEvent.class, stream(bytes));
            assertThat(received).isPresent();
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
