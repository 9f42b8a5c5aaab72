package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class DatasetValuesTest {

    private static final int SIZE = 64;
    private final DatasetValues values = new DatasetValues(5, SIZE);

    private ByteBuffer first(int keyspace, long key) {
        ByteBuffer value = ByteBuffer.allocate(SIZE);
        values.first(keyspace, key, value);
        return value.flip();
    }

    private ByteBuffer update(int keyspace, long key, int lane, long n) {
        ByteBuffer value = ByteBuffer.allocate(SIZE);
        values.update(keyspace, key, lane, n, value);
        return value.flip();
    }

    @Property(tries = 200)
    void everyVersionOfAKeyCertifiesThatKeyAndNoOther(@ForAll @IntRange(min = 0, max = 999) int keyspace,
            @ForAll @LongRange(min = 0, max = (1L << 44) - 2) long key, @ForAll @IntRange(min = 0, max = 1023) int lane,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE - 1) long n) {
        for (ByteBuffer value : new ByteBuffer[] {first(keyspace, key), update(keyspace, key, lane, n)}) {
            assertThat(values.fault(keyspace, key, value)).isEmpty();
            assertThat(values.fault(keyspace, key + 1, value)).contains("the value belongs to another key");
            assertThat(values.fault(keyspace + 1, key, value)).contains("the value belongs to another key");
            assertThat(new DatasetValues(6, SIZE).fault(keyspace, key, value))
                    .contains("the value belongs to another dataset");
        }
        assertThat(update(keyspace, key, lane, n)).isNotEqualTo(first(keyspace, key));
    }

    @Property(tries = 100)
    void aChangedByteIsFound(@ForAll @IntRange(min = 0, max = SIZE - 1) int at,
            @ForAll @IntRange(min = 1, max = 255) int change) {
        ByteBuffer value = first(3, 4);
        value.put(at, (byte) (value.get(at) ^ change));
        assertThat(values.fault(3, 4, value)).isPresent();
    }

    @Property(tries = 20)
    void aValueOfAnotherSizeIsFound(@ForAll @IntRange(min = DatasetValues.SMALLEST, max = SIZE - 1) int size) {
        ByteBuffer value = ByteBuffer.allocate(size);
        new DatasetValues(5, size).first(3, 4, value);
        assertThat(values.fault(3, 4, value.flip())).contains("the value has " + size + " bytes instead of 64");
    }
}
