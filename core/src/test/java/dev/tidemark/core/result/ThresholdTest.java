package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {

    private static final MeasureSet MEASURES = MeasureSet.of(
            new Measure("response.p99", "p99", "ms", Direction.LOWER, 2, ""),
            new Measure("failures", "Failures", "", Direction.LOWER, 0, ""),
            new Measure("throughput", "Documents/s", "documents/s", Direction.HIGHER, 0, ""),
            new Measure("cpu", "CPU", "%", Direction.NEITHER, 0, ""),
            new Measure("total-write", "Total write", "MB", Direction.LOWER, 0, ""),
            new Measure("volume-rate", "Volume", "MB/s", Direction.HIGHER, 1, ""));

    @ParameterizedTest
    @CsvSource({"response.p99, < 50ms, BELOW, 50", "response.p99, <0.5s, BELOW, 500",
            "response.p99, <= 900us, AT_MOST, 0.9",
        "response.p99, < 2m, BELOW, 120000", "response.p99, < 7, BELOW, 7",
        "failures, 0, EQUAL, 0", "failures, <= 0, AT_MOST, 0", "failures, == 3, EQUAL, 3",
        "throughput, >= 1000/s, AT_LEAST, 1000", "throughput, > 10k/s, ABOVE, 10000",
        "throughput, > 10k documents/s, ABOVE, 10000", "throughput, > 2.5k, ABOVE, 2500",
        "cpu, < 80%, BELOW, 80", "total-write, < 1GB, BELOW, 1000", "total-write, < 1 MiB, BELOW, 1.048576",
        "volume-rate, > 500kB/s, ABOVE, 0.5"})
    void conditionsAreReadInTheMeasuresUnit(String name, String text, Threshold.Relation relation, double bound) {
        Threshold e = Threshold.parse(name, text, MEASURES);
        assertThat(e.relation()).isEqualTo(relation);
        assertThat(e.bound()).isCloseTo(bound, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"response.p9, < 1, did you mean 'response.p99'", "response.p99, fast, is not a condition",
        "response.p99, < 5MB, does not fit", "throughput, > 5ms, does not fit", "failures, < 5%, a plain number",
        "volume-rate, > 5MB, does not fit"})
    void whatCannotBeReadSaysWhy(String name, String text, String part) {
        assertThatThrownBy(() -> Threshold.parse(name, text, MEASURES)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(part).hasMessageStartingWith("expect: ");
    }

    @Test
    void aBoundIsMetAsItsSignSays() {
        assertThat(Threshold.parse("failures", "<= 0", MEASURES).met(0, false)).isTrue();
        assertThat(Threshold.parse("failures", "< 0", MEASURES).met(0, false)).isFalse();
        assertThat(Threshold.parse("throughput", ">= 5", MEASURES).met(5, false)).isTrue();
        assertThat(Threshold.parse("throughput", "> 5", MEASURES).met(5, false)).isFalse();
    }

    @Test
    void whatIsOnlyKnownToBeAtLeastSoLargeCannotMeetAnUpperBound() {
        assertThat(Threshold.parse("response.p99", "< 50ms", MEASURES).met(40, true)).isFalse();
        assertThat(Threshold.parse("response.p99", "> 30ms", MEASURES).met(40, true)).isTrue();
    }
}
