package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantizationErrorTest {

    @Test
    void isABucketOfTheHistogramWhereTheNumbersHaveDigitsEnough() {
        assertThat(QuantizationError.of(12.345678, 12.345678)).isEqualTo(0.001);
        assertThat(QuantizationError.of(12_000, 13_000)).isEqualTo(0.001);
        assertThat(QuantizationError.of(196.72, 194.85)).isEqualTo(0.001);
    }

    @Test
    void isTheLastDecimalPlaceWhereThatIsCoarser() {
        assertThat(QuantizationError.of(0.05, 0.06)).isCloseTo(0.2, within(1e-9));
        assertThat(QuantizationError.of(20, 22)).isCloseTo(0.05, within(1e-9));
        assertThat(QuantizationError.of(20, 22.5)).isCloseTo(0.005, within(1e-9));
        assertThat(QuantizationError.of(3e-7, 5e-7)).isCloseTo(1 / 3.0, within(1e-6));
    }

    /** From 100 to 101 a root grows by 0.05; from 0 to 1 by 1. */
    @Test
    void ofRootsIsWhatTheLastPlaceChangesAtTheirMean() {
        assertThat(QuantizationError.ofRoots(100, 100)).isCloseTo(0.05, within(1e-9));
        assertThat(QuantizationError.ofRoots(0, 0, 1)).isCloseTo(1, within(1e-9));
        assertThat(QuantizationError.ofRoots(0, 0)).isCloseTo(1, within(1e-9));
        assertThat(QuantizationError.ofRoots(0, 16)).isCloseTo(0.25, within(1e-9));
    }
}
