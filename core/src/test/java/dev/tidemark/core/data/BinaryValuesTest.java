package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinaryValuesTest {

    @Property(tries = 300)
    void aValueCertifiesWhatItIs(@ForAll long seed, @ForAll long key, @ForAll int lane, @ForAll long n,
            @ForAll @IntRange(min = BlockHeader.BYTES, max = 5_000) int size) {
        BinaryValues values = new BinaryValues(seed, 0.5);
        ByteBuffer value = value(values, key, lane, n, size);
        assertThat(value.remaining()).isEqualTo(size);
        assertThat(BlockHeader.check(value)).isEqualTo(new BlockHeader.Valid(values.seedId(), key, lane, n));
        assertThat(value).isEqualTo(value(new BinaryValues(seed, 0.5), key, lane, n, size));
    }

    @Property(tries = 300)
    void anyChangedByteBreaksTheCertificate(@ForAll @IntRange(min = BlockHeader.BYTES, max = 2_000) int size,
            @ForAll @IntRange(max = 1_999) int place, @ForAll @IntRange(min = 1, max = 255) int change) {
        ByteBuffer value = value(new BinaryValues(1, 1), 2, 3, 4, size);
        int at = place % size;
        value.put(at, (byte) (value.get(at) ^ change));
        assertThat(BlockHeader.check(value)).isInstanceOf(BlockHeader.Broken.class);
    }

    @Example
    void aBrokenValueHasItsReason() {
        ByteBuffer value = value(new BinaryValues(1, 1), 2, 3, 4, 1_000);
        assertThat(BlockHeader.check(value.duplicate().limit(39)))
                .isEqualTo(new BlockHeader.Broken("has 39 bytes, fewer than its header of 40"));
        assertThat(BlockHeader.check(value.duplicate().limit(999)))
                .isEqualTo(new BlockHeader.Broken("has 999 bytes, but was written with 1000"));
        assertThat(BlockHeader.check(ByteBuffer.allocate(1_000)))
                .isEqualTo(new BlockHeader.Broken("does not begin with a header"));
        value.put(500, (byte) ~value.get(500));
        assertThat(BlockHeader.check(value)).isEqualTo(new BlockHeader.Broken("is damaged"));
    }

    @Example
    void theBuffersByteOrderAndPlaceDoNotMatter() {
        BinaryValues values = new BinaryValues(1, 0.3);
        ByteBuffer little = ByteBuffer.allocateDirect(3_000).order(ByteOrder.LITTLE_ENDIAN).position(7);
        values.put(2, 3, 4, 2_500, little);
        assertThat(little.position()).isEqualTo(2_507);
        assertThat(little.limit()).isEqualTo(3_000);
        assertThat(little.flip().position(7)).isEqualTo(value(values, 2, 3, 4, 2_500));
    }

    @ParameterizedTest
    @CsvSource({"0.1, 10000", "0.25, 1000", "0.5, 200", "0.5, 10000", "0.5, 1000000", "0.75, 4096",
        "0.9, 100000", "1, 100", "1, 10000"})
    void valuesCompressToTheStatedShare(double share, int size) {
        BinaryValues values = new BinaryValues(1, share);
        ByteBuffer many = ByteBuffer.allocate(Math.max(size, 2_000_000 / size * size));
        for (int n = 0; many.remaining() >= size; n++) {
            values.put(n, 0, n, size, many);
        }
        Deflater deflater = new Deflater();
        deflater.setInput(many.array());
        deflater.finish();
        int deflated = deflater.deflate(new byte[many.capacity() + many.capacity() / 10]);
        assertThat(deflater.finished()).isTrue();
        deflater.end();
        assertThat((double) deflated / many.capacity()).isCloseTo(share, within(0.1 * share));
    }

    @Example
    void differentOperationsGiveDifferentBodies() {
        BinaryValues values = new BinaryValues(1, 1);
        long body = value(values, 2, 3, 4, 100).getLong(50);
        assertThat(value(values, 3, 3, 4, 100).getLong(50)).isNotEqualTo(body);
        assertThat(value(values, 2, 4, 4, 100).getLong(50)).isNotEqualTo(body);
        assertThat(value(values, 2, 3, 5, 100).getLong(50)).isNotEqualTo(body);
        assertThat(value(new BinaryValues(2, 1), 2, 3, 4, 100).getLong(50)).isNotEqualTo(body);
    }

    @Example
    void binaryDocumentsHaveThePayloadsSizeAndKnowThemselves() throws IOException {
        BinaryDocuments documents = new BinaryDocuments(1, 777, 1, UriOrder.SEQUENTIAL);
        byte[] content = Bytes.content(documents, 5);
        assertThat(content).hasSize(777);
        assertThat(documents.matches(5, ByteBuffer.wrap(content))).isTrue();
        assertThat(documents.matches(6, ByteBuffer.wrap(content))).isFalse();
        assertThat(documents.matches(5, ByteBuffer.wrap(content, 0, 776))).isFalse();
        assertThat(BlockHeader.check(ByteBuffer.wrap(content)))
                .isInstanceOfSatisfying(BlockHeader.Valid.class, valid -> assertThat(valid.n()).isEqualTo(5));
        assertThat(Bytes.uri(documents, 5)).isEqualTo("/tidemark/0000000000000005.bin");
    }

    @Example
    void impossibleBinaryDocumentsAreRefused() {
        assertThatThrownBy(() -> new BinaryDocuments(1, 39, 1, UriOrder.SPREAD))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new BinaryDocuments(1, 100, 1.1, UriOrder.SPREAD))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new BinaryDocuments(1, 100, Double.NaN, UriOrder.SPREAD))
                .isInstanceOf(InvalidInputException.class);
    }

    private static ByteBuffer value(BinaryValues values, long key, int lane, long n, int size) {
        ByteBuffer into = ByteBuffer.allocateDirect(size);
        values.put(key, lane, n, size, into);
        return into.flip();
    }
}
