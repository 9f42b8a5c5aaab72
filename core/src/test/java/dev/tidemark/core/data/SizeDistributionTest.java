package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SizeDistributionTest {

    private static final int DRAWS = 1_000_000;

    private static double mean(SizeDistribution sizes) {
        double sum = 0;
        for (int n = 0; n < DRAWS; n++) {
            sum += sizes.size(SplitMix64.mix(n));
        }
        return sum / DRAWS;
    }

    private static double shareBelow(SizeDistribution sizes, int size) {
        int below = 0;
        for (int n = 0; n < DRAWS; n++) {
            below += sizes.size(SplitMix64.mix(n)) < size ? 1 : 0;
        }
        return (double) below / DRAWS;
    }

    @Example
    void meansAreThoseOfTheLaws() {
        assertThat(new SizeDistribution.Fixed(8000).mean()).isEqualTo(8000);
        assertThat(mean(new SizeDistribution.Fixed(8000))).isEqualTo(8000);
        assertThat(mean(new SizeDistribution.Uniform(100, 900))).isCloseTo(500, within(1.2));
        assertThat(new SizeDistribution.Uniform(100, 900).mean()).isEqualTo(500);
        SizeDistribution exponential = new SizeDistribution.Exponential(100, 900);
        assertThat(exponential.mean()).isCloseTo(999.5, within(0.01));
        assertThat(mean(exponential)).isCloseTo(exponential.mean(), within(4.5));
        SizeDistribution enlarged = new SizeDistribution.Exponential(5000, 3000, 5, 0.2);
        assertThat(enlarged.mean()).isCloseTo(0.8 * 7999.5 + 0.2 * 39_999.5, within(0.1));
        assertThat(mean(enlarged)).isCloseTo(enlarged.mean(), within(90.0));
    }

    @Example
    void quantilesAreThoseOfTheLaws() {
        SizeDistribution uniform = new SizeDistribution.Uniform(101, 200);
        assertThat(shareBelow(uniform, 101)).isZero();
        assertThat(shareBelow(uniform, 126)).isCloseTo(0.25, within(0.0022));
        assertThat(shareBelow(uniform, 201)).isEqualTo(1);
        SizeDistribution exponential = new SizeDistribution.Exponential(100, 1000);
        assertThat(shareBelow(exponential, 100)).isZero();
        for (int excess : new int[] {10, 693, 2303, 4605}) {
            double share = 1 - Math.exp(-excess / 1000.0);
            assertThat(shareBelow(exponential, 100 + excess)).isCloseTo(share, within(0.0026));
        }
    }

    @Property
    void noSizeIsOutOfBounds(@ForAll long random, @ForAll @IntRange(min = 40, max = 100_000) int smallest,
            @ForAll @IntRange(max = 100_000) int more) {
        assertThat(new SizeDistribution.Uniform(smallest, smallest + more).size(random))
                .isBetween(smallest, smallest + more);
        SizeDistribution exponential = new SizeDistribution.Exponential(smallest, more, 3, 0.5);
        assertThat(exponential.size(random)).isBetween(smallest, exponential.largest());
    }

    @Example
    void impossibleSizesAreRefused() {
        assertThatThrownBy(() -> new SizeDistribution.Fixed(39)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SizeDistribution.Uniform(100, 99)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SizeDistribution.Exponential(40, 1e9))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 300)
    void valuesHaveTheirSizeAndAreKnownAgain(@ForAll long seed, @ForAll @LongRange(min = 0) long key,
            @ForAll @IntRange(max = 1000) int lane, @ForAll @LongRange(min = 0) long n) {
        ValueGenerator values = new ValueGenerator(seed, new SizeDistribution.Uniform(40, 400), 0.5);
        ByteBuffer written = ByteBuffer.allocate(400);
        values.write(key, lane, n, written);
        assertThat(written.flip().remaining()).isEqualTo(values.size(lane, n));
        assertThat(values.fault(key, written)).isEmpty();
        assertThat(values.fault(key ^ 1, written)).contains("the value belongs to another key");
        assertThat(new ValueGenerator(seed + 1, values.sizes(), 0.5).fault(key, written))
                .contains("the value belongs to other data");
        ByteBuffer first = ByteBuffer.allocate(400);
        values.first(key, first);
        assertThat(values.fault(key, first.flip())).isEmpty();
        assertThat(first).isNotEqualTo(written);
    }

    @Example
    void aValueOfAnotherSizeThanWasOfferedIsFound() {
        ByteBuffer stored = ByteBuffer.allocate(500);
        new ValueGenerator(1, new SizeDistribution.Fixed(500), 1).write(2, 3, 4, stored);
        assertThat(new ValueGenerator(1, new SizeDistribution.Fixed(400), 1).fault(2, stored.flip()))
                .contains("the value has 500 bytes instead of 400");
    }
}
