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
        return lookWhileWorking(ticks, 0, 0);
    }

    /**
     * @param served of these, how many its server works, and as many again a process that it starts meanwhile
     * @param stolen how many more the machine beneath takes
     */
    private Optional<Double> lookWhileWorking(int ticks, int served, int stolen) {
        Fixture fixture = new Fixture(root).file("proc/stat", "cpu  100 0 50 9000 10 0 0 0 0 0\ncpu0 1 2 3");
        server(fixture, 20, 1, 70);
        Clock clock = new Clock() {
            private long now;
            private int worked = 100;
            private int looks;

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
                looks++;
                server(fixture, 20, 1, 70 + looks * served);
                server(fixture, 20 + looks, 20, served);
                fixture.file("proc/stat", "cpu  " + worked + " 0 50 9000 10 0 0 " + looks * stolen + " 0 0\ncpu0 1 2 3");
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
        return new CpuContention(new ProcFs(root), clock, List.of(20L)).measure();
    }

    private static void server(Fixture fixture, int pid, int parent, int ticks) {
        fixture.file("proc/" + pid + "/stat", pid + " (a server) S " + parent + " 1 1 0 -1 0 0 0 0 0 " + ticks
                + " 0 0 0 20");
    }

    @Test
    void whatTheMachineBeneathTakesIsOfNoOtherProcess() {
        assertThat(lookWhileWorking(0, 0, 400)).isEmpty();
    }

    @Test
    void theTargetsOwnServerIsNoOther() {
        assertThat(lookWhileWorking(400, 200, 0)).isEmpty();
    }

    @Test
    void whatWorksBesideTheTargetsServerIsTold() {
        assertThat(lookWhileWorking(400, 100, 0)).hasValueSatisfying(cores -> assertThat(cores).isBetween(1.0, 25.0));
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
        assertThat(new CpuContention(new ProcFs(root), new VirtualClock(), List.of()).measure()).isEmpty();
    }
}
