package dev.tidemark.core.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;

class EventMergeTest {

    /** A machine that only makes load may be set to any. */
    @Test
    void theTimeOfDayIsTheCoordinatorsOfASingleOneToo() {
        VirtualClock clock = new VirtualClock();
        List<RunEvent> events = new ArrayList<>();
        new EventMerge(clock, List.of("gen1"), events::add).pass(0, new RunEvent.Started(7,
                clock.wallTime().plusSeconds(5), 200));
        assertThat(events).containsExactly(new RunEvent.Started(7, clock.wallTime(), 200));
    }

    @Test
    void theTimeOfDayIsTheCoordinators() {
        VirtualClock clock = new VirtualClock();
        List<RunEvent> events = new ArrayList<>();
        EventMerge merge = new EventMerge(clock, List.of("gen1", "gen2"), events::add);
        merge.pass(1, new RunEvent.Started(7, clock.wallTime().minusSeconds(5), 300));
        merge.pass(0, new RunEvent.Started(7, clock.wallTime().plusSeconds(5), 200));
        assertThat(events).containsExactly(new RunEvent.Started(7, clock.wallTime(), 200));
        assertThat(merge.origin()).isEqualTo(200);
    }
}
