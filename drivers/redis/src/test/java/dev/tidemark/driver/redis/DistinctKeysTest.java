package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class DistinctKeysTest {

    @Test
    void eachIsCountedOnceBehindItsPrefix() {
        Random random = new Random(8);
        Set<ByteBuffer> model = new HashSet<>();
        DistinctKeys distinct = new DistinctKeys();
        for (int i = 0; i < 100_000; i++) {
            byte[] key = i % 2 == 0 ? ByteBuffer.allocate(10).put(new byte[] {1, 2}).putLong(random.nextInt(30_000)).array()
                    : ("ab" + random.nextInt(30_000)).getBytes();
            byte[] rest = Arrays.copyOfRange(key, 2, key.length);
            assertThat(distinct.add(key, 2)).isEqualTo(model.add(ByteBuffer.wrap(rest)));
        }
        assertThat(distinct.count()).isEqualTo(model.size());
    }
}
