package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Lab.Watcher;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches for the sustainable rate with the whole run in virtual time. */
@ByTurns(days = 10, heldBy = "FindRateSimulationTest")
@Timeout(300)
class RateRunTest {

    @TempDir
    private Path folder;

    private final VirtualClock clock = new VirtualClock();
    private Watcher watcher = new Watcher();
    private CancellationToken interruption = new CancellationToken();

    private Workbench open() {
        return Workbench.open(Optional.of(folder.resolve("virtual.db")), "1", clock);
    }

    private List<Iteration> inVirtualTime(String yaml) throws InterruptedException {
        try (Workbench bench = open()) {
            assertThat(run(bench, yaml, new RunOptions(false, false)).interrupted()).isFalse();
            return bench.store().label("V").orElseThrow().iterations();
        }
    }

    private RunSummary run(Workbench bench, String yaml, RunOptions options) throws InterruptedException {
        AtomicReference<RunSummary> summary = new AtomicReference<>();
        clock.join(clock.start("run", () -> {
            try {
                summary.set(bench.run(bench.plan(ExperimentReader.read(yaml, "test.yaml")), options, watcher,
                        interruption));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        return summary.get();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private static double rate(Iteration iteration) {
        return iteration.setting("rate").orElseThrow().number();
    }

    /** 4 servers of 20 ms serve 200/s and no more; with even arrivals nothing waits below. */
    @Test
    void withConstantTimesTheSustainableRateIsTheCapacity() throws Exception {
        List<Iteration> steps = inVirtualTime("""
                label: V
                workload: ingest
                target: gated
                set: {servers: 4, service-time: 20ms, payload: 100, workers: 64}
                plan: {space: find-rate, fork: none}
                search: {find-rate: {start: 50/s, response.p99: "< 100ms", step: 10s}}
                """);
        assertThat(steps).extracting(Iteration::state).containsOnly(IterationState.DONE);
        assertThat(steps).filteredOn(i -> rate(i) <= 199).isNotEmpty()
                .allSatisfy(i -> assertThat(value(i, "response.p99")).isCloseTo(20, within(0.5)));
        assertThat(steps).filteredOn(i -> rate(i) > 202).isNotEmpty().allSatisfy(i -> {
            assertThat(value(i, "backlog-growth")).isCloseTo(100 * (1 - 200 / rate(i)), within(1.0));
            assertThat(value(i, "backlog-growth-chance")).isLessThan(1);
        });
        assertThat(watcher.messages.getLast()).startsWith("0.0 ended: about ").contains(" is sustained, at least ");
        double low = Double.parseDouble(watcher.messages.getLast().replaceAll(".*at least ([0-9.]+)/s.*", "$1"));
        double high = Double.parseDouble(watcher.messages.getLast().replaceAll(".*less than ([0-9.]+)/s.*", "$1"));
        assertThat(low).isLessThanOrEqualTo(200);
        assertThat(high).isGreaterThanOrEqualTo(200).isLessThan(200 * 1.2);
    }

    /**
     * 400/s for 10 s on servers that do 200/s: a slot that is due at t is done at 2·t, so its response is t, from 0 to
     * 10 s, evenly. What was due in the end and is not done is half of it.
     */
    @Test
    void aboveCapacityPercentilesGrowWithTheBacklog() throws Exception {
        List<Iteration> steps = inVirtualTime("""
                label: V
                workload: ingest
                target: gated
                set: {servers: 4, service-time: 20ms, payload: 100, workers: 64}
                plan: {space: find-rate, fork: none}
                search: {find-rate: {start: 100/s, response.p99: "< 100ms", step: 10s}}
                """);
        Iteration over = steps.stream().filter(i -> rate(i) == 400).findFirst().orElseThrow();
        assertThat(over.state()).as("not sustained is no error").isEqualTo(IterationState.DONE);
        assertThat(value(over, "response.p50")).isCloseTo(5000, within(100.0));
        assertThat(value(over, "response.p99")).isCloseTo(9900, within(100.0));
        assertThat(value(over, "backlog-growth")).isCloseTo(50, within(2.0));
        assertThat(value(over, "backlog")).isCloseTo(2000, within(60.0));
    }

    /** Runs of one rate are offered other arrivals each, or they would all say the same. */
    @Test
    void stepsOfOneRateHaveOtherArrivals() throws Exception {
        List<Iteration> steps = inVirtualTime("""
                label: V
                workload: ingest
                target: gated
                set: {servers: 2, service-time: 10ms, service-distribution: exponential, arrivals: poisson, payload: 100,
                  workers: 64}
                plan: {space: find-rate, fork: none}
                search: {find-rate: {start: 80/s, response.p99: "< 80ms", step: 20s}}
                """);
        double most = steps.stream().collect(Collectors.groupingBy(RateRunTest::rate)).values().stream()
                .mapToDouble(runs -> runs.stream().map(i -> value(i, "response.p99")).distinct().count()).max()
                .orElseThrow();
        assertThat(most).isGreaterThanOrEqualTo(4);
        assertThat(watcher.messages.getLast()).contains(" is sustained, at least ");
    }

    @Test
    void whatWasDoneIsNotDoneAgain() throws Exception {
        String search = """
                label: V
                workload: ingest
                target: gated
                set: {servers: 4, service-time: 10ms, payload: 100, workers: 32, warm-up: none}
                plan: {space: find-rate, fork: none}
                search: {find-rate: {start: 50/s, response.p99: "< 60ms", step: 1s, repeats: 4, precision: 100%}}
                """;
        try (Workbench bench = open()) {
            watcher.whenBegun = number -> {
                if (number == 4) {
                    interruption.stop();
                }
            };
            assertThat(run(bench, search, new RunOptions(false, false)).interrupted()).isTrue();
        }
        watcher = new Watcher();
        interruption = new CancellationToken();
        try (Workbench bench = open()) {
            assertThat(run(bench, search, new RunOptions(true, false)).interrupted()).isFalse();
            assertThat(watcher.messages.getFirst()).isEqualTo("began 1 searches 3");
            assertThat(watcher.messages.getLast()).startsWith("0.0 ended: ");
            assertThat(bench.store().label("V").orElseThrow().iterations())
                    .extracting(i -> i.position() + "." + i.round() + "#" + i.attempt())
                    .startsWith("0.0#1", "1.0#1", "2.0#1", "3.0#1", "3.0#2").doesNotHaveDuplicates();
        }
    }
}
