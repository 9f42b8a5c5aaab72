package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void ofNumbersThatScatterLittleItIsStudentsInterval() {
        Estimate e = Estimate.of(99, 100, 101);
        assertThat(e.mean()).isEqualTo(100);
        // t(0.975, 2) = 4.303, s = 1
        assertThat(e.margin()).isCloseTo(4.303 / Math.sqrt(3), within(0.01));
        assertThat(e.lopsided()).isFalse();
    }

    @Test
    void ofTimesItStaysAboveZeroHoweverTheyScatter() {
        Estimate e = Estimate.of(0.01, 0.02, 0.12);
        assertThat(e.low()).isPositive().isLessThan(0.05);
        assertThat(e.high()).isGreaterThan(0.12);
        assertThat(e.lopsided()).isTrue();
    }

    @Test
    void ofNumbersOnBothSidesOfZeroItIsSymmetrical() {
        Estimate e = Estimate.of(-1, 0, 4);
        assertThat(e.mean() - e.low()).isCloseTo(e.high() - e.mean(), within(1e-9));
        assertThat(e.low()).isNegative();
    }

    @Test
    void zerosAloneHaveNoMargin() {
        assertThat(Estimate.of(0, 0, 0)).isEqualTo(new Estimate(0, 0, 0, 3));
    }

    /** Times whose logarithms are normal, with a spread of 2 % and of 20 %. */
    @Test
    void itHoldsTheMeanAsOftenAsItSays() {
        Random random = new Random(7);
        for (double spread : new double[] {0.02, 0.2}) {
            for (int runs : new int[] {2, 3, 5, 10}) {
                double mean = Math.exp(spread * spread / 2);
                int held = 0;
                for (int i = 0; i < 4000; i++) {
                    Estimate e = Estimate.of(random.doubles(runs).map(u -> Math.exp(spread * random.nextGaussian()))
                            .toArray());
                    held += e.low() <= mean && mean <= e.high() ? 1 : 0;
                }
                assertThat(held / 4000.0).as("%s of %s: %s", spread, runs, Arrays.asList(held)).isBetween(0.935, 0.985);
            }
        }
    }
}
