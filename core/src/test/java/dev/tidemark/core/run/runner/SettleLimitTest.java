package dev.tidemark.core.run.runner;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settling has an end, in virtual time. */
class SettleLimitTest {

    private static final String LATE = "the target did not settle within the settle-limit of 2m; give it more, or do "
            + "without settling";

    @TempDir
    Path folder;

    private Runs runs;
    private volatile boolean aborted;

    @BeforeEach
    void begin() {
        runs = new Runs(folder);
    }

    /** @param seconds that it takes unless it is told to stop */
    private void settlingTakes(int seconds, boolean listens) {
        MemoryDriver.hook = step -> {
            if (step.equals("abort")) {
                aborted = true;
            } else if (step.equals("settle")) {
                long end = runs.clock.nanoTime() + seconds * 1_000_000_000L;
                while (runs.clock.nanoTime() < end) {
                    runs.clock.sleepUntil(runs.clock.nanoTime() + 100_000_000L);
                    if (listens && aborted) {
                        throw new DriverException("cancelled while waiting for compactions");
                    }
                }
            }
        };
    }

    @Test
    void whatDoesNotSettleWithinTheLimitHasFailed() {
        settlingTakes(10_000, true);
        RunEvent.Ended ended = runs.run("documents", "10", "workers", "1", "settle-limit", "2m");
        assertThat(ended).isEqualTo(new RunEvent.Ended(7, IterationState.FAILED, LATE));
        assertThat(runs.clock.nanoTime()).isBetween(120_000_000_000L, 122_000_000_000L);
        assertThat(runs.events(RunEvent.PhaseEnded.class)).extracting(e -> e.span().phase())
                .containsExactly(Phase.MEASURE);
        assertThat(runs.measures()).containsKey("elapsed").doesNotContainKeys("settled", "settle-time");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 119})
    void whatDoesSettleIsMeasuredToTheMoment(int seconds) {
        settlingTakes(seconds, true);
        assertThat(runs.run("documents", "10", "workers", "1", "settle-limit", "2m").state())
                .isEqualTo(IterationState.DONE);
        PhaseSpan settle = runs.detail().phases().stream().filter(p -> p.phase() == Phase.SETTLE).findFirst()
                .orElseThrow();
        assertThat(settle.nanos()).isEqualTo(seconds * 1_000_000_000L + 500_000_000L); // and half a second of its own
        assertThat(aborted).isFalse();
    }

    /** As a server that has died: what the load met says more than that it cannot be settled, either. */
    @Test
    void whatFailedUnderLoadIsToldBeforeWhatFailedBehindIt() {
        MemoryDriver.commit = uris -> {
            throw new DriverException("the connection broke");
        };
        MemoryDriver.hook = step -> {
            if (step.equals("settle")) {
                throw new DriverException("no connection");
            }
        };
        assertThat(runs.run("documents", "10", "batch-size", "1", "workers", "1")).isEqualTo(new RunEvent.Ended(7,
                IterationState.FAILED, "10 of 10 failed, more than the failure-limit of none: the connection broke; "
                        + "then: no connection"));
    }

    private static final class LostException extends DriverException {
        private static final long serialVersionUID = 1L;

        LostException() {
            super("no connection to server:1");
        }

        @Override
        public boolean losesConnection() {
            return true;
        }
    }

    private RunEvent.Ended settledWithoutServer(String... more) {
        MemoryDriver.hook = step -> {
            if (step.equals("settle")) {
                throw new LostException();
            }
        };
        return runs.run(Stream.concat(Stream.of("documents", "10", "workers", "1"), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void aServerThatAFaultEndedIsNotSettledAndWhatWasMeasuredStays() {
        assertThat(settledWithoutServer("background", "fault at=1h run=true"))
                .isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        assertThat(runs.measures()).containsKey("elapsed").doesNotContainKeys("settled", "settle-time");
        assertThat(runs.detail().events()).extracting(Event::text).filteredOn(text -> text.contains("settle"))
                .containsExactly("After the faults of its timetable the target could not settle: no connection to "
                        + "server:1. What settling would have told is missing.");
    }

    @Test
    void oneThatIsGoneForNoSuchReasonHasFailed() {
        assertThat(settledWithoutServer())
                .isEqualTo(new RunEvent.Ended(7, IterationState.FAILED, "no connection to server:1"));
    }

    /** As an engine that waits in the kernel for a disk that does not answer: only the process can end. */
    @Test
    void whatDoesNotListenIsEndedByTheLastResort() throws Exception {
        settlingTakes(10_000, false);
        List<String> last = new ArrayList<>();
        List<Long> at = new ArrayList<>();
        RunRequest request = runs.request("documents", "10", "workers", "1", "settle-limit", "2m");
        runs.clock.join(runs.clock.start("iteration", () -> InProcessRunner.warmingUp(runs.clock, why -> {
            last.add(why);
            at.add(runs.clock.nanoTime());
        }).run(request, runs.events::add)));
        assertThat(last).containsExactly(LATE);
        assertThat(at.getFirst()).isBetween(150_000_000_000L, 155_000_000_000L);
    }

    /** Nobody settles then, and a load that only waits or reads ends, too. */
    @Test
    void aFailureInTheBackgroundEndsTheLoadWithinAnInterval() {
        MemoryDriver.commit = uris -> {
            if (runs.clock.nanoTime() > 5_500_000_000L) {
                MemoryDriver.background = "the disk of /data is full";
            }
            return 0;
        };
        List<String> steps = new ArrayList<>();
        MemoryDriver.hook = steps::add;
        assertThat(runs.run("duration", "60s", "workers", "1"))
                .isEqualTo(new RunEvent.Ended(7, IterationState.FAILED, "the disk of /data is full"));
        assertThat(runs.measures().get("elapsed")).isBetween(5.5, 7.0);
        assertThat(steps).contains("abort", "close").doesNotContain("settle");
    }

    @Test
    void anErrorWhileSettlingIsToldAtOnceAndAsItIs() {
        MemoryDriver.hook = step -> {
            if (step.equals("settle")) {
                throw new DriverException("the disk of /data is full");
            }
        };
        assertThat(runs.run("documents", "10", "workers", "1"))
                .isEqualTo(new RunEvent.Ended(7, IterationState.FAILED, "the disk of /data is full"));
    }
}
