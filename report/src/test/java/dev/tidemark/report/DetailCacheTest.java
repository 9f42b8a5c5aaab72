package dev.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import org.junit.jupiter.api.Test;

class DetailCacheTest {

    private final List<Long> read = new ArrayList<>();

    private DetailCache of(int bytes) {
        return new DetailCache(id -> {
            read.add(id);
            return new IterationDetail("volume", List.of(), List.of(), List.of(new Interval(0, 0, 0, 0, 1, 0,
                    new byte[bytes])), List.of(), List.of(), List.of(), List.of());
        });
    }

    @Test
    void anIterationIsReadOnce() {
        DetailCache details = of(1000);
        assertThat(details.apply(1)).isSameAs(details.apply(1));
        assertThat(read).containsExactly(1L);
    }

    @Test
    void whatIsTooLargeIsReadEachTime() {
        DetailCache details = of(130_000_000);
        details.apply(1);
        details.apply(1);
        assertThat(read).containsExactly(1L, 1L);
    }

    @Test
    void whatWasNotAskedForLongestGoesFirst() {
        DetailCache details = of(25_000_000);
        for (long id = 1; id <= 10; id++) {
            details.apply(id);
        }
        details.apply(1); // now 2 is the oldest
        details.apply(11);
        read.clear();
        details.apply(1);
        assertThat(read).isEmpty();
        details.apply(2);
        assertThat(read).containsExactly(2L);
    }
}
