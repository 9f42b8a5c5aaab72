package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of day, and whoever sets it, has no part in what is measured: 20 s of random-io in virtual time. */
class FileWallClockTest {

    private static final Instant NOON = Instant.parse("2026-03-28T12:00:00Z");
    private static final Instant BEFORE_MIDNIGHT = Instant.parse("2026-03-28T23:59:50Z");

    @TempDir
    private Path folder;

    private Datasets datasets;

    @BeforeEach
    void make() {
        datasets = new Datasets(folder.resolve("set"));
        datasets.carryOut(Action.CREATE, 3, 100);
    }

    /** A virtual clock whose time of day somebody sets. */
    private record Wall(VirtualClock time, UnaryOperator<Instant> setting) implements Clock {

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Instant wallTime() {
            return setting.apply(time.wallTime());
        }

        /** Tells setting from sleeping. */
        @Override
        public OptionalLong bootTime() {
            return time.bootTime();
        }

        @Override
        public void sleepUntil(long nanoTime) {
            time.sleepUntil(nanoTime);
        }

        @Override
        public void spinUntil(long nanoTime) {
            time.spinUntil(nanoTime);
        }

        @Override
        public Thread start(String name, Runnable task) {
            return time.start(name, task);
        }

        @Override
        public void join(Thread thread) throws InterruptedException {
            time.join(thread);
        }
    }

    /** A pause of 100 ms after each cycle is all that takes time, so that 3 workers begin 600 cycles in 20 s. */
    private List<RunEvent> run(Instant start, UnaryOperator<Instant> setting) throws InterruptedException {
        Values values = Planner.params(Workloads.named("random-io"), new FileDriver()).defaults();
        for (List<String> set : List.of(List.of("dataset", "small"), List.of("block-size", Datasets.BLOCK + "B"),
                List.of("io", "buffered"), List.of("read-percent", "50"), List.of("mix", "dealt"),
                List.of("transaction-length", "10"), List.of("think-time", "100ms"), List.of("workers", "3"),
                List.of("duration", "20s"), List.of("warm-up", "none"))) {
            values = values.with(set.get(0), set.get(1), SettingOrigin.SET);
        }
        RunRequest request = new RunRequest(1, "random-io", "file", values.settings(), 7, datasets.folder().toString(),
                false);
        VirtualClock time = new VirtualClock(start);
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(new Wall(time, setting))) {
            time.join(time.start("iteration", () -> runner.run(request, events::add)));
        }
        return events;
    }

    /** Phases with their spans, and intervals with what was done in them. */
    private static List<String> figures(List<RunEvent> events) {
        return events.stream().flatMap(event -> switch (event) {
            case RunEvent.PhaseEnded e -> List.of(e.span() + " " + e.outcomes()).stream();
            case RunEvent.Measured e -> List.of(figures(e.interval())).stream();
            case RunEvent.Ended e -> List.of(e.toString()).stream();
            default -> List.<String>of().stream();
        }).toList();
    }

    private static String figures(Interval i) {
        return i.seq() + " from " + i.start() + " to " + i.end() + ": " + SeriesCodec.decode(i.series()).totals();
    }

    private static PhaseSpan headline(List<RunEvent> events) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(e -> ((RunEvent.PhaseEnded) e).span())
                .filter(PhaseSpan::headline).findFirst().orElseThrow();
    }

    @Test
    void aRunAcrossMidnightMeasuresWhatOneAtNoonDoes() throws InterruptedException {
        List<RunEvent> noon = run(NOON, wall -> wall);
        assertThat(headline(noon).nanos()).isBetween(Duration.ofMillis(19_900).toNanos(),
                Duration.ofSeconds(20).toNanos());
        assertThat(figures(noon)).hasSizeGreaterThan(20);
        List<RunEvent> midnight = run(BEFORE_MIDNIGHT, wall -> wall);
        assertThat(figures(midnight)).isEqualTo(figures(noon));
        assertThat(((RunEvent.Started) midnight.getFirst()).wall()).isEqualTo(BEFORE_MIDNIGHT);
    }

    /** As by a time server, or at the end of summer time where somebody keeps the clock in local time. */
    @Test
    void aClockThatIsSetWhileItRunsChangesNothing() throws InterruptedException {
        List<String> undisturbed = figures(run(NOON, wall -> wall));
        Instant then = NOON.plusSeconds(10);
        assertThat(figures(run(NOON, wall -> wall.isBefore(then) ? wall : wall.minusSeconds(3600))))
                .as("set back by an hour").isEqualTo(undisturbed);
        assertThat(figures(run(NOON, wall -> wall.isBefore(then) ? wall : wall.plusSeconds(86_400))))
                .as("set forward by a day").isEqualTo(undisturbed);
    }
}
