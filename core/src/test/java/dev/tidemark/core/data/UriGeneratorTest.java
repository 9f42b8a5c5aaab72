package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class UriGeneratorTest {

    @Property
    void everyUriHoldsItsNumber(@ForAll UriOrder order, @ForAll long seed,
            @ForAll @LongRange(max = 9_999_999_999_999_999L) long n) {
        UriGenerator uriGenerator = new UriGenerator(order, seed, ".txt");
        ByteBuffer uri = put(uriGenerator, n);
        assertThat(uri.remaining()).isEqualTo(uriGenerator.bytes());
        assertThat(StandardCharsets.US_ASCII.decode(uri).toString()).isEqualTo(order == UriOrder.SEQUENTIAL
                ? "/tidemark/%016d.txt".formatted(n)
                : "/tidemark/%016x.txt".formatted(SplitMix64.Permutation.of(seed, 1).apply(n)));
    }

    @Property
    void anotherSeedSpreadsOtherwise(@ForAll long seed, @ForAll @LongRange(max = Long.MAX_VALUE) long n) {
        ByteBuffer uri = put(new UriGenerator(UriOrder.SPREAD, seed, ".txt"), n);
        assertThat(put(new UriGenerator(UriOrder.SPREAD, seed + 1, ".txt"), n)).isNotEqualTo(uri);
    }

    @Example
    void spreadUrisBeginWithEachDigitAboutEquallyOften() {
        UriGenerator uriGenerator = new UriGenerator(UriOrder.SPREAD, 7, ".txt");
        int[] first = new int[16];
        LongStream.range(0, 16_000).forEach(n -> first[Character.digit(text(uriGenerator, n).charAt(10), 16)]++);
        // 1000 expected of each; six standard deviations of a binomial count.
        assertThat(Arrays.stream(first)).allMatch(count -> Math.abs(count - 1000) < 6 * Math.sqrt(1000));
    }

    @Example
    void sequentialUrisSortByNumber() {
        UriGenerator uriGenerator = new UriGenerator(UriOrder.SEQUENTIAL, 7, ".txt");
        assertThat(text(uriGenerator, 0)).isEqualTo("/tidemark/0000000000000000.txt");
        assertThat(text(uriGenerator, 1234567890123456L)).isEqualTo("/tidemark/1234567890123456.txt");
        List<String> all = LongStream.of(0, 9, 10, 99, 100, 12345).mapToObj(n -> text(uriGenerator, n)).toList();
        assertThat(all).isSorted();
    }

    @Example
    void numbersWithoutUriAreRefused() {
        UriGenerator uriGenerator = new UriGenerator(UriOrder.SEQUENTIAL, 7, ".txt");
        assertThatThrownBy(() -> put(uriGenerator, 10_000_000_000_000_000L))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> put(uriGenerator, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ByteBuffer put(UriGenerator uriGenerator, long n) {
        ByteBuffer into = ByteBuffer.allocate(64);
        uriGenerator.put(n, into);
        return into.flip();
    }

    private static String text(UriGenerator uriGenerator, long n) {
        return StandardCharsets.US_ASCII.decode(put(uriGenerator, n)).toString();
    }
}
