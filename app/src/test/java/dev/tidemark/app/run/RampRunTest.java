package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Lab.Watcher;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ByTurns(days = 10, heldBy = "RampSimulationTest")
@Timeout(300)
class RampRunTest {

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

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    // ---- a planted knee, in virtual time ----

    /**
     * N workers in a closed loop on k servers that take s for each operation: X = min(N, k) ÷ s and
     * R = max(s, N·s ÷ k), exactly, since constant service times leave nothing to chance.
     */
    @ParameterizedTest
    @CsvSource({"20, 128", "16, 64", "40, 256", "30, 128"})
    void aPlantedKneeIsFoundWhereQueueingArithmeticPutsIt(int servers, int last) throws Exception {
        List<Iteration> steps = inVirtualTime("""
                label: V
                workload: ingest
                target: gated
                set: {servers: %d, service-time: 20ms, documents: auto, payload: 100, duration: 4s}
                plan: {space: ramp, fork: none}
                search: {ramp: {until: {response.mean: none}}}
                """.formatted(servers));
        assertThat(steps).extracting(Iteration::state).containsOnly(IterationState.DONE);
        assertThat(Lab.text(steps.getLast(), "workers")).isEqualTo(String.valueOf(last));
        for (Iteration step : steps) {
            double workers = step.setting("workers").orElseThrow().number();
            double rate = Math.min(workers, servers) / 0.020;
            assertThat(value(step, "documents-per-second")).isCloseTo(rate, within(0.02 * rate));
            double response = Math.max(20, workers * 20 / servers);
            assertThat(value(step, "response.mean")).isCloseTo(response, within(0.02 * response));
        }
    }

    @Test
    void responseTimePastTheLimitForTwoStepsEndsIt() throws Exception {
        List<Iteration> steps = inVirtualTime("""
                label: V
                workload: ingest
                target: gated
                set: {servers: 20, service-time: 4ms, documents: auto, payload: 100, duration: 1s}
                plan: {space: ramp, fork: none}
                search: {ramp: {until: {response.mean: "> 10ms", gain: none}}}
                """);
        // 32 ÷ 20 · 4 ms are within 10 ms still; 64 and 128 workers wait for 13 and 26 ms.
        assertThat(steps).extracting(s -> Lab.text(s, "workers")).containsExactly("1", "2", "4", "8", "16", "32", "64",
                "128");
    }

    private List<Iteration> inVirtualTime(String yaml) throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        Watcher watcher = new Watcher();
        try (Workbench bench = Workbench.open(Optional.of(folder.resolve("virtual.db")), "1", clock)) {
            clock.join(clock.start("run", () -> {
                try {
                    bench.run(bench.plan(ExperimentReader.read(yaml, "test.yaml")), new RunOptions(false, false),
                            watcher, new CancellationToken());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            return bench.store().label("V").orElseThrow().iterations();
        }
    }

    // ---- on an open target ----

    private Submission ramp(String fork, String more) throws IOException {
        return lab.plan("""
                label: L
                workload: random-io
                target: gated
                set: {dataset: d, operations: 200, warm-up: 1ms, gate: %s}
                plan: {order: given, fork: %s%s}
                search: {ramp: {steps: [1, 2, 4], until: {response.mean: none, gain: none}}}
                """.formatted(lab.gate(), fork, more));
    }

    private void dataset() throws InterruptedException {
        lab.workbench().datasets().create("d", "gated", Map.of(), new Datasets.Shape(2, 100, 60), 1, new Watcher());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "round", "iteration"})
    void theStepsOfARampShareAnOpenTarget(String fork) throws Exception {
        dataset();
        Watcher watcher = new Watcher();
        RunSummary summary = lab.run(ramp(fork, ", repeat: 2"), watcher);
        assertThat(summary.count(IterationState.DONE)).isEqualTo(6);
        assertThat(watcher.messages).containsExactly("began 2 searches 0", "0.0 DONE", "1.0 DONE", "2.0 DONE",
                "0.0 ended: all steps were tried", "0.1 DONE", "1.1 DONE", "2.1 DONE",
                "0.1 ended: all steps were tried");
        assertThat(lab.iterations("L")).allSatisfy(i -> {
            assertThat(i.setting("workers").map(Setting::origin)).contains(SettingOrigin.VARY);
            assertThat(value(i, "operations-per-second")).isPositive();
            assertThat(lab.workbench().store().detail(i.id()).readings()).isNotEmpty();
        });
        assertThat(lab.opened()).as("once a ramp").isEqualTo(2);
        assertThatThrownBy(() -> lab.resume(ramp(fork, ", repeat: 2"), new Watcher()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("nothing to resume");
    }

    @Test
    void aSettingOfTheDriverOpensTheTargetAnew() throws Exception {
        dataset();
        lab.run(lab.plan("""
                label: L
                workload: random-io
                target: gated
                set: {dataset: d, operations: 200, warm-up: 1ms, gate: %s}
                plan: {fork: none}
                search: {ramp: {param: servers, steps: [1, 2, 4], until: {response.mean: none, gain: none}}}
                """.formatted(lab.gate())), new Watcher());
        assertThat(lab.iterations("L")).extracting(i -> Lab.text(i, "servers")).containsExactly("1", "2", "4");
        assertThat(lab.opened()).isEqualTo(3);
    }

    @Test
    void whatOnlyANewDatasetCouldHaveIsNotRampedOnOne() throws Exception {
        lab.workbench().datasets().create("f", "file", Map.of("io", "buffered"), new Datasets.Shape(1, 10, 512), 1,
                new Watcher());
        assertThatThrownBy(() -> lab.plan("""
                workload: random-io
                target: file
                set: {dataset: f}
                search: {ramp: {param: block-size, steps: [512B, x2]}}
                """)).isInstanceOf(InvalidInputException.class)
                .hasMessage("block-size: only a new dataset can have another value, so it cannot be ramped on "
                        + "dataset f");
    }

    @Test
    void aStopEndsTheRampAndKeepsTheStepsRows() throws Exception {
        dataset();
        Watcher watcher = new Watcher();
        watcher.whenLive = runStatus -> {
            if (runStatus.done() > 0) {
                lab.workbench().stop(Optional.of("L"));
            }
        };
        RunSummary summary = lab.run(lab.plan("""
                label: L
                workload: random-io
                target: gated
                set: {dataset: d, duration: 5m, service-time: 1ms, warm-up: none, gate: %s}
                plan: {fork: round}
                search: ramp
                """.formatted(lab.gate())), watcher);
        assertThat(summary.stopped()).isTrue();
        assertThat(lab.iterations("L")).singleElement().satisfies(i -> {
            assertThat(i.state()).isEqualTo(IterationState.STOPPED);
            assertThat(value(i, "operations-per-second")).isPositive();
        });
    }

    @Test
    void aRampIsMadeAtEveryPointOfAMatrix() throws Exception {
        dataset();
        Watcher watcher = new Watcher();
        lab.run(lab.plan("""
                label: L
                workload: random-io
                target: gated
                set: {dataset: d, operations: 200, warm-up: 1ms, gate: %s}
                vary: {read-percent: [100, 50]}
                plan: {order: given, fork: none}
                search: {ramp: {steps: [1, 2], until: {response.mean: none, gain: none}}}
                """.formatted(lab.gate())), watcher);
        assertThat(watcher.messages).containsExactly("began 2 searches 0", "0.0 DONE", "1.0 DONE",
                "0.0 ended: all steps were tried", "100.0 DONE", "101.0 DONE", "1.0 ended: all steps were tried");
        assertThat(lab.iterations("L")).extracting(i -> Lab.text(i, "read-percent") + "/" + Lab.text(i, "workers"))
                .containsExactly("100/1", "100/2", "50/1", "50/2");
        assertThat(lab.opened()).isEqualTo(2);
    }

    // ---- breaking off and going on ----

    private Submission fresh(String fork) throws IOException {
        return lab.plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, warm-up: 1ms, gate: %s}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: %s}
                search: {ramp: {steps: [1, 2, 4], until: {response.mean: none, gain: none}}}
                """.formatted(lab.gate(), fork));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "round"})
    void resumeGoesOnWithTheStepThatWasUnderWay(String fork) throws Exception {
        Watcher broken = new Watcher();
        broken.whenBegun = number -> {
            if (number == 2) {
                closed(true);
                lab.interrupt();
            }
        };
        assertThat(lab.run(fresh(fork), broken).interrupted()).isTrue();
        assertThat(broken.messages).containsExactly("began 2 searches 0", "0.0 DONE",
                "1.0 INTERRUPTED: interrupted by the user");

        closed(false);
        Watcher resumed = new Watcher();
        assertThat(lab.resume(fresh(fork), resumed).interrupted()).isFalse();
        assertThat(resumed.messages).containsExactly("began 2 searches 1", "1.0 DONE", "2.0 DONE",
                "0.0 ended: all steps were tried", "100.0 DONE", "101.0 DONE", "102.0 DONE",
                "1.0 ended: all steps were tried");
        assertThat(lab.history("L")).containsExactly("0.0#1 DONE", "1.0#1 INTERRUPTED", "1.0#2 DONE", "2.0#1 DONE",
                "100.0#1 DONE", "101.0#1 DONE", "102.0#1 DONE");
        assertThat(lab.leftovers()).as("no store is kept").isEmpty();
    }

    @Test
    void aFinishedRampIsNotMadeAgainWhenTheNextOneIsResumed() throws Exception {
        Watcher broken = new Watcher();
        broken.whenBegun = number -> {
            if (number == 4) {
                closed(true);
                lab.interrupt();
            }
        };
        assertThat(lab.run(fresh("none"), broken).interrupted()).isTrue();
        closed(false);
        Watcher resumed = new Watcher();
        lab.resume(fresh("none"), resumed);
        assertThat(resumed.messages).containsExactly("began 2 searches 3", "100.0 DONE", "101.0 DONE", "102.0 DONE",
                "1.0 ended: all steps were tried");
    }

    @Test
    void aStepThatFailsEndsItsRampAndIsTriedAgainOnResume() throws Exception {
        Watcher failing = new Watcher();
        failing.whenBegun = number -> broken(number == 2);
        RunSummary summary = lab.run(fresh("none"), failing);
        assertThat(summary.count(IterationState.FAILED)).isEqualTo(1);
        assertThat(failing.messages).containsExactly("began 2 searches 0", "0.0 DONE", "1.0 FAILED: the gate is broken",
                "0.0 ended: 2 workers failed: the gate is broken", "100.0 DONE", "101.0 DONE", "102.0 DONE",
                "1.0 ended: all steps were tried");

        Watcher resumed = new Watcher();
        lab.resume(fresh("none"), resumed);
        assertThat(resumed.messages).containsExactly("began 2 searches 4", "1.0 DONE", "2.0 DONE",
                "0.0 ended: all steps were tried");
        assertThatThrownBy(() -> lab.resume(fresh("none"), new Watcher())).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("nothing to resume");
    }

    @Test
    void anotherRampIsAnotherExperiment() throws Exception {
        Watcher failing = new Watcher();
        failing.whenBegun = number -> broken(number == 2);
        lab.run(fresh("none"), failing);
        Submission other = lab.plan(fresh("none").experiment().yaml().replaceAll("gain: none", "gain: \"< 5%\""));
        assertThat(((RampSpec) other.experiment().search().orElseThrow()).gain()).isPresent();
        assertThatThrownBy(() -> lab.resume(other, new Watcher())).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("nothing to resume");
    }

    private void closed(boolean closed) {
        file("closed", closed);
    }

    private void broken(boolean broken) {
        file("broken", broken);
    }

    private void file(String name, boolean there) {
        try {
            Path file = lab.gate().resolve(name);
            if (there) {
                Files.writeString(file, "");
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
