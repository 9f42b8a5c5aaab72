package dev.tidemark.core.run.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MachineObservationsTest {

    @TempDir
    Path folder;

    @Test
    void aFloorIsMeasuredAgainAfterAMinute() throws Exception {
        VirtualClock clock = new VirtualClock();
        clock.join(clock.start("looks", () -> {
            MachineObservations looks = new MachineObservations(clock);
            var first = looks.floor(folder);
            assertThat(first).isPresent();
            assertThat(looks.floor(folder)).as("at once").isSameAs(first);
            clock.sleepUntil(clock.nanoTime() + Duration.ofSeconds(61).toNanos());
            assertThat(looks.floor(folder)).isPresent().isNotSameAs(first);
        }));
    }

    @Test
    void otherProcessesAreLookedForOnceInAWhile() throws Exception {
        VirtualClock clock = new VirtualClock();
        clock.join(clock.start("looks", () -> {
            MachineObservations looks = new MachineObservations(clock);
            looks.contention(List.of());
            long after = clock.nanoTime();
            looks.contention(List.of());
            assertThat(clock.nanoTime()).as("no time has passed").isEqualTo(after);
        }));
    }

    /** What was seen beside one target's servers has another's among the others. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void otherProcessesThanOfAnotherServerAreLookedForAgain() throws Exception {
        VirtualClock clock = new VirtualClock();
        clock.join(clock.start("looks", () -> {
            MachineObservations looks = new MachineObservations(clock);
            looks.contention(List.of());
            long after = clock.nanoTime();
            looks.contention(List.of(new ServerProcess(1, "9042", List.of())));
            assertThat(clock.nanoTime()).isGreaterThan(after);
        }));
    }
}
