package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class KeyFormatTest {

    private static ByteBuffer key(KeyFormat format, long key) {
        ByteBuffer into = ByteBuffer.allocateDirect(format.largest() + 3).order(ByteOrder.LITTLE_ENDIAN).position(2);
        format.put(key, into);
        return into.flip().position(2);
    }

    private static String text(KeyFormat format, long key) {
        return StandardCharsets.UTF_8.decode(key(format, key)).toString();
    }

    @Example
    void numbersAreWrittenAsTheFormatSays() {
        assertThat(key(new KeyFormat.Binary(), 0x0102030405060708L))
                .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
        assertThat(text(new KeyFormat.Text("user", 1), 0)).isEqualTo("user0");
        assertThat(text(new KeyFormat.Text("user", 1), 1234)).isEqualTo("user1234");
        assertThat(text(new KeyFormat.Text("", 12), 1234)).isEqualTo("000000001234");
        assertThat(text(new KeyFormat.Text("", 2), 1234)).isEqualTo("1234");
        assertThat(text(new KeyFormat.Text("k", 1), Long.MAX_VALUE)).isEqualTo("k9223372036854775807");
        assertThat(text(new KeyFormat.Composed(List.of(new KeyFormat.Hash(4), new KeyFormat.Text("/u", 3))), 7))
                .matches("[0-9a-f]{4}/u007");
    }

    @Property
    void binaryAndPaddedTextKeysAreInTheOrderOfTheirNumbers(@ForAll @LongRange(min = 0) long a,
            @ForAll @LongRange(min = 0) long b) {
        for (KeyFormat format : List.of(new KeyFormat.Binary(), new KeyFormat.Text("key", 19))) {
            byte[] left = bytes(key(format, a));
            byte[] right = bytes(key(format, b));
            assertThat(Integer.signum(Arrays.compareUnsigned(left, right))).isEqualTo(Long.compare(a, b));
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Property
    void keysFitAndTellNumbersApart(@ForAll @LongRange(min = 0) long a, @ForAll @LongRange(min = 0) long b) {
        for (KeyFormat format : List.of(new KeyFormat.Binary(), new KeyFormat.Text("user", 5),
                new KeyFormat.Composed(List.of(new KeyFormat.Hash(4), new KeyFormat.Binary())))) {
            assertThat(key(format, a).remaining()).isLessThanOrEqualTo(format.largest());
            assertThat(key(format, a).equals(key(format, b))).isEqualTo(a == b);
        }
    }

    @Example
    void hashesTakeNeighboursApart() {
        long[] counts = new long[16];
        for (int n = 0; n < 16_000; n++) {
            counts[Integer.parseInt(text(new KeyFormat.Hash(1), n), 16)]++;
        }
        ChiSquare.assertFollows(counts, ChiSquare.evenly(16));
    }

    @Example
    void impossibleFormatsAreRefused() {
        assertThatThrownBy(() -> new KeyFormat.Text("", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyFormat.Text("é", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyFormat.Hash(17)).isInstanceOf(IllegalArgumentException.class);
    }
}
