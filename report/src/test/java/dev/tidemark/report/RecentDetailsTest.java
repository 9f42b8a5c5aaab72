package dev.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentDetailsTest {

    private final List<Long> read = new ArrayList<>();

    private RecentDetails of(int bytes) {
        return new RecentDetails(id -> {
            read.add(id);
            return new IterationDetail("volume", List.of(), List.of(), List.of(new Interval(0, 0, 0, 0, 1, 0,
                    new byte[bytes])), List.of(), List.of(), List.of(), List.of());
        });
    }

    @Test
    void anIterationIsReadOnce() {
        RecentDetails details = of(1000);
        assertThat(details.apply(1)).isSameAs(details.apply(1));
        assertThat(read).containsExactly(1L);
    }

    @Test
    void whatIsTooLargeIsReadEachTime() {
        RecentDetails details = of(130_000_000);
        details.apply(1);
        details.apply(1);
        assertThat(read).containsExactly(1L, 1L);
    }

    @Test
    void whatWasNotAskedForLongestGoesFirst() {
        RecentDetails details = of(25_000_000);
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
