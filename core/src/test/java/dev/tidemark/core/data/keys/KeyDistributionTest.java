package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDistributionTest {

    private static final int DRAWS = 1_000_000;

    /** How often each rank below {@code items} was drawn, and all others in the last cell. */
    private static long[] counts(KeyDistribution keyDistribution, int items, int draws) {
        long[] counts = new long[items + 1];
        KeyDistribution.Sampler sampler = keyDistribution.sampler();
        for (int n = 0; n < draws; n++) {
            counts[(int) Math.min(items, sampler.rank(CounterRng.start(5, 3, n), items))]++;
        }
        return counts;
    }

    private static double share(KeyDistribution keyDistribution, long items, long below) {
        KeyDistribution.Sampler sampler = keyDistribution.sampler();
        int hits = 0;
        for (int n = 0; n < DRAWS; n++) {
            hits += sampler.rank(CounterRng.start(11, 0, n), items) < below ? 1 : 0;
        }
        return (double) hits / DRAWS;
    }

    /** Five standard deviations of a share. */
    private static org.assertj.core.data.Offset<Double> error(double share) {
        return within(5 * Math.sqrt(share * (1 - share) / DRAWS) + 1e-9);
    }

    @Test
    void uniformRanksAreAllAlike() {
        long[] counts = counts(new KeyDistribution.Uniform(), 1000, DRAWS);
        assertThat(counts[1000]).isZero();
        ChiSquare.assertFollows(Arrays.copyOf(counts, 1000), ChiSquare.evenly(1000));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.000000001, 1.2, 3})
    void zipfRanksFollowTheLaw(double theta) {
        for (int items : new int[] {1, 2, 3, 10, 1000}) {
            double[] law = zipf(theta, items);
            long[] counts = counts(new KeyDistribution.Zipf(theta), items, DRAWS);
            assertThat(counts[items]).isZero();
            if (items > 1) {
                ChiSquare.assertFollows(Arrays.copyOf(counts, items), law);
            }
        }
    }

    private static double[] zipf(double theta, int items) {
        double[] law = new double[items];
        double sum = 0;
        for (int k = 0; k < items; k++) {
            law[k] = Math.pow(k + 1, -theta);
            sum += law[k];
        }
        for (int k = 0; k < items; k++) {
            law[k] /= sum;
        }
        return law;
    }

    /** The figure that tools get wrong which draw from another number of items than they were told. */
    @ParameterizedTest
    @CsvSource({"1000, 0.129", "10000, 0.098", "1000000, 0.065", "100000000, 0.048"})
    void theHottestZipfKeyHasTheShareThatItsLawGivesIt(long items, double roughly) {
        double exact = 1 / generalisedHarmonic(items, 0.99);
        assertThat(exact).isCloseTo(roughly, within(0.0006));
        assertThat(share(new KeyDistribution.Zipf(0.99), items, 1)).isCloseTo(exact, error(exact));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 0.5", "1000000, 0.99", "1000000000000, 0.8", "1000000000000, 1", "17592186044416, 1.1"})
    void zipfSharesOfTheHottestTenthOfManyKeysAreExact(long items, double theta) {
        double exact = generalisedHarmonic(items / 10, theta) / generalisedHarmonic(items, theta);
        assertThat(share(new KeyDistribution.Zipf(theta), items, items / 10)).isCloseTo(exact, error(exact));
    }

    /** The first terms, then their integral with the first corrections of Euler and Maclaurin. */
    private static double generalisedHarmonic(long items, double theta) {
        int terms = (int) Math.min(items, 100_000);
        double sum = 0;
        for (int k = terms; k >= 1; k--) {
            sum += Math.pow(k, -theta);
        }
        if (items == terms) {
            return sum;
        }
        double integral = theta == 1 ? Math.log((double) items / terms)
                : (Math.pow(items, 1 - theta) - Math.pow(terms, 1 - theta)) / (1 - theta);
        return sum + integral + (Math.pow(items, -theta) - Math.pow(terms, -theta)) / 2;
    }

    @Test
    void aHotSetGetsItsShareEvenlyAndTheRestGetsTheRest() {
        int items = 50;
        double[] law = new double[items];
        Arrays.fill(law, 0, 10, 0.8 / 10);
        Arrays.fill(law, 10, 50, 0.2 / 40);
        long[] counts = counts(new KeyDistribution.HotSet(0.2, 0.8), items, DRAWS);
        assertThat(counts[items]).isZero();
        ChiSquare.assertFollows(Arrays.copyOf(counts, items), law);
    }

    @Test
    void hotKeysAreWholeKeysAndAtLeastOne() {
        assertThat(new KeyDistribution.HotSet(0.29, 0.5).hot(100)).isEqualTo(29);
        assertThat(new KeyDistribution.HotSet(0.2, 0.8).hot(14)).isEqualTo(2);
        assertThat(new KeyDistribution.HotSet(0.2, 0.8).hot(1)).isEqualTo(1);
        assertThat(new KeyDistribution.HotSet(1, 0).hot(7)).isEqualTo(7);
        assertThat(share(new KeyDistribution.HotSet(1, 0), 7, 7)).isEqualTo(1);
    }

    /** Draws beyond the last key are 2.74 %: they are drawn again, or become one hot key, or stay, by the form. */
    @ParameterizedTest
    @CsvSource({"0.01, 0.133", "0.05, 0.456", "0.1, 0.646", "0.2, 0.8075", "0.5, 0.932", "1, 0.9726"})
    void paretoSharesFollowTheLawInEveryForm(double keys, double roughly) {
        long items = 1_000_000;
        double exact = 1 - Math.pow(1 + 10 * keys, -1.5);
        assertThat(exact).isCloseTo(roughly, within(0.0006));
        long below = (long) (keys * items);
        double inside = 1 - Math.pow(11, -1.5);
        assertThat(share(pareto(KeyDistribution.Pareto.Tail.UNBOUNDED), items, below)).isCloseTo(exact, error(exact));
        assertThat(share(pareto(KeyDistribution.Pareto.Tail.CLAMPED), items, Math.min(below, items - 1)))
                .isCloseTo(exact, error(exact));
        assertThat(share(pareto(KeyDistribution.Pareto.Tail.RESAMPLED), items, below))
                .isCloseTo(exact / inside, error(exact / inside));
    }

    private static KeyDistribution.Pareto pareto(KeyDistribution.Pareto.Tail tail) {
        return new KeyDistribution.Pareto(1.5, 0.2, tail);
    }

    @Test
    void paretoRanksFollowTheLawOneByOne() {
        int items = 200;
        double inside = 1 - Math.pow(11, -1.5);
        double[] unbounded = new double[items + 1];
        for (int k = 0; k < items; k++) {
            unbounded[k] = Math.pow(1 + k / 20.0, -1.5) - Math.pow(1 + (k + 1) / 20.0, -1.5);
        }
        unbounded[items] = 1 - inside;
        ChiSquare.assertFollows(counts(pareto(KeyDistribution.Pareto.Tail.UNBOUNDED), items, DRAWS), unbounded);
        double[] clamped = Arrays.copyOf(unbounded, items);
        clamped[items - 1] += unbounded[items];
        long[] toTheLast = counts(pareto(KeyDistribution.Pareto.Tail.CLAMPED), items, DRAWS);
        assertThat(toTheLast[items]).isZero();
        ChiSquare.assertFollows(Arrays.copyOf(toTheLast, items), clamped);
        double[] resampled = Arrays.stream(unbounded).limit(items).map(p -> p / inside).toArray();
        long[] counts = counts(pareto(KeyDistribution.Pareto.Tail.RESAMPLED), items, DRAWS);
        assertThat(counts[items]).isZero();
        ChiSquare.assertFollows(Arrays.copyOf(counts, items), resampled);
    }

    @Test
    void theClampedParetoLawMakesTheLastKeyHotAndTheUnboundedOneGoesFarBeyond() {
        KeyDistribution.Sampler clamped = pareto(KeyDistribution.Pareto.Tail.CLAMPED).sampler();
        KeyDistribution.Sampler unbounded = pareto(KeyDistribution.Pareto.Tail.UNBOUNDED).sampler();
        long farthest = 0;
        int atEnd = 0;
        for (int n = 0; n < DRAWS; n++) {
            atEnd += clamped.rank(CounterRng.start(1, 0, n), 1000) == 999 ? 1 : 0;
            farthest = Math.max(farthest, unbounded.rank(CounterRng.start(1, 0, n), 1000));
        }
        assertThat((double) atEnd / DRAWS).isCloseTo(0.0274, error(0.0274));
        assertThat(farthest).isGreaterThan(100_000);
        assertThat(pareto(KeyDistribution.Pareto.Tail.CLAMPED).end(1000)).isEqualTo(1000);
        assertThat(pareto(KeyDistribution.Pareto.Tail.RESAMPLED).end(1000)).isEqualTo(1000);
    }

    @Property(tries = 2000)
    void ranksAreAlwaysWithin(@ForAll long random, @ForAll @LongRange(min = 1, max = 1L << 44) long items,
            @ForAll @DoubleRange(max = 10) double theta) {
        for (KeyDistribution keyDistribution
                : new KeyDistribution[] {new KeyDistribution.Uniform(), new KeyDistribution.Zipf(theta),
                new KeyDistribution.HotSet(0.01, 0.9),
            pareto(KeyDistribution.Pareto.Tail.RESAMPLED), pareto(KeyDistribution.Pareto.Tail.CLAMPED),
            pareto(KeyDistribution.Pareto.Tail.UNBOUNDED)}) {
            assertThat(keyDistribution.sampler().rank(random, items)).as("%s", keyDistribution).isBetween(0L,
                    keyDistribution.end(items) - 1);
        }
    }

    @Property(tries = 500)
    void whatASamplerRemembersChangesNothing(@ForAll long random, @ForAll @LongRange(min = 1, max = 10_000) long items,
            @ForAll @LongRange(min = 1, max = 10_000) long others) {
        KeyDistribution.Sampler used = new KeyDistribution.Zipf(0.99).sampler();
        used.rank(random, others);
        assertThat(used.rank(random, items)).isEqualTo(new KeyDistribution.Zipf(0.99).sampler().rank(random, items));
    }

    @Test
    void impossibleLawsAreRefused() {
        assertThatThrownBy(() -> new KeyDistribution.Zipf(-0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyDistribution.Zipf(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyDistribution.HotSet(0, 0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyDistribution.HotSet(0.2, 1.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyDistribution.Pareto(1, 0.2, KeyDistribution.Pareto.Tail.RESAMPLED))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
