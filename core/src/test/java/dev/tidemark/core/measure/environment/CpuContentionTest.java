package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuContentionTest {

    @TempDir
    Path root;

    /** While it looks, all processors together work for so many hundredths of a second. */
    private Optional<Double> lookWhileWorking(int ticks) {
        Fixture fixture = new Fixture(root).file("proc/stat", "cpu  100 0 50 9000 10 0 0 0 0 0\ncpu0 1 2 3");
        Clock clock = new Clock() {
            private long now;
            private int worked = 100;

            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public Instant wallTime() {
                return Instant.EPOCH;
            }

            @Override
            public void sleepUntil(long nanoTime) {
                now = nanoTime;
                worked += ticks;
                fixture.file("proc/stat", "cpu  " + worked + " 0 50 9000 10 0 0 0 0 0\ncpu0 1 2 3");
            }

            @Override
            public void spinUntil(long nanoTime) {
                sleepUntil(nanoTime);
            }

            @Override
            public Thread start(String name, Runnable task) {
                throw new AssertionError("no thread is needed");
            }
        };
        return new CpuContention(new ProcFs(root), clock).measure();
    }

    @Test
    void aBusyNeighbourIsToldWithItsCores() {
        assertThat(lookWhileWorking(400)).hasValueSatisfying(cores -> {
            assertThat(cores).isGreaterThan(1);
            assertThat(CpuContention.warning(cores, false)).startsWith("Other processes are using ").contains("of the machine's cores");
            assertThat(CpuContention.fact(cores).text()).endsWith(" cores");
            assertThat(CpuContention.fact(cores).number()).isCloseTo(cores, within(0.05));
        });
    }

    @Test
    void aQuietMachineIsNoWarning() {
        assertThat(lookWhileWorking(0)).isEmpty();
    }

    @Test
    void aMachineThatDoesNotTellIsNoWarning() {
        assertThat(new CpuContention(new ProcFs(root), new VirtualClock()).measure()).isEmpty();
    }
}
