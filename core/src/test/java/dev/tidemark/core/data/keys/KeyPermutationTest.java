package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class KeyPermutationTest {

    @Property(tries = 300)
    void everyNumberHasAPlaceOfItsOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5000) int count) {
        KeyPermutation keyPermutation = new KeyPermutation(seed, count);
        BitSet places = new BitSet(count);
        for (int n = 0; n < count; n++) {
            long place = keyPermutation.apply(n);
            assertThat(place).isBetween(0L, count - 1L);
            assertThat(places.get((int) place)).as("taken twice: %s", place).isFalse();
            places.set((int) place);
        }
    }

    @Property(tries = 1000)
    void placesAreWithinAndApartForAnyCount(@ForAll long seed, @ForAll @LongRange(min = 2) long count,
            @ForAll @LongRange(min = 0) long number) {
        KeyPermutation keyPermutation = new KeyPermutation(seed, count);
        long n = number % (count - 1);
        assertThat(keyPermutation.apply(n)).isBetween(0L, count - 1).isNotEqualTo(keyPermutation.apply(n + 1));
    }

    @Example
    void aMillionKeysAreEachMetOnce() {
        KeyPermutation keyPermutation = new KeyPermutation(1, 1_000_003);
        BitSet places = new BitSet();
        for (int n = 0; n < 1_000_003; n++) {
            places.set((int) keyPermutation.apply(n));
        }
        assertThat(places.cardinality()).isEqualTo(1_000_003);
    }

    /** What is hot, the first thousandth, lies evenly over all; so do the numbers one apart. */
    @Example
    void neighboursAreTakenApart() {
        for (long count : new long[] {1_000_000, 1 << 20, (1 << 20) + 1, 200_000_000, Long.MAX_VALUE}) {
            for (long step : new long[] {1, 2, 64, 1000}) {
                KeyPermutation keyPermutation = new KeyPermutation(7, count);
                long[] counts = new long[100];
                for (int i = 0; i < 1000; i++) {
                    counts[(int) (keyPermutation.apply(i * step) / (count / 100 + 1))]++;
                }
                ChiSquare.assertFollows(counts, ChiSquare.evenly(100));
            }
        }
    }

    @Example
    void anotherSeedGivesOtherPlaces() {
        KeyPermutation one = new KeyPermutation(1, 1_000_000);
        KeyPermutation two = new KeyPermutation(2, 1_000_000);
        int same = 0;
        for (int n = 0; n < 1000; n++) {
            same += one.apply(n) == two.apply(n) ? 1 : 0;
        }
        assertThat(same).isLessThan(5);
    }

    @Example
    void thereMustBeSomethingToScatter() {
        assertThatThrownBy(() -> new KeyPermutation(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new KeyPermutation(1, 1).apply(0)).isZero();
    }
}
