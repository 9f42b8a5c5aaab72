package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;

class DiskProberTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void everyLimitIsMeasuredAndNothingIsLeftBehind() throws Exception {
        Path directory = Files.createTempDirectory(Path.of("target"), "probe");
        List<String> notes = new ArrayList<>();
        DiskProbe probe = DiskProber.probe(Clock.system(), directory, SHORT, notes::add);
        assertThat(probe.rates()).containsOnlyKeys(DiskLimit.values());
        assertThat(probe.rates().values()).allMatch(rate -> rate > 0);
        assertThat(probe.facts()).extracting(f -> f.name()).contains("file-system");
        assertThat(notes).hasSize(DiskLimit.values().length);
        assertThat(directory).isEmptyDirectory();
        Files.delete(directory);
    }

    @Test
    void whatIsNoDiskIsRefused() {
        assertThatThrownBy(() -> DiskProber.probe(Clock.system(), Path.of("target/missing"), SHORT, _ -> { }))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("is not there");
        Path memory = Path.of("/dev/shm");
        if (Files.isWritable(memory)) {
            assertThatThrownBy(() -> DiskProber.probe(Clock.system(), memory, SHORT, _ -> { }))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("lies in memory");
        }
    }
}
