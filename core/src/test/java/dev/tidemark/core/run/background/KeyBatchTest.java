package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class KeyBatchTest {

    @Test
    void itGrowsAndGivesBackWhatWasPutIn() {
        KeyBatch batch = new KeyBatch();
        for (int round = 0; round < 2; round++) {
            batch.clear();
            for (int i = 0; i < 3000; i++) {
                batch.add(ByteBuffer.wrap(("key ".repeat(20) + i).getBytes(StandardCharsets.UTF_8)));
            }
            assertThat(batch.size()).isEqualTo(3000);
            assertThat(StandardCharsets.UTF_8.decode(batch.key(0)).toString()).isEqualTo("key ".repeat(20) + 0);
            assertThat(StandardCharsets.UTF_8.decode(batch.key(2999)).toString()).isEqualTo("key ".repeat(20) + 2999);
            assertThat(batch.key(7).isDirect()).isTrue();
        }
    }
}
