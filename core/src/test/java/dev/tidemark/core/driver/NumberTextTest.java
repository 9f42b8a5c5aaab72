package dev.tidemark.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testing.Effort;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {

    /** As pgbench 15.18 put them into statements. */
    @ParameterizedTest
    @CsvSource({"0.30000000000000004, 0.3", "110.00000000000001, 110", "3.141592653589793, 3.14159265358979", "5000, 5000",
        "1e15, 1e+15", "999999999999999, 999999999999999", "999999999999999.9, 1e+15", "1e-4, 0.0001", "1e-5, 1e-05",
        "1.25e-10, 1.25e-10", "123456789012345678, 1.23456789012346e+17", "-2.5, -2.5", "-0.0, -0", "0, 0", "1e300, 1e+300",
        "4.9e-324, 4.94065645841247e-324", "NaN, NaN", "-Infinity, -Infinity"})
    void hasFifteenDigits(double number, String text) {
        assertThat(NumberText.of(number)).isEqualTo(text);
    }

    @Test
    void isTheNumberAgainWhereItHasFifteenDigits() {
        SplittableRandom random = new SplittableRandom(33);
        for (int i = 0; i < Effort.of(2_000, 200_000); i++) {
            double number = random.nextLong(-999_999_999_999_999L, 1_000_000_000_000_000L) / Math.pow(10, random.nextInt(20));
            assertThat(Double.parseDouble(NumberText.of(number))).isEqualTo(number);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "7", "-7", "9223372036854775807", "-9223372036854775808"})
    void knowsWholeNumbers(String text) {
        assertThat(NumberText.isWhole(text)).isTrue();
        assertThat(Long.toString(Long.parseLong(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "-0", "+7", "007", "7.", "7.0", "1e3", "9223372036854775808", "-9223372036854775809",
        "10000000000000000000", "7 ", "٣"})
    void knowsWhatIsNoneOrWrittenOtherwise(String text) {
        assertThat(NumberText.isWhole(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0.10, true", "-1.5, true", "10.0, true", "1, false", ".5, false", "5., false", "00.5, false", "+1.5, false",
        "1.5e3, false", "-, false", "1.2.3, false"})
    void knowsFractions(String text, boolean is) {
        assertThat(NumberText.isFraction(text)).isEqualTo(is);
    }
}
