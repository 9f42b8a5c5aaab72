package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MixTest {

    @Property
    void mixingCanBeUndone(@ForAll long any) {
        assertThat(Mix.unmix(Mix.mix(any))).isEqualTo(any);
        assertThat(Mix.mix(Mix.unmix(any))).isEqualTo(any);
    }

    @Property
    void aPermutationIsOneToOne(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        Mix.Permutation permutation = Mix.Permutation.of(seed, purpose);
        assertThat(permutation.invert(permutation.apply(n))).isEqualTo(n);
        assertThat(permutation.apply(permutation.invert(n))).isEqualTo(n);
    }

    @Property
    void seedsAndPurposesGiveOtherPermutations(@ForAll long seed, @ForAll long purpose, @ForAll long n) {
        long image = Mix.Permutation.of(seed, purpose).apply(n);
        assertThat(Mix.Permutation.of(seed + 1, purpose).apply(n)).isNotEqualTo(image);
        assertThat(Mix.Permutation.of(seed, purpose + 1).apply(n)).isNotEqualTo(image);
    }
}
