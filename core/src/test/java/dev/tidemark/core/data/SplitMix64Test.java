package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SplitMix64Test {

    /** The same steps backwards, with the multipliers' inverses modulo 2⁶⁴. */
    private static long unmix(long z) {
        z = (z ^ (z >>> 31) ^ (z >>> 62)) * 0x319642b2d24d8ec3L;
        z = (z ^ (z >>> 27) ^ (z >>> 54)) * 0x96de1b173f119089L;
        return z ^ (z >>> 30) ^ (z >>> 60);
    }

    @Property
    void mixingCanBeUndone(@ForAll long any) {
        assertThat(unmix(SplitMix64.mix(any))).isEqualTo(any);
        assertThat(SplitMix64.mix(unmix(any))).isEqualTo(any);
    }

    @Property
    void aPermutationIsOneToOne(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        SplitMix64.Permutation permutation = SplitMix64.Permutation.of(seed, purpose);
        assertThat(unmix(unmix(permutation.apply(n)) ^ permutation.between()) - permutation.before()).isEqualTo(n);
    }

    @Property
    void seedsAndPurposesGiveOtherPermutations(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        long image = SplitMix64.Permutation.of(seed, purpose).apply(n);
        assertThat(SplitMix64.Permutation.of(seed + 1, purpose).apply(n)).isNotEqualTo(image);
        assertThat(SplitMix64.Permutation.of(seed, purpose + 1).apply(n)).isNotEqualTo(image);
    }
}
