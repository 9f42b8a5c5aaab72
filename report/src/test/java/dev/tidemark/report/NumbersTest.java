package dev.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "7.25, 7.3", "9, 9", "950, 950", "41200, 41.2k", "3100000, 3.10M", "2.5e9, 2.50G"})
    void countsKeepFewDigits(double number, String text) {
        assertThat(Numbers.count(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 bytes", "950, 950 bytes", "1500, 1.5 kB", "100e6, 100 MB", "3e15, 3 PB", "3e18, 3000 PB"})
    void sizesAreInPowersOfAThousand(double bytes, String text) {
        assertThat(Numbers.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"38, 0:38", "725, 12:05", "10800, 3:00:00", "315360000000, 87600000:00:00"})
    void timesAreThoseOfAClock(long seconds, String text) {
        assertThat(Numbers.clock(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @Test
    void oneThingIsNotSeveral() {
        assertThat(Numbers.counted(1, "job")).isEqualTo("1 job");
        assertThat(Numbers.counted(0, "job")).isEqualTo("0 jobs");
    }
}
