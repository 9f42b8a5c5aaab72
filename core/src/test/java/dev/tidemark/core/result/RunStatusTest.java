package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunStatusTest {

    private static RunStatus live(long lasts, long done, long expected) {
        return new RunStatus(130, Phase.MEASURE, 100, lasts, done, expected, 0, 0, 0, 0);
    }

    @Test
    void aPhaseIsDoneByWhatEndsItSooner() {
        assertThat(live(0, 5, 20).share()).hasValue(0.25);
        assertThat(live(60, 5, 0).share()).as("by its time alone").hasValue(0.5);
        assertThat(live(60, 18, 20).share()).hasValue(0.9);
        assertThat(live(40, 5, 20).share()).hasValue(0.75);
        assertThat(live(20, 30, 20).share()).as("what drains is over").hasValue(1);
        assertThat(live(0, 5, 0).share()).as("nothing ends it").isEmpty();
        assertThat(live(60, 5, 0).elapsed()).isEqualTo(30);
    }
}
