package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.measure.host.HostCounters;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.FrameCodec;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.launch.AgentsRunner;
import dev.tidemark.launch.ChildRunner;
import dev.tidemark.launch.MeasuredRun;
import dev.tidemark.launch.RunnerCommand;
import java.lang.management.ManagementFactory;

/**
 * What it costs to offer a load from several processes, on the null driver: the throughput of two beside that of one with
 * as many workers as both; how much later a stage begins; what each takes of the coordinator's processor and memory.
 */
final class AgentsBench {

    private static final Clock CLOCK = Clock.system();
    private static final Driver DRIVER = Drivers.named("null");
    private static final Workload VOLUME = Workloads.named("volume");
    private static final int MOST = 64;

    private final Path folder;

    private AgentsBench(Path folder) {
        this.folder = folder;
    }

    /** @param part the only one that is wanted; empty for all */
    static void run(int rounds, Path folder, String part) throws Exception {
        AgentsBench bench = new AgentsBench(Files.createDirectories(folder.toAbsolutePath().resolve("agents-bench")));
        if (part.isEmpty() || part.equals("throughput")) {
            bench.throughput(rounds);
        }
        if (part.isEmpty() || part.equals("processor")) {
            bench.processor(Math.min(rounds, 3));
        }
        if (part.isEmpty() || part.equals("memory")) {
            bench.memory();
        }
    }

    // ---- One iteration ----

    private RunRequest request(String... settings) {
        Values values = Planner.params(VOLUME, DRIVER).defaults().with("key-count", "1000", SettingOrigin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        values = VOLUME.effective(values);
        values.params().check(values);
        return new RunRequest(1, VOLUME.name(), DRIVER.name(), values.settings(), 1, folder.resolve("scratch").toString(),
                false);
    }

    /** @param agents as {@code --agents} has it; empty for one process as usual */
    private Runner runner(String agents) throws IOException {
        Path work = Files.createDirectories(folder.resolve(agents.isEmpty() ? "one" : agents.replace(':', '-')));
        return agents.isEmpty() ? new ChildRunner(RunnerCommand.of(DRIVER, work), CLOCK)
                : new AgentsRunner(Agents.PARAM.parse(agents), DRIVER, work, CLOCK, SecretAnswers.NONE, MeasuredRun.NONE);
    }

    /** What was seen of an iteration. */
    private static final class EventCounter implements Consumer<RunEvent> {
        private PhaseSpan preload;
        private RunEvent.PhaseEnded measured;
        private RunEvent.Ended end;
        private long began;
        private long processor;
        /** Seconds of processor time that the processes which made the load had used, by their nodes. */
        private final Map<String, Double> before = new TreeMap<>();
        private final Map<String, Double> after = new TreeMap<>();

        @Override
        public void accept(RunEvent event) {
            switch (event) {
                case RunEvent.PhaseBegan e when e.span().headline() -> began = CLOCK.processorTime();
                case RunEvent.PhaseEnded e when e.span().headline() -> {
                    measured = e;
                    processor = CLOCK.processorTime() - began;
                }
                case RunEvent.PhaseEnded e when e.span().phase() == Phase.PRELOAD -> preload = e.span();
                case RunEvent.Ended e -> end = e;
                case RunEvent.Sampled e when e.reading().reading().ofGenerator() -> Map.of(TimedSnapshot.START, before,
                        TimedSnapshot.END, after).getOrDefault(e.reading().moment(), new HashMap<>()).put(
                        e.reading().reading().node(), e.reading().reading().counters().get(HostCounters.CPU));
                default -> { }
            }
        }

        private double units() {
            return measured.workers().stream().mapToLong(WorkerCount::units).sum();
        }

        double throughput() {
            return units() * 1e9 / measured.span().nanos();
        }

        /** Nanoseconds of processor time for each operation. */
        double each() {
            return after.entrySet().stream().mapToDouble(e -> e.getValue() - before.get(e.getKey())).sum() * 1e9 / units();
        }

        /** Milliseconds from the end of the preload to the beginning of what is measured. */
        double pause() {
            return (measured.span().start() - preload.end()) / 1e6;
        }

        /** Milliseconds of this process in a second. */
        double processor() {
            return processor * 1e3 / measured.span().nanos();
        }
    }

    private EventCounter iteration(Runner runner, String... settings) throws InterruptedException {
        EventCounter seen = new EventCounter();
        runner.run(request(settings), seen);
        if (seen.end.state() != IterationState.DONE) {
            throw new IllegalStateException("an iteration is " + seen.end);
        }
        return seen;
    }

    // ---- Throughput, and the pause between stages ----

    private void throughput(int rounds) throws Exception {
        for (String workers : List.of("2", "4")) {
            String[] settings = {"workers", workers, "duration", "3s", "preload", "1000"};
            try (Runner one = runner(""); Runner two = runner("local:2")) {
                Rounds result = Rounds.alternate(1, rounds, Map.of("one", () -> figures(iteration(one, settings)),
                        "two", () -> figures(iteration(two, settings))));
                System.out.printf("%s workers: one process %s operations/s, local:2 %s, ratio %s%n", workers,
                        result.of("one", 0).text(0), result.of("two", 0).text(0), result.ratio("two", "one").text(3));
                System.out.printf("    processor time for an operation, ns: one process %s, local:2 %s, ratio %s%n",
                        result.of("one", 2).text(1), result.of("two", 2).text(1), result.ratio("two", "one", 2).text(3));
                System.out.printf("    from the preload's end to the stage's begin, ms: one process %s, local:2 %s%n",
                        result.of("one", 1).text(1), result.of("two", 1).text(1));
            }
        }
    }

    private static double[] figures(EventCounter seen) {
        return new double[] {seen.throughput(), seen.pause(), seen.each()};
    }

    // ---- The coordinator's processor ----

    private void processor(int rounds) throws Exception {
        for (String agents : List.of("local:1", "local:2", "local:4", "local:8")) {
            double[] each = new double[rounds];
            double[] pause = new double[rounds];
            try (Runner runner = runner(agents)) {
                for (int round = -1; round < rounds; round++) {
                    EventCounter seen = iteration(runner, "workers", "8", "service-time", "10ms", "duration", "10s",
                            "preload", "1000",
                            "warm-up", "none");
                    if (round >= 0) {
                        each[round] = seen.processor();
                        pause[round] = seen.pause();
                    }
                }
            }
            System.out.printf("%s: %s ms of the coordinator's processor a second; %s ms between stages%n", agents,
                    Rounds.Spread.of(each).text(2), Rounds.Spread.of(pause).text(0));
        }
    }

    // ---- The coordinator's memory ----

    /** An agent whose interval, measured once, is told again and again; what comes over the link is decoded each time. */
    private record StandIn(byte[] frame, int intervals, Runnable last) implements RunnerPort {

        @Override
        public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) throws IOException {
            return switch (order) {
                case RunnerOrder.Open open -> {
                    events.accept(new RunEvent.Started(1, CLOCK.wallTime(), CLOCK.nanoTime()));
                    yield new RunnerReply.Opened(false, 1, false);
                }
                case RunnerOrder.MakeReady _ -> new RunnerReply.Ready(0, Phase.MEASURE, true, 1, 0);
                case RunnerOrder.ReadClock _ -> new RunnerReply.ClockRead(CLOCK.nanoTime(), CLOCK.nanoTime());
                case RunnerOrder.Begin _ -> measure(events);
                case RunnerOrder.Judge _ -> {
                    last.run();
                    yield new RunnerReply.Judged(0, Optional.empty(), Optional.empty());
                }
                default -> new RunnerReply.Done();
            };
        }

        private RunnerReply measure(Consumer<RunEvent> events) throws IOException {
            for (int seq = 0; seq < intervals; seq++) {
                Frame.EventReport report = (Frame.EventReport) FrameCodec.receive(Frame.ToCoordinator.class,
                        new DataInputStream(new ByteArrayInputStream(frame))).orElseThrow();
                Interval interval = ((RunEvent.Measured) report.event()).interval();
                events.accept(new RunEvent.Measured(1,
                        new Interval(0, seq, 0, interval.start(), interval.end(), interval.stuck(),
                        interval.series())));
            }
            PhaseSpan span = new PhaseSpan(0, Phase.MEASURE, true, 0, 1, 0, 1, true, 0, 0);
            return new RunnerReply.StageEnded(new StageResult(span, List.of(), List.of(), Optional.empty(), 0,
                    Optional.empty(), Optional.empty()), Optional.empty(), Optional.empty());
        }

        @Override
        public void stop() {}
    }

    private void memory() throws Exception {
        byte[] frame = frame();
        System.out.printf("a frame of an interval: %,d bytes%n", frame.length);
        for (int agents : new int[] {MOST / 4, MOST}) {
            for (int intervals : new int[] {1170, 4 * 1170}) {
                memory(frame, agents, intervals);
            }
        }
    }

    /** The largest interval of a real run, as it comes. */
    private byte[] frame() throws Exception {
        List<RunEvent> events = new ArrayList<>();
        try (Runner runner = runner("local:1")) {
            runner.run(request("workers", "8", "duration", "5s", "service-time", "2ms", "service-distribution",
                    "exponential"), events::add);
        }
        RunEvent interval = events.stream().filter(RunEvent.Measured.class::isInstance).max(Comparator.comparingInt(
                e -> ((RunEvent.Measured) e).interval().series().length)).orElseThrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FrameCodec.send(new Frame.EventReport(interval), bytes);
        return bytes.toByteArray();
    }

    private void memory(byte[] frame, int agents, int intervals) throws Exception {
        long before = heap();
        AtomicLong held = new AtomicLong();
        AtomicInteger judged = new AtomicInteger();
        Runnable last = () -> {
            if (judged.incrementAndGet() == agents) {
                held.set(heap() - before);
            }
        };
        long from = CLOCK.processorTime();
        new IterationCoordinator(CLOCK, IntStream.range(0, agents).mapToObj(i -> "gen" + i).toList(),
                Stream.generate(() -> new StandIn(frame, intervals, last)).limit(agents).toList(), request(), _ -> { }).run();
        System.out.printf("%d agents, %,d intervals: %,d bytes held, %,d for each agent; %.1f µs of processor for each "
                + "interval of each%n", agents, intervals, held.get(), held.get() / agents,
                (CLOCK.processorTime() - from) / 1e3 / agents / intervals);
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
