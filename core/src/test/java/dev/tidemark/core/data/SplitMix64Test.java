package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SplitMix64Test {

    @Property
    void mixingCanBeUndone(@ForAll long any) {
        assertThat(SplitMix64.unmix(SplitMix64.mix(any))).isEqualTo(any);
        assertThat(SplitMix64.mix(SplitMix64.unmix(any))).isEqualTo(any);
    }

    @Property
    void aPermutationIsOneToOne(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        SplitMix64.Permutation permutation = SplitMix64.Permutation.of(seed, purpose);
        assertThat(permutation.invert(permutation.apply(n))).isEqualTo(n);
        assertThat(permutation.apply(permutation.invert(n))).isEqualTo(n);
    }

    @Property
    void seedsAndPurposesGiveOtherPermutations(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        long image = SplitMix64.Permutation.of(seed, purpose).apply(n);
        assertThat(SplitMix64.Permutation.of(seed + 1, purpose).apply(n)).isNotEqualTo(image);
        assertThat(SplitMix64.Permutation.of(seed, purpose + 1).apply(n)).isNotEqualTo(image);
    }
}
