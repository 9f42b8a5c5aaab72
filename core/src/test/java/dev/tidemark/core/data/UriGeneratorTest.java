package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class UriGeneratorTest {

    @Property
    void everyUriTellsItsNumber(@ForAll UriOrder order, @ForAll long seed,
            @ForAll @LongRange(max = 9_999_999_999_999_999L) long n) {
        UriGenerator uriGenerator = new UriGenerator(order, seed, ".txt");
        ByteBuffer uri = put(uriGenerator, n);
        assertThat(uri.remaining()).isEqualTo(uriGenerator.bytes());
        assertThat(uriGenerator.number(uri)).isEqualTo(n);
        assertThat(uri.position()).isZero();
    }

    @Property
    void anotherSeedSpreadsOtherwise(@ForAll long seed, @ForAll @LongRange(max = Long.MAX_VALUE) long n) {
        ByteBuffer uri = put(new UriGenerator(UriOrder.SPREAD, seed, ".txt"), n);
        assertThat(new UriGenerator(UriOrder.SPREAD, seed + 1, ".txt").number(uri)).isNotEqualTo(n);
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

    @Example
    void foreignUrisHaveNoNumber() {
        UriGenerator spread = new UriGenerator(UriOrder.SPREAD, 7, ".txt");
        String own = text(spread, 5);
        assertThat(List.of("", "/tidemark/", own + "x", own.replace(".txt", ".bin"), own.replace("tide", "Tide"),
                "/tidemark/000000000000000g.txt", "/tidemark/" + own.substring(10, 26).toUpperCase() + ".txt"))
                .allMatch(uri -> spread.number(Bytes.buffer(uri)) == UriGenerator.NONE);
        UriGenerator sequential = new UriGenerator(UriOrder.SEQUENTIAL, 7, ".txt");
        assertThat(sequential.number(Bytes.buffer("/tidemark/000000000000000a.txt"))).isEqualTo(UriGenerator.NONE);
    }

    @Property
    void halfOfAllSpreadUrisBelongToNoDocument(@ForAll long seed,
            @ForAll @LongRange(min = Long.MIN_VALUE, max = -1) long n) {
        long image = SplitMix64.Permutation.of(seed, 1).apply(n);
        String uri = "/tidemark/%016x.txt".formatted(image);
        assertThat(new UriGenerator(UriOrder.SPREAD, seed, ".txt").number(Bytes.buffer(uri)))
                .isEqualTo(UriGenerator.NONE);
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
