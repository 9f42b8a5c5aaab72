package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasureSetTest {

    private static final Measure SIZE = new Measure("size", "Size", "MB", Direction.LOWER, 0, "Bytes of files.");
    private static final Measure TIME = new Measure("time", "Time", "s", Direction.LOWER, 2, "How long it took.");

    /** A unit and a name are of whoever computes it. */
    @Test
    void headingAndHelpAreThoseOfTheOneThatCounts() {
        Measure other = SIZE.titled("Stands").explained("Bytes of stands.");
        assertThat(MeasureSet.of(SIZE, TIME).headedAs(MeasureSet.of(other)).all()).containsExactly(
                new Measure("size", "Stands", "MB", Direction.LOWER, 0, "Bytes of stands."), TIME);
    }
}
