package dev.tidemark.core.load.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.load.Limit;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class OwnedLaneTest {

    private static long positions(OwnedLane lane, int number, int requested) {
        PositionRange positionRange = new PositionRange();
        long expected = 0;
        while (lane.claim(positionRange, requested)) {
            assertThat(positionRange.lane()).isEqualTo(number);
            while (!positionRange.isEmpty()) {
                assertThat(positionRange.next()).isEqualTo(expected++);
            }
        }
        return expected;
    }

    @Property(tries = 100)
    void aLimitIsSharedOutEvenly(@ForAll @IntRange(min = 1, max = 3000) int limit,
            @ForAll @IntRange(min = 1, max = 32) int workers, @ForAll @IntRange(min = 1, max = 64) int requested) {
        long[] shares = IntStream.range(0, workers)
                .mapToLong(i -> positions(new OwnedLane(0, i, limit, workers), i, requested)).toArray();
        assertThat(java.util.Arrays.stream(shares).sum()).isEqualTo(limit);
        assertThat(shares[0] - shares[workers - 1]).isBetween(0L, 1L);
    }

    @Example
    void withoutALimitItGoesOn() {
        OwnedLane lane = new OwnedLane(0, 2, Limit.UNLIMITED, 3);
        PositionRange positionRange = new PositionRange();
        for (int i = 0; i < 1000; i++) {
            assertThat(lane.claim(positionRange, 64)).isTrue();
        }
    }
}
