package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class RankOverlapTest {

    private static final double P = 0.9;

    /**
     * The definition: agreement goes on beyond what is known as the paper assumes, that of the shorter ranking as it
     * was at its end, that of the longer one at its; summed over 2,000 depths.
     */
    private static double defined(List<Integer> a, List<Integer> b) {
        List<Integer> s = a.size() < b.size() ? a : b;
        List<Integer> l = s == a ? b : a;
        double sum = 0;
        for (int d = 1; d <= 2000; d++) {
            double atShorter = common(s, l, s.size());
            double seen = common(s, l, Math.min(d, l.size()));
            double agreement = d <= s.size() ? seen / d
                    : d <= l.size() ? (seen + atShorter * (d - s.size()) / s.size()) / d
                    : (common(s, l, l.size()) - atShorter) / l.size() + atShorter / s.size();
            sum += agreement * Math.pow(P, d - 1);
        }
        return (1 - P) * sum;
    }

    private static double common(List<Integer> s, List<Integer> l, int depth) {
        return l.stream().limit(depth).filter(s.subList(0, Math.min(depth, s.size()))::contains).count();
    }

    @Test
    void isWhatItsDefinitionSaysForRankingsOfAnyLength() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            List<Integer> items = new ArrayList<>(IntStream.range(0, 14).boxed().toList());
            Collections.shuffle(items, random);
            List<Integer> a = List.copyOf(items.subList(0, 1 + random.nextInt(10)));
            Collections.shuffle(items, random);
            List<Integer> b = List.copyOf(items.subList(0, 1 + random.nextInt(10)));
            assertThat(RankOverlap.rankBiased(a, b, P)).isCloseTo(defined(a, b), within(1e-9))
                    .isEqualTo(RankOverlap.rankBiased(b, a, P)).isBetween(0.0, 1 + 1e-12);
        }
    }

    @Test
    void theSameIsOneAndNothingInCommonIsNone() {
        List<Integer> ten = IntStream.range(0, 10).boxed().toList();
        assertThat(RankOverlap.rankBiased(ten, ten, P)).isCloseTo(1, within(1e-12));
        assertThat(RankOverlap.share(ten, ten.reversed())).isEqualTo(1);
        assertThat(RankOverlap.rankBiased(ten, ten.reversed(), P)).isBetween(0.3, 0.9);
        assertThat(RankOverlap.rankBiased(ten, List.of(77), P)).isZero();
        assertThat(RankOverlap.rankBiased(List.of(), List.of(), P)).isEqualTo(1);
        assertThat(RankOverlap.rankBiased(List.of(), ten, P)).isZero();
        assertThat(RankOverlap.rankBiased(List.of(1, 2, 3), List.of(1, 2, 2, 1, 3), P)).isCloseTo(1, within(1e-12));
        assertThat(RankOverlap.share(List.of(1, 1, 2), List.of(1, 1, 2))).isEqualTo(1);
        assertThat(RankOverlap.share(List.of(), List.of())).isEqualTo(1);
        assertThat(RankOverlap.share(ten.subList(0, 5), ten)).isEqualTo(0.5);
    }

    /** What stands first weighs most. */
    @Test
    void aDifferenceAtTheTopWeighsMoreThanOneAtTheEnd() {
        List<Integer> ten = IntStream.range(0, 10).boxed().toList();
        List<Integer> top = new ArrayList<>(ten);
        top.set(0, 77);
        List<Integer> end = new ArrayList<>(ten);
        end.set(9, 77);
        assertThat(RankOverlap.rankBiased(ten, top, P)).isLessThan(RankOverlap.rankBiased(ten, end, P));
    }
}
