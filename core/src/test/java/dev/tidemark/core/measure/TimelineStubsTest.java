package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Interval;
import org.junit.jupiter.api.Test;

class TimelineStubsTest {

    private final List<Interval> intervals = new ArrayList<>();

    private TimelineStubsTest add(int phase, int seq, long start, long end) {
        intervals.add(new Interval(phase, seq, 0, start, end, 0, new byte[0]));
        return this;
    }

    private List<Long> ends() {
        return Timeline.of(intervals).withoutStubs().windows().stream().map(Timeline.Window::end).toList();
    }

    @Test
    void theRestOfAPhaseIsLeftOutOfEachPhase() {
        add(0, 0, 0, 10).add(0, 1, 10, 20).add(0, 2, 20, 21).add(1, 0, 21, 31).add(1, 1, 31, 35);
        assertThat(ends()).containsExactly(10L, 20L, 31L);
    }

    @Test
    void longerIntervalsOfALongNightAndTheOnlyOneOfAPhaseStay() {
        add(0, 0, 0, 10).add(0, 1, 10, 110).add(1, 0, 110, 111);
        assertThat(ends()).containsExactly(10L, 110L, 111L);
    }

    @Test
    void whatIsMoreThanHalfOfAnIntervalAndWhatIsWithinAPhaseStay() {
        add(0, 0, 0, 10).add(0, 1, 10, 12).add(0, 2, 12, 22).add(0, 3, 22, 28);
        assertThat(ends()).containsExactly(10L, 12L, 22L, 28L);
    }

    @Test
    void aWindowLastsAsLongAsTheLastOfSeveralGenerators() {
        add(0, 0, 0, 10).add(0, 1, 10, 12);
        intervals.add(new Interval(0, 1, 1, 10, 20, 0, new byte[0]));
        add(0, 2, 20, 28);
        assertThat(ends()).containsExactly(10L, 20L, 28L);
    }

    @Test
    void anEmptyWindowBehindTheStubGoesWithIt() {
        add(0, 0, 0, 10).add(0, 1, 10, 13).add(0, 2, 13, 13);
        assertThat(ends()).containsExactly(10L);
    }
}
