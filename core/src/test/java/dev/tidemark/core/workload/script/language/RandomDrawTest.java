package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Shares of numbers against the formulas of PostgreSQL's manual. */
class RandomDrawTest {

    private static final int DRAWS = 200_000;
    private static final int SIZE = 10;

    private static double[] shares(ToLongFunction<RandomDraw> draw) {
        RandomDraw random = new RandomDraw();
        random.seed(7, 0);
        double[] shares = new double[SIZE];
        for (int i = 0; i < DRAWS; i++) {
            shares[(int) draw.applyAsLong(random) - 1] += 1.0 / DRAWS;
        }
        return shares;
    }

    @Test
    void uniform() {
        for (double share : shares(r -> r.uniform(1, SIZE))) {
            assertThat(share).isCloseTo(0.1, within(0.004));
        }
    }

    @Test
    void zipfian() {
        double[] shares = shares(r -> r.zipfian(1, SIZE, 1.5));
        double sum = 0;
        for (int k = 1; k <= SIZE; k++) {
            sum += Math.pow(k, -1.5);
        }
        for (int k = 1; k <= SIZE; k++) {
            assertThat(shares[k - 1]).isCloseTo(Math.pow(k, -1.5) / sum, within(0.005));
        }
    }

    @Test
    void exponential() {
        double[] shares = shares(r -> r.exponential(1, SIZE, 2.5));
        for (int k = 0; k < SIZE; k++) {
            double expected = (Math.exp(-2.5 * k / SIZE) - Math.exp(-2.5 * (k + 1) / SIZE)) / (1 - Math.exp(-2.5));
            assertThat(shares[k]).isCloseTo(expected, within(0.005));
        }
    }

    /** "with a parameter of 2.5 … 67 % of values are drawn from the middle 1.0 / parameter" of the range. */
    @Test
    void gaussian() {
        double[] shares = shares(r -> r.gaussian(1, SIZE, 2.5));
        assertThat(shares[3] + shares[4] + shares[5] + shares[6]).isCloseTo(0.691, within(0.006));
        assertThat(shares[0]).isCloseTo(shares[SIZE - 1], within(0.004));
    }
}
