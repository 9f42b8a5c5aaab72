package dev.tidemark.core.run.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.DoctorRequest;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.TaskRequest;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import tools.jackson.dataformat.cbor.CBORMapper;

class FrameCodecTest {

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
            new RunEvent.TrialEnded(0, new Trial("scan", TrialResult.NOT_OFFERED, "no order")),
            new RunEvent.OperationsLogged(1,
            List.of(new LoggedOperation(0, LoggedOperation.Why.SLOW, "get", Outcome.MISS, "", 1, 2,
                    "key 3", 4, 5, 6))),
            new RunEvent.LogWritten(1, new LogBlock(2, 1, 3, 4, new byte[] {0, -1, 127, -128})),
            new RunEvent.PhaseBegan(1, PhaseSpan.begun(0, Phase.MEASURE, true, 1, 4, true)),
            new RunEvent.PhaseEnded(1, new PhaseSpan(0, Phase.MEASURE, true, 1, 2, 3, 4, true, 5, 6),
                    List.of(new OutcomeCount(0, "insert", Outcome.PUSH_BACK, "busy", 7, 8)),
                    List.of(new WorkerCount(0, 1, "readers", 2, 3, 5L, 4), new WorkerCount(0, 2, "", 2, 3, null, 4,
                            Map.of("get", 3L)))),
            new RunEvent.Ended(1, IterationState.INVALID, "why"));

    private static final RunnerPath PLACE = RunnerPath.absolute("/tmp/x");

    private static final StageResult RESULT = new StageResult(
            new PhaseSpan(0, Phase.MEASURE, true, 1, 2, 3, 4, true, 5, 6),
            List.of(new OutcomeCount(0, "insert", Outcome.OK, "", 7, 8)),
            List.of(new WorkerCount(0, 1, "readers", 2, 3, 5L, 4)), Optional.of("b"), 9,
            Optional.of(new Demand(1, 2, true, false)), Optional.empty());

    private static final List<RunnerOrder> ORDERS = List.of(
            new RunnerOrder.Open(new RunRequest(1, "ingest", "null", SETTINGS, -1, "/tmp/x", true)),
            new RunnerOrder.Open(new RunRequest(1, "random-io", "null", SETTINGS, -1, RunnerPath.work("iteration-1"),
                    false, List.of(new RunRequest.DatasetLocation("a", RunnerPath.work("datasets/a"), SETTINGS),
                    new RunRequest.DatasetLocation("b", PLACE, List.of())), "3/0/1"), new Share(1, 3),
                    OptionalLong.of(-3)),
            new RunnerOrder.WarmUp(new RunRequest(1, "ingest", "null", SETTINGS, -1, "/tmp/x", true)),
            new RunnerOrder.Preload(0), new RunnerOrder.MakeReady(1, 2),
            new RunnerOrder.Begin(1, OptionalLong.empty()), new RunnerOrder.Begin(1, OptionalLong.of(-3)),
            new RunnerOrder.Settle(3), new RunnerOrder.Judge(List.of(RESULT)), new RunnerOrder.Release(true, false),
            new RunnerOrder.ReadClock(),
            new ExportRequest(1, "null", SETTINGS, PLACE, PLACE, ContentExport.Layout.FLAT),
            new DatasetRequest(DatasetRequest.Action.GROW, "n", "file", SETTINGS, PLACE, 3,
                    1L << 40, 45, -1),
            new ProbeRequest("null", SETTINGS, PLACE),
            new DoctorRequest("null", SETTINGS, "a.sql", PLACE),
            new RunnerOrder.Remember(new SecretAnswers(Map.of("what", "secret"))));

    private static final List<RunnerReply> REPLIES = List.of(new RunnerReply.Done(), new RunnerReply.Failed("why"),
            new RunnerReply.Opened(true, 3, false), new RunnerReply.Ready(1, Phase.MEASURE, true, 3, 7),
            new RunnerReply.StageEnded(RESULT, Optional.of("b"), Optional.empty()),
            new RunnerReply.StageEnded(RESULT, Optional.empty(), Optional.of(new RunnerReply.Watched(5,
                    Optional.of(new Demand(1, 2, true, false)), new HostUtilization(
                    Optional.of(new HostUtilization.Processors(0.5, 0.25, 0.1, 0, List.of(1.0, 0.5))),
                    List.of(new HostUtilization.Device("vda", 1, 2, 3, 4, 5, 0.5, OptionalDouble.of(6), 7)),
                    Optional.of(new HostUtilization.Generator(0.5, 1, 2, 3, 4, Optional.of(new HostUtilization.Quota(2, 0.5)))),
                    true, Optional.of(new HostUtilization.Processors(0.1, 0, 0, 0))), "b"))),
            new RunnerReply.Judged(5, Optional.of("stood"), Optional.empty()),
            new RunnerReply.ClockRead(Long.MIN_VALUE, -1));

    private static final List<Frame> OTHERS = List.of(
            new Frame.Hello(3, "0.1", Map.of("null", "0.1", "file", ""), "25", 4711, 8), new Frame.Welcome(3, 1L << 40),
            new Frame.Refusal("no"), new Frame.Renewal(), new Frame.Echo(), new Frame.Stop(), new Frame.Conclude(),
            new Frame.Quit());

    private static final List<Frame> FRAMES = Stream.of(EVENTS.stream().map(Frame.EventReport::new),
            ORDERS.stream().map(Frame.Order::new), REPLIES.stream().map(Frame.Answer::new), OTHERS.stream())
            .<Frame>flatMap(s -> s).toList();

    private static byte[] sent(List<? extends Frame> frames) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Frame frame : frames) {
            FrameCodec.send(frame, out);
        }
        return out.toByteArray();
    }

    private static DataInputStream stream(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static byte[] framed(byte[] body) {
        return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    }

    private static byte[] cbor(Map<String, ?> object) {
        return framed(new CBORMapper().writeValueAsBytes(object));
    }

    private static void isRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> FrameCodec.receive(Frame.class, stream(bytes))).isInstanceOf(IOException.class)
                .hasMessage(why);
    }

    @Test
    void everyFrameArrivesAsItWasSent() throws IOException {
        DataInputStream in = stream(sent(FRAMES));
        for (Frame frame : FRAMES) {
            assertThat(FrameCodec.receive(Frame.class, in)).get().usingRecursiveComparison().isEqualTo(frame);
        }
        assertThat(FrameCodec.receive(Frame.class, in)).isEmpty();
    }

    @Test
    void everyKindOfMessageIsAmongThem() {
        isWhole(EVENTS, RunEvent.class);
        isWhole(REPLIES, RunnerReply.class);
        isWhole(FRAMES, Frame.ToRunner.class, Frame.ToCoordinator.class);
        isWhole(ORDERS, RunnerOrder.class, RunnerOrder.Step.class, TaskRequest.class);
    }

    private static void isWhole(List<?> messages, Class<?>... kinds) {
        assertThat(messages.stream().<Object>map(Object::getClass).distinct()).containsExactlyInAnyOrderElementsOf(
                Stream.of(kinds).flatMap(k -> Stream.of(k.getPermittedSubclasses()))
                        .filter(k -> !k.isInterface()).toList());
    }

    @Test
    void aFrameIsTakenWithoutAByteOfTheNext() throws IOException {
        byte[] two = sent(FRAMES.subList(0, 2));
        DataInputStream in = stream(two);
        FrameCodec.receive(Frame.class, in);
        assertThat(in.available()).isEqualTo(two.length - sent(FRAMES.subList(0, 1)).length);
    }

    @Test
    void aStreamThatEndsInTheMiddleEnds() throws IOException {
        for (Frame frame : FRAMES) {
            byte[] whole = sent(List.of(frame));
            for (int length = 0; length < whole.length; length++) {
                assertThat(FrameCodec.receive(Frame.class, stream(Arrays.copyOf(whole, length)))).isEmpty();
            }
        }
    }

    @Test
    void aLengthThatCannotBeIsRefused() {
        isRefused(new byte[] {-1, -1, -1, -1, 0}, "a frame of -1 bytes");
        isRefused(new byte[] {4, 0, 0, 1, 0}, "a frame of 67108865 bytes");
    }

    @Test
    void aFrameThatIsTooLongIsNotSent() {
        Frame tooLong = new Frame.EventReport(new RunEvent.Measured(1, new Interval(0, 0, 0, 0, 1, 0,
                new byte[64 << 20])));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> FrameCodec.send(tooLong, out)).isInstanceOf(IOException.class)
                .hasMessageMatching("a frame of 671\\d+ bytes is too long to send");
        assertThat(out.size()).isZero();
    }

    @Test
    void whatIsNoFrameIsRefused() {
        for (byte[] body : List.of(new byte[0], new byte[] {(byte) 0xf6}, new byte[] {(byte) 0xa0}, new byte[] {1},
                "hello".getBytes(), new byte[] {(byte) 0x5f})) {
            assertThatThrownBy(() -> FrameCodec.receive(Frame.class, stream(framed(body))))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anUnknownTypeIsNamed() {
        isRefused(cbor(Map.of("frame", "teleport")), "a frame of the unknown type 'teleport'");
        isRefused(cbor(Map.of("frame", "order", "order", Map.of("order", "levitate"))),
                "a frame of the unknown type 'levitate'");
        isRefused(cbor(Map.of("iteration", 1)), "a frame without a type");
    }

    @Test
    void whatThisSideSendsIsNotReceived() throws IOException {
        byte[] stop = sent(List.of(new Frame.Stop()));
        assertThatThrownBy(() -> FrameCodec.receive(Frame.ToCoordinator.class, stream(stop)))
                .isInstanceOf(IOException.class).hasMessage("a frame Stop, which only this side sends");
    }

    /** A newer one may say more of itself, and is refused by what it has in common. */
    @Test
    void aHelloIsUnderstoodWithFieldsThatNobodyKnows() throws IOException {
        assertThat(FrameCodec.receive(Frame.class, stream(cbor(Map.of("frame", "hello", "protocol", 9, "version", "2",
                "drivers", Map.of(), "jdk", "30", "pid", 1, "colour", "green")))))
                .contains(new Frame.Hello(9, "2", Map.of(), "30", 1, 0));
    }

    @Property(tries = 500)
    void anyFiguresArriveAsTheyWereSent(@ForAll long a, @ForAll int b, @ForAll String text, @ForAll byte[] series,
            @ForAll boolean flag) throws IOException {
        List<Frame> frames = List.of(
                new Frame.EventReport(new RunEvent.Measured(a, new Interval(b, b, b, a, a, b, series))),
                new Frame.EventReport(new RunEvent.EventLogged(a, new Event(a, text, text))),
                new Frame.Order(new RunnerOrder.Begin(b, flag ? OptionalLong.of(a) : OptionalLong.empty())),
                new Frame.Order(new ProbeRequest(text, List.of(), new RunnerPath(text, text))),
                new Frame.Answer(new RunnerReply.Judged(a, Optional.of(text), Optional.empty())),
                new Frame.Hello(b, text, Map.of(text, text), text, a, 3));
        DataInputStream in = stream(sent(frames));
        for (Frame frame : frames) {
            assertThat(FrameCodec.receive(Frame.class, in)).get().usingRecursiveComparison().isEqualTo(frame);
        }
    }

    /** A damaged frame is refused, or is another frame; nothing else may come of it. */
    @Property(tries = 2000)
    void aDamagedFrameDoesNoHarm(@ForAll @IntRange(max = 1000) int which, @ForAll @IntRange(max = 1 << 20) int where,
            @ForAll byte what) throws IOException {
        byte[] bytes = sent(List.of(FRAMES.get(which % FRAMES.size())));
        bytes[4 + where % (bytes.length - 4)] = what;
        try {
            assertThat(FrameCodec.receive(Frame.class, stream(bytes))).isPresent();
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
