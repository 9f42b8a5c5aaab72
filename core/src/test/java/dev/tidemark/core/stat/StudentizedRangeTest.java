package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentizedRangeTest {

    /** Upper 5 % points as printed in H. L. Harter's tables (1960) and in the appendices of many textbooks since. */
    @ParameterizedTest
    @CsvSource({"2, 1, 17.97", "3, 1, 26.98", "10, 1, 49.07", "20, 1, 59.56", "2, 2, 6.085", "3, 2, 8.331",
        "10, 2, 13.99", "20, 2, 16.77", "3, 5, 4.602", "5, 5, 5.673", "10, 5, 6.995", "20, 5, 8.208", "2, 10, 3.151",
        "3, 10, 3.877", "5, 10, 4.654", "10, 10, 5.599", "20, 10, 6.467", "3, 20, 3.578", "5, 20, 4.232",
        "10, 20, 5.008", "20, 20, 5.714", "3, 60, 3.399", "10, 60, 4.646", "20, 60, 5.241", "2, 120, 2.800",
        "10, 120, 4.560", "20, 120, 5.126"})
    void theCriticalValuesAreThePublishedOnes(int groups, double freedom, double published) {
        double digit = published < 10 ? 0.001 : 0.01;
        assertThat(StudentizedRange.of(groups, freedom).critical(0.05)).isCloseTo(published, within(digit));
        assertThat(StudentizedRange.of(groups, freedom).survival(published)).isCloseTo(0.05, within(1e-4));
    }

    /** The range of two is the distance between two: √2 times Student's t, whatever the degrees of freedom. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3.7", "17", "400", "20000"})
    void ofTwoMeansItIsStudentsDistribution(double freedom) {
        TDistribution student = TDistribution.of(freedom);
        for (double t : new double[] {0.1, 0.7, 2, 3.5, 8, 30}) {
            assertThat(StudentizedRange.of(2, freedom).survival(t * Math.sqrt(2)))
                    .isCloseTo(2 * student.survivalProbability(t), within(1e-8));
        }
    }

    /** With the standard deviation known: F. E. Grubbs and C. L. Weaver's table of the range's distribution (1947). */
    @Test
    void ofVeryManyDegreesOfFreedomItIsTheNormalRange() {
        assertThat(StudentizedRange.of(3, 1e7).critical(0.05)).isCloseTo(3.314, within(6e-4));
        assertThat(StudentizedRange.of(10, 1e7).critical(0.05)).isCloseTo(4.474, within(6e-4));
    }

    @Test
    void aThousandMeansHaveARangeToo() {
        assertThat(StudentizedRange.of(1000, 4000).critical(0.05)).isBetween(6.5, 8.0);
    }
}
