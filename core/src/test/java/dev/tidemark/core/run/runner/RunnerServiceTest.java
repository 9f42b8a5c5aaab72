package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
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
        new IterationCoordinator(clock, List.of(connections), request, events::add).run();
        return events;
    }

    private static RunnerReply tell(RunnerConnection connection, RunnerOrder order) throws Exception {
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
                assertThat(connection.carryOut(new RunnerOrder.Open(runs.request("documents", "100", "workers", "1"),
                        true), events::add)).isEqualTo(new RunnerReply.Opened(false, 1, true));
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
                assertThat(tell(connection, new RunnerOrder.Release(true, false))).isEqualTo(new RunnerReply.Done());
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
                assertThat(tell(connection, new RunnerOrder.Judge())).isEqualTo(
                        new RunnerReply.Failed("java.lang.IllegalStateException: no iteration is open"));
                RunnerOrder open = new RunnerOrder.Open(runs.request("documents", "10"), true);
                assertThat(tell(connection, open)).isInstanceOf(RunnerReply.Opened.class);
                assertThat(tell(connection, open)).isInstanceOf(RunnerReply.Failed.class);
                assertThat(tell(connection, new RunnerOrder.Begin(0, OptionalLong.empty()))).isEqualTo(
                        new RunnerReply.Failed("java.lang.IllegalStateException: stage 0 is to begin and is not "
                                + "ready"));
                assertThat(tell(connection, new RunnerOrder.MakeReady(0, 0))).isInstanceOf(RunnerReply.Ready.class);
                assertThat(tell(connection, new RunnerOrder.Begin(1, OptionalLong.empty())))
                        .isInstanceOf(RunnerReply.Failed.class);
                assertThat(tell(connection, new RunnerOrder.Release(true, false))).isEqualTo(new RunnerReply.Done());
                assertThat(runs.scratch()).doesNotExist();
                connection.quit();
            }
            return 0;
        });
    }

    @Test
    void twoRunnersBeginTogetherAndTheirIntervalsAddUp() throws Exception {
        String[] settings = {"duration", "10s", "workers", "2", "service-time", "10ms", "batch-size", "1",
            "interval", "1s", "failure-limit", "60%"}; // both store the same documents
        List<RunEvent> events = inTime(() -> {
            try (RunnerConnection first = connected(); RunnerConnection second = connected()) {
                List<RunEvent> all = run(runs.request(settings), runs.clock, first, second);
                first.quit();
                second.quit();
                return all;
            }
        });
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        assertThat(events.stream().filter(RunEvent.Ended.class::isInstance)).hasSize(1);
        List<Long> begun = events.stream().filter(RunEvent.PhaseBegan.class::isInstance)
                .map(RunEvent.PhaseBegan.class::cast).filter(e -> e.span().headline())
                .map(e -> e.span().start()).toList();
        assertThat(begun).hasSize(2);
        assertThat(begun.get(0) + origin(events, 0)).isEqualTo(begun.get(1) + origin(events, 1));
        for (int generator = 0; generator < 2; generator++) {
            assertThat(operations(events, generator)).isEqualTo(byWorkers(events, generator)).isGreaterThan(1000);
        }
        SeriesSet both = new SeriesSet();
        measured(events).forEach(e -> both.add(SeriesCodec.decode(e.interval().series())));
        assertThat(both.total().operations()).isEqualTo(operations(events, 0) + operations(events, 1));
        assertThat(measured(events).stream().filter(e -> e.generator() == 1).map(RunEvent.Measured::interval)
                .map(Interval::seq)).contains(0, 5, 9);
    }

    private static long origin(List<RunEvent> events, int runner) {
        return events.stream().filter(RunEvent.Started.class::isInstance).map(RunEvent.Started.class::cast).toList()
                .get(runner).monotonic();
    }

    private static List<RunEvent.Measured> measured(List<RunEvent> events) {
        return events.stream().filter(RunEvent.Measured.class::isInstance).map(RunEvent.Measured.class::cast).toList();
    }

    private static long operations(List<RunEvent> events, int generator) {
        SeriesSet sum = new SeriesSet();
        measured(events).stream().filter(e -> e.generator() == generator)
                .forEach(e -> sum.add(SeriesCodec.decode(e.interval().series())));
        return sum.total().operations();
    }

    private static long byWorkers(List<RunEvent> events, int generator) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(e -> e.generator() == generator).flatMap(e -> e.workers().stream())
                .mapToLong(WorkerCount::operations).sum();
    }

    @Test
    void aRunnerWhoseLeaseRunsOutEndsItsStageAndClosesItsTarget() throws Exception {
        MemoryDriver.hook = steps::add;
        long silent = inTime(() -> {
            MemoryLink<Frame.ToRunner, Frame.ToCoordinator> link = runner();
            assertThat(link.receive()).containsInstanceOf(Frame.Hello.class);
            link.send(new Frame.Welcome(Frame.PROTOCOL, LEASE.toNanos()));
            link.send(new Frame.Order(new RunnerOrder.Open(runs.request("duration", "1h", "workers", "1",
                    "service-time", "1s", "batch-size", "1"), true)));
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
                runs.clock.standStill(Duration.ofHours(8));
                assertThat(tell(connection, new RunnerOrder.ReadClock())).isInstanceOf(RunnerReply.ClockRead.class);
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
            tell(connection, new RunnerOrder.Open(runs.request("documents", "10"), true));
            tell(connection, new RunnerOrder.MakeReady(0, 0));
            connection.close();
            runs.clock.sleepUntil(runs.clock.nanoTime() + 1_000_000_000L);
            return 0;
        });
        assertThat(endings()).containsExactly(Ending.GONE);
        assertThat(steps).contains("close");
        assertThat(runs.scratch()).doesNotExist();
    }
}
