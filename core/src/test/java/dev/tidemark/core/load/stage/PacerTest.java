package dev.tidemark.core.load.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacerTest {

    /** Of few slots a twentieth of a processor may be spun away, and of many two fifths, but for 150 µs of each at most. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0.01, 5_000_000", "1, 5_000_000", "10, 5_000_000", "16, 3_125_000", "100, 500_000", "1000, 150_000",
        "10000, 40_000", "100000, 4_000"})
    void aSleepingWorkerIsCalledBeforeItsSlot(double rate, String nanos) {
        assertThat(Pacer.margin(rate)).isEqualTo(Long.parseLong(nanos.replace("_", "")));
    }
}
