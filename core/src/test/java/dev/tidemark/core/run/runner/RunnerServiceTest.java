package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.MemoryLink;
import dev.tidemark.core.run.link.RunnerConnection;
import dev.tidemark.core.run.runner.RunnerService.Ending;
import dev.tidemark.core.workload.measures.AgentShare;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runners at the other end of links in memory, in virtual time. */
@Timeout(60)
class RunnerServiceTest {

    private static final Duration LEASE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private Runs runs;
    private final List<Thread> runners = Collections.synchronizedList(new ArrayList<>());
    private final List<String> ends = Collections.synchronizedList(new ArrayList<>());
    private final List<Ending> endings = Collections.synchronizedList(new ArrayList<>());
    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void begin() {
        runs = new Runs(folder);
    }

    /** Starts a runner; by a thread of the virtual clock. @return the coordinator's end of the link to it */
    private MemoryLink<Frame.ToRunner, Frame.ToCoordinator> runner() {
        MemoryLink.Pair links = MemoryLink.pair(runs.clock);
        LocalRunner local = new LocalRunner(runs.clock, RunnerFolders.of(folder), false, hung -> { });
        RunnerService service = new RunnerService(links.runner(), local, runs.clock, (ending, why) -> ends.add(why));
        runners.add(runs.clock.start("runner", () -> {
            try {
                endings.add(service.serve());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        return links.coordinator();
    }

    /** How the runners ended, when they have. */
    private List<Ending> endings() throws InterruptedException {
        for (Thread runner : runners) {
            runs.clock.join(runner);
        }
        return endings;
    }

    private RunnerConnection connected() throws Exception {
        return RunnerConnection.accept(runner(), runs.clock, LEASE);
    }

    /** Does something on a thread of the virtual clock, and waits for it. */
    private <T> T inTime(Callable<T> work) throws Exception {
        List<T> result = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        runs.clock.join(runs.clock.start("coordinator", () -> {
            try {
                result.add(work.call());
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
        }));
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.getFirst());
        }
        return result.getFirst();
    }

    private static List<RunEvent> run(RunRequest request, dev.tidemark.core.time.Clock clock,
            RunnerConnection... connections) throws Exception {
        List<RunEvent> events = new ArrayList<>();
        new IterationCoordinator(clock, IntStream.range(0, connections.length).mapToObj(i -> "gen" + i).toList(),
                List.of(connections), request, events::add).run();
        return events;
    }

    private static RunnerReply carryOut(RunnerConnection connection, RunnerOrder order) throws Exception {
        return connection.carryOut(order, event -> { });
    }

    @Test
    void anIterationOverALinkIsTheSameAsOneInThisProcess() throws Exception {
        String[] settings = {"documents", "3000", "workers", "2", "verify", "1%"};
        runs.run(settings);
        List<RunEvent> here = List.copyOf(runs.events);
        Runs again = new Runs(folder);
        runs = again;
        List<RunEvent> there = inTime(() -> {
            try (RunnerConnection connection = connected()) {
                List<RunEvent> events = run(again.request(settings), again.clock, connection);
                connection.quit();
                return events;
            }
        });
        assertThat(comparable(there)).usingRecursiveComparison().isEqualTo(comparable(here));
        assertThat(endings()).containsExactly(Ending.QUIT);
    }

    /** Without what the machine says of itself. */
    private static List<RunEvent> comparable(List<RunEvent> events) {
        return events.stream().filter(e -> e instanceof RunEvent.PhaseBegan || e instanceof RunEvent.PhaseEnded
                || e instanceof RunEvent.Measured || e instanceof RunEvent.Ended || e instanceof RunEvent.Progressed)
                .toList();
    }

    @Test
    void aStageIsReadyBeforeItBeginsAndBeginsWhenItIsTold() throws Exception {
        MemoryDriver.hook = steps::add;
        inTime(() -> {
            try (RunnerConnection connection = connected()) {
                List<RunEvent> events = new ArrayList<>();
                assertThat(connection.carryOut(new RunnerOrder.Open(runs.request("documents", "100", "workers", "1")), events::add)).isEqualTo(new RunnerReply.Opened(false, 1, true));
                assertThat(steps).doesNotContain("session");
                RunnerReply.Ready ready = (RunnerReply.Ready) connection.carryOut(new RunnerOrder.MakeReady(0, 0),
                        events::add);
                assertThat(ready.headline()).isTrue();
                assertThat(steps).contains("session");
                assertThat(MemoryDriver.DOCUMENTS).isEmpty();
                assertThat(events).noneMatch(RunEvent.PhaseBegan.class::isInstance);
                runs.clock.sleepUntil(runs.clock.nanoTime() + 5_000_000_000L);
                long at = runs.clock.nanoTime() + 1_234_567_890L;
                connection.carryOut(new RunnerOrder.Begin(0, OptionalLong.of(at)), events::add);
                assertThat(events.stream().filter(RunEvent.PhaseBegan.class::isInstance)
                        .map(e -> ((RunEvent.PhaseBegan) e).span().start() + started(events))).containsExactly(at);
                assertThat(MemoryDriver.DOCUMENTS).hasSize(100);
                assertThat(carryOut(connection, new RunnerOrder.Release(true, false)))
                        .isEqualTo(new RunnerReply.Done());
                connection.quit();
            }
            return 0;
        });
    }

    private static long started(List<RunEvent> events) {
        return ((RunEvent.Started) events.getFirst()).monotonic();
    }

    @Test
    void whatIsNotItsTurnIsRefused() throws Exception {
        inTime(() -> {
            try (RunnerConnection connection = connected()) {
                assertThat(carryOut(connection, new RunnerOrder.Judge(List.of()))).isEqualTo(
                        new RunnerReply.Failed("java.lang.IllegalStateException: no iteration is open"));
                RunnerOrder open = new RunnerOrder.Open(runs.request("documents", "10"));
                assertThat(carryOut(connection, open)).isInstanceOf(RunnerReply.Opened.class);
                assertThat(carryOut(connection, open)).isInstanceOf(RunnerReply.Failed.class);
                assertThat(carryOut(connection, new RunnerOrder.Begin(0, OptionalLong.empty()))).isEqualTo(
                        new RunnerReply.Failed("java.lang.IllegalStateException: stage 0 is to begin and is not "
                                + "ready"));
                assertThat(carryOut(connection, new RunnerOrder.MakeReady(0, 0))).isInstanceOf(RunnerReply.Ready.class);
                assertThat(carryOut(connection, new RunnerOrder.Begin(1, OptionalLong.empty())))
                        .isInstanceOf(RunnerReply.Failed.class);
                assertThat(carryOut(connection, new RunnerOrder.Release(true, false)))
                        .isEqualTo(new RunnerReply.Done());
                assertThat(runs.scratch()).doesNotExist();
                connection.quit();
            }
            return 0;
        });
    }

    @Test
    void severalRunnersStoreTogetherWhatOneStores() throws Exception {
        String[] settings = {"documents", "1003", "workers", "5", "service-time", "10ms", "batch-size", "10",
            "interval", "100ms"};
        runs.run(settings);
        Map<String, byte[]> stored = new TreeMap<>(MemoryDriver.DOCUMENTS);
        PhaseSpan alone = runs.headline().orElseThrow();
        List<RunEvent> events = byThree(settings);
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        assertThat(MemoryDriver.DOCUMENTS.keySet()).isEqualTo(stored.keySet());
        stored.forEach((uri, content) -> assertThat(MemoryDriver.DOCUMENTS.get(uri)).isEqualTo(content));
        RunEvent.PhaseEnded whole = headline(events);
        assertThat(whole.workers()).extracting(WorkerCount::worker).containsExactly(0, 1, 2, 3, 4);
        assertThat(whole.span().workers()).isEqualTo(5);
        assertThat(whole.outcomes()).hasSize(1).allSatisfy(o -> assertThat(o.units()).isEqualTo(1003));
        assertThat(whole.span().nanos()).isCloseTo(alone.nanos(), within(alone.nanos() / 5));
    }

    /** Of which each needs another time to open its target, so that their iterations begin at other moments. */
    private List<RunEvent> byThree(String... settings) throws Exception {
        MemoryDriver.hook = step -> {
            if (step.equals("open")) {
                runs.clock.sleepUntil(runs.clock.nanoTime() + 3_000_000_000L);
            }
        };
        return together(settings);
    }

    private List<RunEvent> together(String... settings) throws Exception {
        return inTime(() -> {
            try (RunnerConnection first = connected(); RunnerConnection second = connected();
                    RunnerConnection third = connected()) {
                List<RunEvent> all = run(runs.request(settings), runs.clock, first, second, third);
                for (RunnerConnection each : List.of(first, second, third)) {
                    each.quit();
                }
                return all;
            }
        });
    }

    /** All workers that are made but the first, which is the leading one's, wait so long at each commit. */
    private void slowOthers(long nanos) {
        AtomicReference<Thread> lead = new AtomicReference<>();
        MemoryDriver.hook = step -> {
            if (step.equals("session")) {
                lead.compareAndSet(null, Thread.currentThread());
            }
        };
        MemoryDriver.commit = _ -> {
            if (Thread.currentThread() != lead.get()) {
                runs.clock.sleepUntil(runs.clock.nanoTime() + nanos);
            }
            return 0;
        };
    }

    /** The leading one has done its part after two seconds, the others after six. */
    @Test
    void theTargetIsReadAndWorkedOnInTheBackgroundUntilTheLastHasDoneItsPart() throws Exception {
        slowOthers(20_000_000L);
        List<RunEvent> events = together("documents", "600", "workers", "3", "service-time", "10ms", "batch-size", "1",
                "background", "command at=4s run=true");
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        PhaseSpan span = headline(events).span();
        assertThat(span.nanos()).isBetween(5_900_000_000L, 6_500_000_000L);
        List<TimedSnapshot> readings = events.stream().filter(RunEvent.Sampled.class::isInstance)
                .map(e -> ((RunEvent.Sampled) e).reading()).filter(r -> r.reading().ofTarget()
                        || r.reading().node().equals(MetricSnapshot.HOST)).toList();
        assertThat(readings).filteredOn(r -> r.moment().equals(TimedSnapshot.END)).isNotEmpty()
                .allSatisfy(r -> assertThat(r.at()).isGreaterThanOrEqualTo(span.end()));
        assertThat(readings).as("meanwhile").anyMatch(r -> r.moment().equals(TimedSnapshot.DURING)
                && r.reading().ofTarget() && r.at() > span.start() + 3_000_000_000L);
        List<TaskRun> tasks = TaskRun.of(events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note()).toList());
        assertThat(tasks).singleElement().satisfies(run -> assertThat(run.start() - span.start())
                .isBetween(4_000_000_000L, 4_100_000_000L));
    }

    /** Ten seconds after the leading one has done its part. */
    @Test
    void oneThatIsLostWhileTheLeadingOneWaitsEndsItForBoth() throws Exception {
        slowOthers(1_000_000_000L);
        assertThat(losing(event -> event instanceof RunEvent.Sampled(_, TimedSnapshot reading)
                && reading.at() > 20_000_000_000L, "documents", "20000", "workers", "2", "batch-size", "1"))
                .startsWith("agent gen2 was lost at ");
    }

    private static RunEvent.PhaseEnded headline(List<RunEvent> events) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(e -> e.span().headline()).reduce((a, b) -> {
                    throw new AssertionError("it is told twice");
                }).orElseThrow();
    }

    @Test
    void whatSeveralMeasuredIsToldAsOne() throws Exception {
        List<RunEvent> events = byThree("duration", "10s", "workers", "4", "rate", "300/s", "service-time", "2ms",
                "batch-size", "1", "interval", "1s");
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        assertThat(events.stream().filter(RunEvent.Started.class::isInstance)).hasSize(1);
        assertThat(events.stream().filter(RunEvent.PhaseBegan.class::isInstance).map(RunEvent.PhaseBegan.class::cast)
                .filter(e -> e.span().headline())).singleElement()
                .satisfies(e -> assertThat(e.span().workers()).isEqualTo(4));
        RunEvent.PhaseEnded whole = headline(events);
        assertThat(whole.span().nanos()).isEqualTo(10_000_000_000L);
        SeriesSet all = new SeriesSet();
        Set<List<Integer>> parts = new HashSet<>();
        for (RunEvent.Measured e : measured(events)) {
            Interval i = e.interval();
            all.add(SeriesCodec.decode(i.series()));
            assertThat(parts.add(List.of(i.phase(), i.seq(), i.part()))).as("part %s of interval %s", i.part(), i.seq())
                    .isTrue();
            assertThat(i.start() - whole.span().start()).isEqualTo(i.seq() * 1_000_000_000L);
        }
        assertThat(all.total().units()).isEqualTo(3000);
        assertThat(whole.workers().stream().mapToLong(WorkerCount::units).sum()).isEqualTo(3000);
        List<AgentShare> shares = events.stream().filter(RunEvent.Sampled.class::isInstance)
                .map(e -> ((RunEvent.Sampled) e).reading().reading())
                .filter(r -> r.node().startsWith(MetricSnapshot.SHARE)).map(AgentShare::of).toList();
        assertThat(shares).extracting(AgentShare::units).containsExactly(1500L, 750L, 750L);
        assertThat(shares).extracting(AgentShare::workers).containsExactly(2, 1, 1);
        assertThat(events.stream().filter(RunEvent.Sampled.class::isInstance)
                .map(e -> ((RunEvent.Sampled) e).reading().reading().node())).doesNotContain(MetricSnapshot.GENERATOR);
    }

    /** The leading one opens the target first. */
    @Test
    void oneThatCannotDoItsPartIsNamed() throws Exception {
        AtomicLong opened = new AtomicLong();
        MemoryDriver.hook = step -> {
            if (step.equals("open") && opened.incrementAndGet() > 1) {
                throw new DriverException("there is no route to it");
            }
        };
        assertThat(together("documents", "100", "workers", "3").getLast()).isEqualTo(new RunEvent.Ended(7,
                IterationState.FAILED, "agent gen1: there is no route to it"));
    }

    @Test
    void fewerWorkersThanRunnersAreRefused() throws Exception {
        assertThat(byThree("documents", "100", "workers", "2").getLast()).isEqualTo(new RunEvent.Ended(7,
                IterationState.FAILED, "workers: 2 workers cannot be shared out among 3 agents; use 3 or more, or fewer "
                + "agents"));
    }

    @Test
    void whatCannotBeSharedOutIsRefused() throws Exception {
        assertThat(byThree("documents", "100", "workers", "4", "verify", "10%").getLast()).isEqualTo(
                new RunEvent.Ended(7, IterationState.FAILED, "agents: documents that several agents stored are not read "
                + "back yet; set verify to 0"));
    }

    /**
     * Loses the second of two runners.
     *
     * @param when by what is told
     * @return the verdict: the iteration is invalid, and the other runner ends soon
     */
    private String losing(Predicate<RunEvent> when, String... settings) throws Exception {
        AtomicLong lost = new AtomicLong();
        List<RunEvent> events = inTime(() -> {
            MemoryLink<Frame.ToRunner, Frame.ToCoordinator> link = runner();
            try (RunnerConnection first = connected();
                    RunnerConnection second = RunnerConnection.accept(link, runs.clock, LEASE)) {
                List<RunEvent> all = new ArrayList<>();
                new IterationCoordinator(runs.clock, List.of("gen1", "gen2"), List.of(first, second),
                        runs.request(settings), event -> {
                            all.add(event);
                            if (when.test(event) && lost.compareAndSet(0, runs.clock.nanoTime())) {
                                link.breakOff();
                            }
                        }).run();
                lost.addAndGet(-runs.clock.nanoTime());
                first.quit();
                return all;
            }
        });
        RunEvent.Ended ended = (RunEvent.Ended) events.getLast();
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(Duration.ofNanos(-lost.get())).isLessThan(Duration.ofSeconds(5));
        assertThat(runs.scratch()).doesNotExist();
        return ended.verdict();
    }

    @Test
    void aRunnerThatIsLostMakesTheIterationInvalidAndEndsTheOthers() throws Exception {
        assertThat(losing(event -> event instanceof RunEvent.Measured e && e.interval().end() > 60_000_000_000L,
                "duration", "1h", "workers", "4", "service-time", "1s", "batch-size", "1"))
                .matches("agent gen2 was lost at \\d+ s: half of the load was not offered \\(the runner is gone\\)");
    }

    /** The two workers of the second runner come last, and one of them gets no session. */
    @Test
    void aStageThatBreaksAtOneEndsAtAll() throws Exception {
        AtomicLong sessions = new AtomicLong();
        MemoryDriver.hook = step -> {
            if (step.equals("session") && sessions.incrementAndGet() == 4) {
                throw new DriverException("too many connections");
            }
        };
        List<RunEvent> events = new ArrayList<>();
        long took = inTime(() -> {
            try (RunnerConnection first = connected(); RunnerConnection second = connected()) {
                long from = runs.clock.nanoTime();
                events.addAll(run(runs.request("duration", "1h", "workers", "4", "service-time", "1s", "batch-size",
                        "1"), runs.clock, first, second));
                first.quit();
                second.quit();
                return runs.clock.nanoTime() - from;
            }
        });
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.FAILED,
                "agent gen1: worker 3 could not start: too many connections"));
        assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(10));
        assertThat(runs.scratch()).doesNotExist();
    }

    /** It still takes what it is sent; only nothing is heard of it. */
    @Test
    void aRunnerThatStandsStillIsNoticed() throws Exception {
        List<Long> silent = new ArrayList<>();
        inTime(() -> {
            MemoryLink.Pair links = MemoryLink.pair(runs.clock);
            links.runner().send(Frame.Hello.own());
            RunnerConnection connection = RunnerConnection.accept(links.coordinator(), runs.clock,
                    Duration.ofSeconds(6), () -> {
                        silent.add(runs.clock.nanoTime());
                        links.runner().close();
                    });
            long from = runs.clock.nanoTime();
            assertThatThrownBy(() -> carryOut(connection, new RunnerOrder.Judge(List.of())))
                    .isInstanceOf(EOFException.class);
            assertThat(Duration.ofNanos(silent.getFirst() - from)).isBetween(Duration.ofSeconds(5),
                    Duration.ofSeconds(9));
            connection.close();
            return 0;
        });
    }

    private static List<RunEvent.Measured> measured(List<RunEvent> events) {
        return events.stream().filter(RunEvent.Measured.class::isInstance).map(RunEvent.Measured.class::cast).toList();
    }

    @Test
    void aRunnerWhoseLeaseRunsOutEndsItsStageAndClosesItsTarget() throws Exception {
        MemoryDriver.hook = steps::add;
        long silent = inTime(() -> {
            MemoryLink<Frame.ToRunner, Frame.ToCoordinator> link = runner();
            assertThat(link.receive()).containsInstanceOf(Frame.Hello.class);
            link.send(new Frame.Welcome(Frame.PROTOCOL, LEASE.toNanos()));
            link.send(new Frame.Order(new RunnerOrder.Open(runs.request("duration", "1h", "workers", "1",
                    "service-time", "1s", "batch-size", "1"))));
            link.send(new Frame.Order(new RunnerOrder.MakeReady(0, 0)));
            link.send(new Frame.Order(new RunnerOrder.Begin(0, OptionalLong.empty())));
            for (int minutes = 0; minutes < 10; minutes++) {
                link.send(new Frame.Renewal());
                runs.clock.sleepUntil(runs.clock.nanoTime() + LEASE.toNanos() / 2);
            }
            assertThat(endings).isEmpty();
            long from = runs.clock.nanoTime();
            while (link.receive().isPresent()) {
                // what it told until it ended
            }
            link.close();
            return runs.clock.nanoTime() - from;
        });
        assertThat(Duration.ofNanos(silent)).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(35));
        assertThat(ends).containsExactly("nothing was heard of the coordinator for 60 s");
        assertThat(endings()).containsExactly(Ending.EXPIRED);
        assertThat(steps).containsSubsequence("session", "abort", "session-close", "close");
        assertThat(runs.scratch()).doesNotExist();
    }

    /** A process that was stopped, or a machine that slept, finds the renewals that came meanwhile. */
    @Test
    void aRunnerThatStoodStillKeepsItsLease() throws Exception {
        inTime(() -> {
            try (RunnerConnection connection = connected()) {
                runs.clock.sleepUntil(runs.clock.nanoTime() + 10_000_000_000L);
                runs.clock.freeze(Duration.ofHours(8));
                assertThat(carryOut(connection, new RunnerOrder.ReadClock())).isInstanceOf(RunnerReply.ClockRead.class);
                connection.quit();
            }
            return 0;
        });
        assertThat(endings()).containsExactly(Ending.QUIT);
    }

    @Test
    void aCoordinatorThatLivesIsObeyedForHours() throws Exception {
        List<RunEvent> events = inTime(() -> {
            try (RunnerConnection connection = connected()) {
                List<RunEvent> all = run(runs.request("duration", "3h", "service-time", "10s", "batch-size", "1",
                        "workers", "1"),
                        runs.clock, connection);
                connection.quit();
                return all;
            }
        });
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
    }

    @Test
    void aLinkThatEndsLetsTheTargetGo() throws Exception {
        MemoryDriver.hook = steps::add;
        inTime(() -> {
            RunnerConnection connection = connected();
            carryOut(connection, new RunnerOrder.Open(runs.request("documents", "10")));
            carryOut(connection, new RunnerOrder.MakeReady(0, 0));
            connection.close();
            runs.clock.sleepUntil(runs.clock.nanoTime() + 1_000_000_000L);
            return 0;
        });
        assertThat(endings()).containsExactly(Ending.GONE);
        assertThat(steps).contains("close");
        assertThat(runs.scratch()).doesNotExist();
    }
}
