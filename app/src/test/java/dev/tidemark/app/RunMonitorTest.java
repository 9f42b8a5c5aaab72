package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.Datasets;
import dev.tidemark.app.run.Lab;
import dev.tidemark.app.run.RunView;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class RunMonitorTest {

    @TempDir
    private Path folder;

    private Lab lab;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** Looks again and again until something is so; the test's own time limit ends it. */
    private static RunView await(RunMonitor view, Predicate<RunView> condition) {
        Clock clock = Clock.system();
        while (true) {
            Optional<RunView> found = view.running().stream().filter(condition).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            clock.sleepUntil(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20));
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    @Test
    void anotherProcessSeesTheWholeOfARun() throws Exception {
        lab.workbench().jobs().submit("""
                label: L
                workload: ingest
                target: gated
                tags: {disk-type: ssd}
                set: {documents: 1M, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none, repeat: 2}
                """, "ann", JobOptions.USUAL);
        try (Workbench other = lab.another(); JobProcessor processor = lab.workbench().jobProcessor()) {
            RunMonitor view = other.live();
            assertThat(view.running()).isEmpty();
            assertThat(view.newest()).isEmpty();
            processor.start();
            RunView run = await(view, r -> r.current().filter(c -> c.rate().isPresent()
                    && c.live().filter(l -> l.phase() == Phase.MEASURE && l.done() > 0).isPresent()
                    && c.host().generator().isPresent()).isPresent());

            assertThat(run.batch().label()).isEqualTo("L");
            assertThat(run.unit()).isEqualTo("documents");
            assertThat(run.plan()).extracting(c -> c.position() + "." + c.round() + " "
                    + c.varied().stream().map(Setting::text).toList() + " "
                    + c.state().map(IterationState::name).orElse("to come")).containsExactly("0.0 [1] RUNNING",
                    "1.0 [2] to come", "0.1 [1] to come", "1.1 [2] to come");
            assertThat(run.omitted()).isZero();
            assertThat(run.share()).isBetween(0.0, 0.25);
            RunView.Current current = run.current().orElseThrow();
            assertThat(current.number()).isEqualTo(1);
            assertThat(current.rate().orElseThrow()).isPositive();
            assertThat(current.responses().quantile(0.99).orElseThrow().number()).isGreaterThanOrEqualTo(1);
            assertThat(current.live().orElseThrow().expected()).isEqualTo(1_000_000);
            assertThat(current.settings()).extracting(Setting::name).contains("target", "batch-size", "payload")
                    .doesNotContain("disk-type");
            assertThat(current.environment()).contains(Setting.tag("disk-type", "ssd"));

            other.stop(Optional.of("L"));
            Clock clock = Clock.system();
            while (!view.running().isEmpty()) {
                clock.sleepUntil(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20));
                assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
            }
            RunView over = view.newest().orElseThrow();
            assertThat(over.batch().running()).isFalse();
            assertThat(over.current()).isEmpty();
            assertThat(over.left()).isEmpty();
            assertThat(over.states()).containsEntry(IterationState.STOPPED, 1);
        }
    }

    @Test
    void aResumedRunIsTimedByItsOwnWork() throws Exception {
        Files.createFile(lab.gate().resolve("broken"));
        lab.run(lab.matrix("none"), new Lab.Watcher());
        Files.delete(lab.gate().resolve("broken"));
        Files.createFile(lab.gate().resolve("closed"));
        Thread runner = Clock.system().start("runner", () -> {
            try {
                lab.resume(lab.matrix("none"), new Lab.Watcher());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        RunView run = await(lab.workbench().live(), r -> r.current().isPresent());
        assertThat(run.plan()).extracting(c -> c.state().map(IterationState::name).orElse("to come"))
                .containsExactly("RUNNING", "FAILED", "FAILED", "FAILED");
        assertThat(run.share()).as("what failed is tried again").isZero();
        assertThat(run.over()).isZero();
        Files.delete(lab.gate().resolve("closed"));
        runner.join();
        assertThat(lab.workbench().live().newest().orElseThrow().states())
                .isEqualTo(java.util.Map.of(IterationState.DONE, 4));
    }

    @Test
    void anIterationThatIsRunAgainKeepsItsNumber() throws Exception {
        Path closed = lab.gate().resolve("closed");
        Lab.Watcher broken = new Lab.Watcher();
        broken.whenBegun = number -> {
            if (number == 3) {
                create(closed);
                lab.interrupt();
            }
        };
        lab.run(lab.matrix("none"), broken);
        Thread runner = Clock.system().start("runner", () -> {
            try {
                lab.resume(lab.matrix("none"), new Lab.Watcher());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        RunView run = await(lab.workbench().live(), r -> r.current().isPresent());
        assertThat(run.states()).containsEntry(IterationState.DONE, 2);
        assertThat(run.current().orElseThrow().number()).isEqualTo(3);
        assertThat(run.share()).as("of the whole plan").isEqualTo(0.5);
        assertThat(run.over()).isEqualTo(2);
        Files.delete(closed);
        runner.join();
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 INTERRUPTED", "2.0#2 DONE",
                "3.0#1 DONE");
    }

    @Test
    void aResumedSearchCountsTheStepsThatWereDoneBefore() throws Exception {
        lab.workbench().datasets().create("d", "gated", java.util.Map.of(), new Datasets.Shape(2, 100, 60), 1,
                new Lab.Watcher());
        Submission ramp = lab.plan("""
                label: L
                workload: random-io
                target: gated
                set: {dataset: d, operations: 200, warm-up: 1ms, gate: %s}
                plan: {fork: none}
                search: {ramp: {steps: [1, 2, 4], until: {response.mean: none, gain: none}}}
                """.formatted(lab.gate()));
        List<Integer> over = new ArrayList<>();
        Lab.Watcher watcher = new Lab.Watcher();
        watcher.whenBegun = _ -> {
            over.add(lab.workbench().live().newest().orElseThrow().over());
            if (over.size() == 2) {
                lab.interrupt(); // the step may come to its end all the same
            }
        };
        lab.run(ramp, watcher);
        int done = Math.toIntExact(lab.history("L").stream().filter(i -> i.endsWith("DONE")).count());
        lab.resume(ramp, watcher);
        assertThat(over).startsWith(0, 1, done).endsWith(2);
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDurationThatIsSetTellsHowFarARunIsAndWhatIsLeft() throws Exception {
        lab.workbench().jobs().submit("""
                label: T
                workload: ingest
                target: gated
                set: {documents: auto, duration: 10m, payload: 100, workers: 1, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none}
                """, "ann", JobOptions.USUAL);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.start();
            RunView run = await(lab.workbench().live(), r -> r.current().flatMap(RunView.Current::live)
                    .filter(l -> l.phase() == Phase.MEASURE && l.elapsed() > 0).isPresent());
            RunStatus runStatus = run.current().flatMap(RunView.Current::live).orElseThrow();
            assertThat(runStatus.expected()).isZero();
            assertThat(runStatus.lasts()).isEqualTo(Duration.ofMinutes(10).toNanos());
            assertThat(run.share()).isPositive();
            assertThat(run.left().orElseThrow()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(21));
            assertThat(run.elapsed()).isPresent();
        }
    }

    @Test
    void aPlanThatIsAnotherOneByNowShowsWhatWasRun() throws Exception {
        lab.run(lab.matrix("none"), new Lab.Watcher());
        lab.workbench().store().setDefault("ingest",
                new dev.tidemark.store.results.StoredDefault("verify", false, "10%"));
        RunView over = lab.workbench().live().newest().orElseThrow();
        assertThat(over.plan()).extracting(c -> c.varied().stream().map(Setting::text).toList())
                .containsExactly(List.of("1"), List.of("2"), List.of("3"), List.of("4"));
        assertThat(over.share()).isEqualTo(1);
    }

    @Test
    void aPlanThatCannotBeWorkedOutAgainHasItsSize() throws Exception {
        Path closed = Files.createFile(lab.gate().resolve("closed"));
        Submission planned = lab.matrix("none");
        lab.workbench().store().setDefault("ingest",
                new dev.tidemark.store.results.StoredDefault("verify", false, "10%"));
        Thread runner = Clock.system().start("runner", () -> {
            try {
                lab.run(planned, new Lab.Watcher());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        RunView run = await(lab.workbench().live(), r -> r.current().isPresent());
        assertThat(run.plan()).hasSize(1);
        assertThat(run.omitted()).isEqualTo(3);
        Files.delete(closed);
        runner.join();
        assertThat(lab.workbench().live().newest().orElseThrow().omitted()).isZero();
    }

    private static long seconds(long n) {
        return n * 1_000_000_000L;
    }

    private static Interval interval(int seq, int part, long from, long to) {
        return new Interval(1, seq, part, seconds(from), seconds(to), 0, new byte[0]);
    }

    /** Windows become longer than what counts as lately, and each agent has its part of them. */
    @Test
    void theRateNowIsThatOfWholeWindows() {
        assertThat(RunMonitor.recentIntervals(List.of(interval(900, 0, 899, 900), interval(901, 0, 900, 910),
                interval(902, 0, 910, 920)), seconds(9))).extracting(Interval::seq).containsExactly(902);
        assertThat(RunMonitor.recentIntervals(IntStream.range(0, 9).mapToObj(i -> interval(i, 0, i, i + 1)).toList(), 0))
                .extracting(Interval::seq).containsExactly(4, 5, 6, 7, 8);
        assertThat(RunMonitor.recentIntervals(List.of(interval(1, 0, 1, 2), interval(1, 1, 1, 2), interval(2, 0, 2, 3),
                interval(2, 1, 2, 3), interval(3, 0, 3, 4)), 0)).as("one agent has not told of the newest yet")
                .extracting(i -> i.seq() + "." + i.part()).containsExactly("1.0", "1.1", "2.0", "2.1");
        assertThat(RunMonitor.recentIntervals(List.of(), 0)).isEmpty();
    }

    /** Where windows become ten times as long, the next of them is not overdue before that. */
    @Test
    void nothingIsOfLateOnceTheLoadIsOver() {
        List<Interval> brief = List.of(interval(899, 0, 898, 899), interval(900, 0, 899, 900));
        assertThat(RunMonitor.recentIntervals(brief, seconds(11))).hasSize(2);
        assertThat(RunMonitor.recentIntervals(brief, seconds(16))).isEmpty();
        List<Interval> minute = List.of(interval(3, 0, 180, 240));
        assertThat(RunMonitor.recentIntervals(minute, seconds(64))).hasSize(1);
        assertThat(RunMonitor.recentIntervals(minute, seconds(66))).isEmpty();
    }
}
