package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.RunnerConnection;
import dev.tidemark.core.run.link.SlowLink;
import dev.tidemark.core.time.SkewedClock;
import dev.tidemark.core.workload.measures.AgentShare;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As many agents as a run may have, each with a clock of its own behind a network of its own, in virtual time: runners
 * and coordinator are the real ones, and their frames go over the real codec.
 */
@Timeout(300)
class ManyAgentsTest {

    private static final int AGENTS = 64;
    private static final long MS = 1_000_000;
    /** Slots of a worker in a second. */
    private static final int EACH = 2;
    private static final Duration LEASE = Duration.ofSeconds(10);
    /** Less than the gap between the slots of a worker, so that none waits for the one before it. */
    private static final long SLOWEST = 90 * MS;
    private static final String SECOND = "1s";

    @TempDir
    Path folder;

    private final long seed = Effort.random(ManyAgentsTest.class).nextLong();
    private Runs runs;
    /** Of each operation, by what it stored: when it began, by the first clock, since the first of all. */
    private final Map<String, Long> began = new TreeMap<>();
    /** How long each took. */
    private LogHistogram took;

    @BeforeEach
    void begin() {
        System.out.println("ManyAgentsTest: seed " + seed);
        anew();
    }

    private void anew() {
        runs = new Runs(folder);
        runs.seed = seed;
        began.clear();
        took = new LogHistogram();
        MemoryDriver.store = document -> null;
        MemoryDriver.commit = uris -> {
            long extra = new Random(seed + uris.getFirst().hashCode()).nextLong(SLOWEST);
            long start = runs.clock.nanoTime() - MS; // the service time, which has passed
            runs.clock.sleepUntil(runs.clock.nanoTime() + extra);
            synchronized (began) {
                assertThat(began.put(uris.getFirst(), start)).as("stored twice").isNull();
                took.record(MS + extra);
            }
            return 0;
        };
    }

    private static String[] load(String duration) {
        return new String[] {"duration", duration, "workers", "" + AGENTS, "rate", EACH * AGENTS + "/s", "batch-size", "1",
            "payload", "10", "service-time", "1ms", "interval", SECOND};
    }

    /** The agents, their clocks and networks, and what they told. */
    private final class Fleet {
        private final Random random = new Random(seed);
        private final List<SkewedClock> clocks = new ArrayList<>();
        private final List<SlowLink.Pair> links = new ArrayList<>();
        private final List<Thread> runners = new ArrayList<>();
        private final long[] origins = new long[AGENTS];
        /** When each began the headline stage, by the first clock. */
        private final long[] starts = new long[AGENTS];
        /** What each measured itself. */
        private final SeriesSet parts = new SeriesSet();
        private long frames;
        private long bytes;
        private final List<RunEvent> events = new ArrayList<>();
        private Consumer<RunEvent> listener = event -> { };
        private long ended;

        /** @param drift the most that a clock gains or loses, in nanoseconds a millisecond */
        Fleet(int drift) {
            for (int i = 0; i < AGENTS; i++) {
                int number = i;
                clocks.add(new SkewedClock(runs.clock, Duration.ofNanos(random.nextLong(-3600_000 * MS, 3600_000 * MS)),
                        drift == 0 ? 0 : random.nextInt(-drift, drift + 1)));
                links.add(SlowLink.pair(runs.clock, way(), way(), (frame, size) -> left(number, frame, size)));
            }
        }

        /** At least 0.05 to 5 ms, and up to ten times as much where it is busy. */
        private LongSupplier way() {
            long least = random.nextLong(MS / 20, 5 * MS);
            Random own = new Random(random.nextLong());
            return () -> least + (own.nextInt(4) == 0 ? own.nextLong(9 * least) : own.nextLong(MS / 10));
        }

        private void left(int number, Frame.ToCoordinator frame, int size) {
            if (!(frame instanceof Frame.EventReport(RunEvent event))) {
                return;
            }
            if (event instanceof RunEvent.Started started) {
                origins[number] = started.monotonic();
            } else if (event instanceof RunEvent.PhaseBegan began && began.span().headline()) {
                starts[number] = clocks.get(number).base(origins[number] + began.span().start());
            } else if (event instanceof RunEvent.Measured measured) {
                parts.add(SeriesCodec.decode(measured.interval().series()));
                frames++;
                bytes += size;
            }
        }

        private void start(int number) {
            LocalRunner local = new LocalRunner(clocks.get(number), RunnerFolders.of(folder.resolve("agent-" + number)),
                    false, _ -> { });
            RunnerService service = new RunnerService(links.get(number).runner(), local, clocks.get(number),
                    (_, _) -> { });
            runners.add(runs.clock.start("runner-" + number, () -> {
                try {
                    service.serve();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }

        /** One iteration of all. */
        Fleet run(String... settings) throws Exception {
            RunRequest request = runs.request(settings);
            List<Throwable> failures = new ArrayList<>();
            runs.clock.join(runs.clock.start("coordinator", () -> {
                try {
                    carryOut(request);
                } catch (Exception | AssertionError e) {
                    failures.add(e);
                }
            }));
            for (Thread runner : runners) {
                runs.clock.join(runner);
            }
            assertThat(failures).isEmpty();
            return this;
        }

        private void carryOut(RunRequest request) throws Exception {
            List<RunnerConnection> all = new ArrayList<>();
            for (int i = 0; i < AGENTS; i++) {
                SlowLink.Pair pair = links.get(i);
                start(i);
                all.add(RunnerConnection.accept(pair.coordinator(), runs.clock, LEASE, pair.coordinator()::breakOff));
            }
            new IterationCoordinator(runs.clock, IntStream.range(0, AGENTS).mapToObj(i -> "gen" + i).toList(), all, request,
                    event -> {
                        events.add(event);
                        listener.accept(event);
                    }).run();
            ended = runs.clock.nanoTime();
            for (int i = 0; i < AGENTS; i++) {
                try (RunnerConnection each = all.get(i)) {
                    each.quit();
                } catch (IOException e) {
                    // the one that was lost
                }
            }
        }

        RunEvent.Ended end() {
            return (RunEvent.Ended) events.getLast();
        }

        <E extends RunEvent> List<E> events(Class<E> type) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }

        /** All intervals that the whole was told to have. */
        SeriesSet whole() {
            SeriesSet all = new SeriesSet();
            events(RunEvent.Measured.class).forEach(e -> all.add(SeriesCodec.decode(e.interval().series())));
            return all;
        }

        List<AgentShare> shares() {
            return events(RunEvent.Sampled.class).stream().map(e -> e.reading().reading())
                    .filter(r -> r.node().startsWith(MetricSnapshot.SHARE)).map(AgentShare::of).toList();
        }

        long clockError(int agent) {
            return Math.round(shares().get(agent).clockError() * 1e9);
        }

        /** That all began within a millisecond, and what they are told to misjudge each other's clocks by. */
        void beganTogether() {
            for (int i = 0; i < AGENTS; i++) {
                for (int other = 0; other < i; other++) {
                    assertThat(Math.abs(starts[i] - starts[other])).as("seed %d: agents %d and %d", seed, i, other)
                            .isLessThanOrEqualTo(MS + clockError(i) + clockError(other));
                }
            }
        }

        /** That what is told of the clocks is enough at the stage's end as well. */
        void clocksWereAsTold() {
            RunEvent.PhaseEnded stage = events(RunEvent.PhaseEnded.class).stream().filter(e -> e.span().headline())
                    .findFirst().orElseThrow();
            for (int i = 0; i < AGENTS; i++) {
                SkewedClock clock = clocks.get(i);
                long apart = clock.local(starts[0] + stage.span().nanos()) - clock.local(starts[i]) - stage.span().nanos();
                assertThat(Math.abs(apart)).as("seed %d: agent %d", seed, i).isLessThanOrEqualTo(
                        clockError(i) + clockError(0) + MS / 10);
            }
        }
    }

    private Map<String, Long> sinceTheFirst() {
        long first = began.values().stream().mapToLong(start -> start).min().orElseThrow();
        Map<String, Long> since = new TreeMap<>();
        began.forEach((what, when) -> since.put(what, when - first));
        return since;
    }

    @Test
    void whatTheyDoTogetherIsWhatOneDoes() throws Exception {
        runs.run(load("10s"));
        Map<String, Long> alone = sinceTheFirst();
        SeriesSet one = runs.series();
        anew();
        Fleet fleet = new Fleet(0).run(load("10s"));
        assertThat(fleet.end()).as("seed %d", seed).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        fleet.beganTogether();
        Map<String, Long> together = sinceTheFirst();
        assertThat(together.keySet()).isEqualTo(alone.keySet()).hasSize(10 * EACH * AGENTS);
        long apart = 2 * IntStream.range(0, AGENTS).mapToLong(fleet::clockError).max().orElseThrow();
        together.forEach((what, when) -> assertThat(when).as("seed %d: %s", seed, what)
                .isCloseTo(alone.get(what), within(MS + apart)));
        assertThat(fleet.whole().histograms()).usingRecursiveComparison().isEqualTo(one.histograms());
        assertThat(fleet.whole().overall(LatencyKind.RESPONSE)).usingRecursiveComparison().isEqualTo(took);
        assertThat(fleet.shares()).extracting(AgentShare::units).hasSize(AGENTS).containsOnly(10L * EACH);
    }

    @Test
    void clocksThatGoApartAreToldByHowMuch() throws Exception {
        Fleet fleet = new Fleet(200).run(load("20s"));
        assertThat(fleet.end()).as("seed %d", seed).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        fleet.beganTogether();
        fleet.clocksWereAsTold();
        assertThat(fleet.whole().histograms()).usingRecursiveComparison().isEqualTo(fleet.parts.histograms());
        assertThat(began).hasSize(20 * EACH * AGENTS);
    }

    @Test
    @Timeout(900)
    @ByTurns(days = 40, heldBy = "ManyAgentsTest.clocksThatGoApartAreToldByHowMuch")
    void theyGoOnForAnHour() throws Exception {
        String[] load = load("1h");
        load[Arrays.asList(load).indexOf("rate") + 1] = AGENTS / 10.0 + "/s";
        load[Arrays.asList(load).indexOf("interval") + 1] = "auto";
        Fleet fleet = new Fleet(50).run(load);
        assertThat(fleet.end()).as("seed %d", seed).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        fleet.beganTogether();
        fleet.clocksWereAsTold();
        assertThat(began).hasSize(360 * AGENTS);
        assertThat(fleet.whole().histograms()).usingRecursiveComparison().isEqualTo(fleet.parts.histograms());
        System.out.printf("an hour: %d frames of intervals, %d bytes each%n", fleet.frames, fleet.bytes / fleet.frames);
    }

    /** Killed, so that its link ends, or cut off, so that nothing more comes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatIsLostEndsItForAll(boolean killed) throws Exception {
        Random random = new Random(seed);
        int lost = random.nextInt(AGENTS);
        long when = random.nextLong(2_000 * MS, 6_000 * MS);
        AtomicLong at = new AtomicLong();
        Fleet fleet = new Fleet(50);
        fleet.listener = event -> {
            if (event instanceof RunEvent.Measured e && e.interval().seq() * 1000 * MS > when && at.compareAndSet(0,
                    runs.clock.nanoTime())) {
                if (killed) {
                    fleet.links.get(lost).coordinator().breakOff();
                } else {
                    fleet.links.get(lost).runner().goSilent();
                    fleet.links.get(lost).coordinator().goSilent();
                }
            }
        };
        fleet.run(load("1h"));
        assertThat(fleet.end().state()).as("seed %d", seed).isEqualTo(IterationState.INVALID);
        assertThat(fleet.end().verdict()).as("seed %d", seed).matches("agent gen" + lost + " was lost at \\d+ s: 1/64 of the "
                + "load was not offered \\(the runner is gone\\)" + (lost == 0 ? "; it led, .*" : ""));
        assertThat(Duration.ofNanos(fleet.ended - at.get())).isLessThan(killed ? Duration.ofSeconds(2)
                : LEASE.multipliedBy(3).dividedBy(2));
    }
}
