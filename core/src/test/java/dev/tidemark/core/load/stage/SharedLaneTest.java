package dev.tidemark.core.load.stage;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Limit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SharedLaneTest {

    @Property(tries = 100)
    void claimsCoverEveryPositionOnceAndShrinkTowardsTheEnd(@ForAll @IntRange(min = 1, max = 5000) int limit,
            @ForAll @IntRange(min = 1, max = 32) int workers, @ForAll @IntRange(min = 1, max = 64) int requested) {
        SharedLane lane = new SharedLane(0, limit, workers);
        PositionRange positionRange = new PositionRange();
        List<Long> positions = new ArrayList<>();
        long largest = Long.MAX_VALUE;
        while (lane.claim(positionRange, requested)) {
            long size = 0;
            while (!positionRange.isEmpty()) {
                positions.add(positionRange.next());
                size++;
            }
            assertThat(size).isBetween(1L, Math.min(requested, largest));
            largest = size;
        }

        assertThat(positions).hasSize(limit).isSorted().doesNotHaveDuplicates().contains(0L, limit - 1L);
        assertThat(largest).isEqualTo(1);
    }

    @Test
    void withoutALimitBlocksAreAsLargeAsWanted() {
        SharedLane lane = new SharedLane(0, Limit.UNLIMITED, 16);
        PositionRange positionRange = new PositionRange();
        lane.claim(positionRange, 1000);

        assertThat(lane.claimed()).isEqualTo(64);
    }
}
