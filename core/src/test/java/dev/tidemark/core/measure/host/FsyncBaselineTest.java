package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FsyncBaselineTest {

    @TempDir
    Path folder;

    @Test
    void itMeasuresTheDeviceAndLeavesNothingBehind() throws IOException {
        FsyncBaseline floor = FsyncBaseline.measure(Clock.system(), folder).orElseThrow();

        assertThat(floor.count()).isBetween(1L, 500L);
        assertThat(floor.p50()).isPositive().isLessThanOrEqualTo(floor.p99());
        assertThat(floor.sentence()).contains("p99", folder.toString());
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void itEndsWhereTimeDoesNotPass() {
        assertThat(FsyncBaseline.measure(new VirtualClock(), folder).orElseThrow().count()).isEqualTo(500);
    }

    @Test
    void whereThereIsNoDirectoryThereIsNoFloor() throws IOException {
        assertThat(FsyncBaseline.measure(Clock.system(), folder.resolve("none"))).isEmpty();
        assertThat(FsyncBaseline.measure(Clock.system(), Files.createFile(folder.resolve("device")))).isEmpty();
    }
}
