package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a run, in virtual time, when the process stands still, the machine sleeps or its clock is set. */
class StandstillTest {

    @TempDir
    Path folder;

    private Runs runs;

    @BeforeEach
    void begin() {
        runs = new Runs(folder);
    }

    /** Lets something happen to the clock ten seconds after the start, between two transactions. */
    private void meanwhile(Runnable happening) {
        AtomicBoolean happened = new AtomicBoolean();
        long from = runs.clock.nanoTime() + 10_000_000_000L;
        MemoryDriver.commit = uris -> {
            if (runs.clock.nanoTime() >= from && happened.compareAndSet(false, true)) {
                happening.run();
            }
            return 0;
        };
    }

    private RunEvent.Ended run(String duration, String... more) {
        String[] settings = {"duration", duration, "workers", "1", "service-time", "10ms", "batch-size", "1"};
        String[] all = java.util.Arrays.copyOf(settings, settings.length + more.length);
        System.arraycopy(more, 0, all, settings.length, more.length);
        return runs.run(all);
    }

    @Test
    void aRunnerThatStoodStillForLongerThanAnIntervalHasMeasuredNothing() {
        meanwhile(() -> runs.clock.freeze(Duration.ofMillis(2900)));
        RunEvent.Ended ended = run("400s");
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict())
                .matches("The runner stood still for 2\\.[6-9] s, 10\\.[0-3] s after the run's start: it "
                + "was stopped, or the machine gave it no processor\\.");
        assertThat(runs.notes("warning")).contains(ended.verdict());
    }

    @Test
    void soHasOneThatOftenDid() {
        long from = runs.clock.nanoTime();
        AtomicBoolean again = new AtomicBoolean();
        MemoryDriver.commit = uris -> {
            long second = (runs.clock.nanoTime() - from) / 1_000_000_000L;
            if (second % 20 == 10 && again.compareAndSet(false, true)) {
                runs.clock.freeze(Duration.ofMillis(2250));
            } else if (second % 20 == 15) {
                again.set(false);
            }
            return 0;
        };
        RunEvent.Ended ended = run("100s", "interval", "10s");
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict()).contains("stood still for 2.")
                .containsPattern(" In all 5 times, for 1[01]\\.\\d s\\.$");
    }

    @Test
    void shortComparedWithWhatWasMeasuredItIsTold() {
        meanwhile(() -> runs.clock.freeze(Duration.ofMillis(2900)));
        assertThat(run("400s", "interval", "10s").state()).isEqualTo(IterationState.DONE);
        assertThat(runs.notes("warning")).anyMatch(text -> text.startsWith("The runner stood still for 2."));
    }

    @Test
    void aMomentIsNothing() {
        meanwhile(() -> runs.clock.freeze(Duration.ofMillis(700)));
        assertThat(run("20s").state()).isEqualTo(IterationState.DONE);
        assertThat(runs.notes("warning")).noneMatch(text -> text.contains("stood still"));
    }

    @Test
    void aMachineThatWasSuspendedHasMeasuredNothing() {
        meanwhile(() -> runs.clock.suspend(Duration.ofMinutes(62)));
        RunEvent.Ended ended = run("20s");
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict())
                .matches("The machine was suspended for 3720\\.0 s, (9\\.[7-9]|10\\.[0-2]) s after the "
                + "run's start\\.");
    }

    @ParameterizedTest
    @ValueSource(ints = {3600, -3600})
    void aClockThatIsSetTouchesNoDuration(int seconds) {
        run("20s");
        Map<String, Double> undisturbed = runs.measures();
        runs = new Runs(folder);
        meanwhile(() -> runs.clock.setWall(Duration.ofSeconds(seconds)));
        assertThat(run("20s")).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        assertThat(runs.notes("note")).anyMatch(text -> text.startsWith("The machine's clock was set "
                + (seconds < 0 ? "back" : "forward") + " by 3600.0 s, "));
        assertThat(runs.notes("warning")).isEmpty();
        Map<String, Double> measured = runs.measures();
        for (String measure
                : new String[] {"elapsed", "settled", "documents-per-second", "response.p99", "response.max"}) {
            assertThat(measured.get(measure)).as(measure).isCloseTo(undisturbed.get(measure), within(1e-9));
        }
        assertThat(runs.detail().intervals()).extracting("seq").doesNotHaveDuplicates().hasSize(20);
        assertThat(runs.detail().events()).extracting(Event::at).isSorted();
    }

    @ParameterizedTest
    @CsvSource({"2900, INVALID", "700, DONE"})
    void settlingIsWatchedToo(int millis, IterationState iterationState) {
        MemoryDriver.hook = step -> {
            if (step.equals("settle")) {
                runs.clock.freeze(Duration.ofMillis(millis));
            }
        };
        assertThat(run("20s").state()).isEqualTo(iterationState);
    }

    @Test
    void whatHappensBeforeTheLoadIsNoMatter() {
        MemoryDriver.hook = step -> {
            if (step.equals("create")) {
                runs.clock.freeze(Duration.ofSeconds(30));
                runs.clock.suspend(Duration.ofSeconds(30));
            }
        };
        assertThat(run("20s").state()).isEqualTo(IterationState.DONE);
        assertThat(runs.notes("warning")).isEmpty();
    }
}
