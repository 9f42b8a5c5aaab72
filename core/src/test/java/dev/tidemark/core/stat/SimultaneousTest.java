package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.stat.Simultaneous.Run;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;

class SimultaneousTest {

    private static Simultaneous of(int systems, double[][] blocks) {
        List<Run> runs = new ArrayList<>();
        for (int b = 0; b < blocks.length; b++) {
            for (int s = 0; s < systems; s++) {
                if (!Double.isNaN(blocks[b][s])) {
                    runs.add(new Run(s, b, Math.exp(blocks[b][s])));
                }
            }
        }
        return Simultaneous.of(systems, runs);
    }

    /** "Student's" sleep data: with two systems nothing is left of the range but the paired test. */
    @Test
    void twoSystemsGiveThePublishedPairedTest() {
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        double[][] blocks = new double[10][];
        for (int i = 0; i < 10; i++) {
            blocks[i] = new double[] {first[i], second[i]};
        }
        Comparison c = of(2, blocks).compare(0, 1);
        assertThat(c.p()).isCloseTo(0.002833, within(5e-7));
        assertThat(Math.log(c.low())).isCloseTo(0.7001142, within(1e-6));
        assertThat(Math.log(c.high())).isCloseTo(2.4598858, within(1e-6));
    }

    /**
     * F. Yates' and W. G. Cochran's way by hand: four systems in nine blocks, one value each. Residual sum of squares
     * 24 on as many degrees of freedom, q(0.05; 4, 24) = 3.901.
     */
    @Test
    void systemsInBlocksAreJudgedByTheResidualsOfAll() {
        // Means 0, 1, 5, 3 and blocks -10, 0, 10 with residuals that sum to 0 both ways.
        double[][] residuals = {{1, -1, 1, -1}, {-1, 1, 0, 0}, {0, 0, -1, 1}};
        double[][] blocks = new double[9][4];
        for (int b = 0; b < 9; b++) {
            for (int s = 0; s < 4; s++) {
                blocks[b][s] = new double[] {0, 1, 5, 3}[s] + 10 * (b % 3 - 1) + residuals[b % 3][s];
            }
        }
        Simultaneous all = of(4, blocks);
        assertThat(all.pooled()).isTrue();
        Comparison c = all.compare(0, 2);
        assertThat(Math.log(c.ratio())).isCloseTo(5, within(1e-9));
        double margin = 3.901 * Math.sqrt(24.0 / 24 / 9);
        assertThat(Math.log(c.high())).isCloseTo(5 + margin, within(2e-3));
        assertThat(c.p()).isLessThan(0.05);
        assertThat(all.compare(1, 0).p()).isGreaterThan(0.05);
        assertThat(all.compare(1, 0).low()).isCloseTo(1 / all.compare(0, 1).high(), within(1e-12));
    }

    /** Without noise, least squares gives back systems and blocks exactly, whichever runs are missing. */
    @Test
    void whereRunsAreMissingTheDriftOfTheBlocksIsStillTakenOut() {
        double x = Double.NaN;
        double[][] blocks = {{0, 1, 5}, {3, x, 8}, {7, 8, x}, {x, 5, 9}, {x, x, 100}};
        Simultaneous all = of(3, blocks);
        assertThat(Math.log(all.compare(0, 1).ratio())).isCloseTo(1, within(1e-9));
        assertThat(Math.log(all.compare(1, 2).ratio())).isCloseTo(4, within(1e-9));
        assertThat(all.compare(1, 2).p()).isLessThan(0.05);
    }

    /**
     * Balanced incomplete blocks of two out of three (F. Yates 1936): the variance of a difference is 2 σ² k / (λ v)
     * with k = 2 runs a block, λ = 2 blocks a pair, v = 3 systems: 2/3 σ².
     */
    @Test
    void theErrorOfBalancedIncompleteBlocksIsYatesOne() {
        double x = Double.NaN;
        double[][] blocks = {{1, -1, x}, {x, 1, -1}, {-1, x, 1}, {1, -1, x}, {x, 1, -1}, {-1, x, 1}};
        BlockModel model = BlockModel.of(3, runs(3, blocks), Simultaneous.Scale.LOGARITHM);
        assertThat(model.freedom()).isEqualTo(12 - 3 - 6 + 1);
        // Each difference within a block is 2, all of it noise: residuals ±1 everywhere.
        assertThat(model.mean(1) - model.mean(0)).isCloseTo(0, within(1e-12));
        assertThat(model.error(0, 1)).isCloseTo(Math.sqrt(12.0 / 4 * 2 / 3), within(1e-9));
    }

    private static List<Run> runs(int systems, double[][] blocks) {
        List<Run> runs = new ArrayList<>();
        for (int b = 0; b < blocks.length; b++) {
            for (int s = 0; s < systems; s++) {
                if (!Double.isNaN(blocks[b][s])) {
                    runs.add(new Run(s, b, Math.exp(blocks[b][s])));
                }
            }
        }
        return runs;
    }

    @Test
    void whatNoCommonBlockConnectsIsNotCompared() {
        double x = Double.NaN;
        double[][] blocks = {{1, 2, x, x}, {1.1, 2.2, x, x}, {x, x, 3, 4}, {x, x, 3.1, 4.3}, {1.2, 2.1, x, x}, {x, x, 3.05, 4.1}};
        Simultaneous all = of(4, blocks);
        assertThat(all.compare(0, 1).errorKnown()).isTrue();
        assertThat(all.compare(2, 3).errorKnown()).isTrue();
        Comparison apart = all.compare(0, 2);
        assertThat(apart.errorKnown()).isFalse();
        assertThat(apart.baseRuns()).isEqualTo(3);
        assertThat(Math.log(apart.ratio())).isCloseTo(3.05 - 1.1, within(1e-9));
    }

    @Test
    void aSingleRunIsNeverComparedWithErrors() {
        double x = Double.NaN;
        Simultaneous all = of(3, new double[][] {{1, 2, 30}, {1.1, 2.1, x}, {1, 2.2, x}});
        assertThat(all.compare(0, 1).errorKnown()).isTrue();
        assertThat(all.compare(0, 2).errorKnown()).isFalse();
        assertThat(of(2, new double[][] {{1, 2}}).compare(0, 1).errorKnown()).isFalse();
    }

    @Test
    void identicalRunsAreNoSurerThanTheirDigits() {
        List<Run> runs = new ArrayList<>();
        for (int block = 0; block < 3; block++) {
            runs.add(new Run(0, block, 4000));
            runs.add(new Run(1, block, 4002));
            runs.add(new Run(2, block, 9000));
        }
        Simultaneous all = Simultaneous.of(3, runs);
        assertThat(all.compare(0, 1).p()).isGreaterThan(0.05);
        assertThat(all.compare(0, 2).p()).isBetween(1e-12, 0.05);
        assertThatThrownBy(() -> Simultaneous.of(1, List.of(new Run(0, 0, 0)))).hasMessageContaining("above 0");
    }

    /** Two that agree by chance look as if they always did. */
    @Test
    void twoRoundsJudgeSixSystemsAndNoFewer() {
        for (int systems = 2; systems < 8; systems++) {
            double[][] blocks = new double[2][systems];
            for (int s = 0; s < systems; s++) {
                blocks[0][s] = s + 0.01 * (s % 3);
                blocks[1][s] = s + 0.01 * (s % 2);
            }
            Simultaneous all = of(systems, blocks);
            assertThat(all.errorKnown(0, 1)).isEqualTo(systems > 5).isEqualTo(all.judged(0));
            assertThat(Simultaneous.leastRounds(systems)).isEqualTo(systems > 5 ? 2 : 3);
            assertThat(all.compare(0, 1).paired()).as("side by side, though too few").isTrue();
        }
    }

    @Test
    void incompleteBlocksWithoutNumberAreNotCompared() {
        List<Run> runs = new ArrayList<>();
        for (int block = 0; block <= Simultaneous.MOST_BLOCKS; block++) {
            runs.add(new Run(block % 3, block, 100 + block % 7));
            runs.add(new Run((block + 1) % 3, block, 100 + block % 5));
        }
        assertThat(Simultaneous.of(3, runs).compare(0, 1).errorKnown()).isFalse();
        List<Run> fewer = runs.subList(0, 2 * Simultaneous.MOST_BLOCKS);
        assertThat(Simultaneous.of(3, fewer).compare(0, 1).errorKnown()).isTrue();
    }

    private static final int EXPERIMENTS = 2000;
    private static final double LEVEL = 0.05;

    /** Whether an experiment tells some pair of systems apart that are all equal. */
    private static BooleanSupplier falseAlarm(int systems, int blocks, IntToDoubleFunction spread, double missing) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + 31 * systems + blocks);
        return () -> {
            double[][] values = new double[blocks][systems];
            for (double[] block : values) {
                double drift = 0.05 * random.nextGaussian();
                for (int s = 0; s < systems; s++) {
                    double noise = spread.applyAsDouble(s) * random.nextGaussian();
                    block[s] = random.nextDouble() < missing ? Double.NaN : 3 + drift + noise;
                }
            }
            return someTold(of(systems, values), values);
        };
    }

    private static boolean someTold(Simultaneous all, double[][] values) {
        int systems = values[0].length;
        for (int a = 0; a < systems; a++) {
            for (int b = a + 1; b < systems; b++) {
                if (has(values, a) && has(values, b) && all.compare(a, b).p() < 0.05) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean has(double[][] values, int system) {
        for (double[] block : values) {
            if (!Double.isNaN(block[system])) {
                return true;
            }
        }
        return false;
    }

    @Test
    void ofAllPairsOfEqualSystemsAnyIsToldApartInAtMostFiveOfAHundredExperiments() {
        Often.between(LEVEL / 2, LEVEL, EXPERIMENTS, falseAlarm(2, 5, s -> 0.01, 0));
        Often.between(LEVEL / 2, LEVEL, EXPERIMENTS, falseAlarm(6, 3, s -> 0.01, 0));
        // cautious: two runs may be as noisy as those of the noisiest
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(18, 2, s -> 0.01, 0));
        Often.between(LEVEL / 2, LEVEL, EXPERIMENTS, falseAlarm(18, 5, s -> 0.01, 0));
    }

    @Test
    void notMoreOftenWhereRunsAreMissing() {
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(6, 4, s -> 0.01, 0.2));
    }

    /** Three runs that happen to be of one speed are no proof that the next one would be. */
    @Test
    void norWhereRunsAreOfTwoSpeeds() {
        for (int systems : new int[] {4, 18, 64}) {
            SplittableRandom random = new SplittableRandom(Effort.seed() + systems);
            Often.atMost(LEVEL, EXPERIMENTS / 4, () -> {
                double[][] values = new double[3][systems];
                for (double[] block : values) {
                    for (int s = 0; s < systems; s++) {
                        block[s] = (random.nextBoolean() ? Math.log(1.5) : 0) + 0.005 * random.nextGaussian();
                    }
                }
                return someTold(of(systems, values), values);
            });
        }
    }

    @Test
    void rootsOfZerosAreComparedAsOneFamily() {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        Often.atMost(LEVEL, EXPERIMENTS, () -> {
            List<Run> runs = new ArrayList<>();
            for (int block = 0; block < 3; block++) {
                for (int s = 0; s < 18; s++) {
                    runs.add(new Run(s, block, Math.floor(2 * random.nextDouble() * random.nextDouble() * 2)));
                }
            }
            Simultaneous all = Simultaneous.of(18, runs, Simultaneous.Scale.ROOT, LEVEL);
            return IntStream.range(0, 18 * 18).anyMatch(i -> all.isLarger(i / 18, i % 18).orElseThrow());
        });
        List<Run> apart = List.of(new Run(0, 0, 0), new Run(0, 1, 0), new Run(0, 2, 0), new Run(1, 0, 100),
                new Run(1, 1, 110), new Run(1, 2, 105), new Run(2, 0, 3));
        Simultaneous all = Simultaneous.of(3, apart, Simultaneous.Scale.ROOT, LEVEL);
        assertThat(all.isLarger(0, 1)).contains(true);
        assertThat(all.isLarger(1, 0)).contains(false);
        assertThat(all.isLarger(0, 2)).as("a single run").isEmpty();
    }

    @Test
    void notMoreOftenWhereSomeVaryMuchMoreThanOthers() {
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(6, 5, s -> s == 0 ? 0.1 : 0.01, 0));
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(18, 5, s -> s == 0 ? 0.1 : 0.01, 0));
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(18, 3, s -> s == 0 ? 0.1 : 0.01, 0));
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(18, 5, s -> s < 9 ? 0.05 : 0.01, 0));
        // What no test of spread sees in so few runs.
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(6, 2, s -> s == 0 ? 0.1 : 0.01, 0));
        Often.atMost(LEVEL, EXPERIMENTS, falseAlarm(18, 5, s -> 0.01 * (1 + s / 6.0), 0));
    }
}
