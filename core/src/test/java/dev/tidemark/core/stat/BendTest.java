package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BendTest {

    private static double[] sizes(int levels, int rounds) {
        return IntStream.range(0, levels * rounds).mapToDouble(i -> 100_000 * (i % levels + 1)).toArray();
    }

    private static double[] measured(double[] x, DoubleUnaryOperator curve, double noise, SplittableRandom random) {
        return IntStream.range(0, x.length).mapToDouble(i -> curve.applyAsDouble(x[i])
                * Math.exp(noise * random.nextGaussian())).toArray();
    }

    /** A response that grows with the index: a straight line, whose runs scatter in proportion to it. */
    @ParameterizedTest
    @CsvSource({"5, 1, 0.05", "6, 1, 0.2", "10, 1, 0.1", "5, 3, 0.05", "6, 3, 0.2", "10, 3, 0.1", "6, 10, 0.1"})
    void aStraightLineIsSaidToBendInAtMostTwoOfAHundred(int levels, int rounds, double noise) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + levels * 31L + rounds);
        double[] x = sizes(levels, rounds);
        Often.atMost(0.02, 2000, () -> Bend.of(x, measured(x, size -> 5 + size / 20_000, noise, random)).isPresent());
    }

    /** From 600,000 on, each more costs four times as much. */
    @Test
    void aBendIsFoundWhereItIs() {
        double[] x = sizes(10, 3);
        DoubleUnaryOperator curve = size -> 5 + size / 100_000 + Math.max(0, size - 600_000) * 3 / 100_000;
        SplittableRandom random = new SplittableRandom(1);
        int found = 0;
        for (int i = 0; i < 100; i++) {
            found += Bend.of(x, measured(x, curve, 0.03, random)).filter(b -> Math.abs(b.at() - 600_000) <= 100_000).isPresent()
                    ? 1 : 0;
        }
        assertThat(found).isGreaterThan(90);
        Bend exact = Bend.of(x, measured(x, curve, 0, random)).orElseThrow();
        assertThat(exact.at()).isEqualTo(600_000);
        assertThat(exact.before()).isCloseTo(1 / 100_000.0, within(1e-9));
        assertThat(exact.after()).isCloseTo(4 / 100_000.0, within(1e-9));
    }

    @Test
    void ofFewValuesAndOfAPerfectLineNothingIsSaid() {
        double[] few = {1, 2, 3, 4};
        assertThat(Bend.of(few, new double[] {1, 2, 9, 20})).isEmpty();
        double[] x = sizes(8, 1);
        assertThat(Bend.of(x, measured(x, size -> 3 + size / 1000, 0, new SplittableRandom(1)))).isEmpty();
    }
}
