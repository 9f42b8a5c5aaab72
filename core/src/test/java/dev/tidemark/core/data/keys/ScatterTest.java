package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ScatterTest {

    @Property(tries = 300)
    void everyNumberHasAPlaceOfItsOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5000) int count) {
        Scatter scatter = new Scatter(seed, count);
        BitSet places = new BitSet(count);
        for (int n = 0; n < count; n++) {
            long place = scatter.apply(n);
            assertThat(place).isBetween(0L, count - 1L);
            assertThat(places.get((int) place)).as("taken twice: %s", place).isFalse();
            places.set((int) place);
        }
    }

    @Property(tries = 1000)
    void placesAreWithinAndApartForAnyCount(@ForAll long seed, @ForAll @LongRange(min = 2) long count,
            @ForAll @LongRange(min = 0) long number) {
        Scatter scatter = new Scatter(seed, count);
        long n = number % (count - 1);
        assertThat(scatter.apply(n)).isBetween(0L, count - 1).isNotEqualTo(scatter.apply(n + 1));
    }

    @Example
    void aMillionKeysAreEachMetOnce() {
        Scatter scatter = new Scatter(1, 1_000_003);
        BitSet places = new BitSet();
        for (int n = 0; n < 1_000_003; n++) {
            places.set((int) scatter.apply(n));
        }
        assertThat(places.cardinality()).isEqualTo(1_000_003);
    }

    /** What is hot, the first thousandth, lies evenly over all; so do the numbers one apart. */
    @Example
    void neighboursAreTakenApart() {
        for (long count : new long[] {1_000_000, 1 << 20, (1 << 20) + 1, 200_000_000, Long.MAX_VALUE}) {
            for (long step : new long[] {1, 2, 64, 1000}) {
                Scatter scatter = new Scatter(7, count);
                long[] counts = new long[100];
                for (int i = 0; i < 1000; i++) {
                    counts[(int) (scatter.apply(i * step) / (count / 100 + 1))]++;
                }
                ChiSquare.assertFollows(counts, ChiSquare.evenly(100));
            }
        }
    }

    @Example
    void anotherSeedGivesOtherPlaces() {
        Scatter one = new Scatter(1, 1_000_000);
        Scatter two = new Scatter(2, 1_000_000);
        int same = 0;
        for (int n = 0; n < 1000; n++) {
            same += one.apply(n) == two.apply(n) ? 1 : 0;
        }
        assertThat(same).isLessThan(5);
    }

    @Example
    void thereMustBeSomethingToScatter() {
        assertThatThrownBy(() -> new Scatter(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Scatter(1, 1).apply(0)).isZero();
    }
}
