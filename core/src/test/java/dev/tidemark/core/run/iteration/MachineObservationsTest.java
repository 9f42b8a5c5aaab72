package dev.tidemark.core.run.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
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
            looks.contention();
            long after = clock.nanoTime();
            looks.contention();
            assertThat(clock.nanoTime()).as("no time has passed").isEqualTo(after);
        }));
    }
}
