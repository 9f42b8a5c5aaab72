package dev.tidemark.core.workload.randomio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.data.SplitMix64;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RandomIoMixTest {

    private static long reads(RandomIoMix mix, long from, long cycles) {
        return LongStream.range(from, from + cycles).filter(n -> mix.reads(n, SplitMix64.mix(n * SplitMix64.STEP)))
                .count();
    }

    @Property(tries = 100)
    void aDealtShareIsExactInAnyHundredCycles(@ForAll @IntRange(min = 0, max = 100) int percent,
            @ForAll @IntRange(min = 0, max = 1_000_000) int hundred) {
        assertThat(reads(new RandomIoMix(percent, false), 100L * hundred, 100)).isEqualTo(percent);
    }

    /** Within 5 standard deviations of the binomial distribution. */
    @Property(tries = 100)
    void aDicedShareKeepsToItsBounds(@ForAll @IntRange(min = 0, max = 100) int percent,
            @ForAll @IntRange(min = 0, max = 1_000_000) int from) {
        double share = percent / 100.0;
        double deviation = Math.sqrt(10_000 * share * (1 - share));
        assertThat((double) reads(new RandomIoMix(percent, true), from, 10_000))
                .isBetween(10_000 * share - 5 * deviation, 10_000 * share + 5 * deviation);
    }
}
