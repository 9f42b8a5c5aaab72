package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitProfileTest {

    @Test
    void eachSampleStandsForTheTimeSinceTheOneBefore() {
        WaitProfile profile = new WaitProfile();
        assertThat(profile.add(Map.of("at", 100.0, "wait-io", 7.0, "sessions-running", 9.0))).as("nothing is before it")
                .containsOnly(entry("wait-io", 0.0), entry("sessions-running", 0.0));
        profile.add(Map.of("at", 101.0, "wait-io", 3.0, "sessions-running", 1.0));
        assertThat(profile.add(Map.of("at", 103.0, "wait-io", 1.0, "sessions-running", 0.0)))
                .containsOnly(entry("wait-io", 5.0), entry("sessions-running", 1.0));
        assertThat(profile.add(Map.of("at", 102.0, "wait-io", 4.0, "sessions-running", 4.0))).as("a clock that was set back")
                .containsOnly(entry("wait-io", 5.0), entry("sessions-running", 1.0));
        assertThat(profile.add(Map.of("at", 162.0, "wait-io", 9.0, "sessions-running", 9.0)))
                .as("nobody knows what was in a minute without samples")
                .containsOnly(entry("wait-io", 5.0), entry("sessions-running", 1.0));
        assertThat(profile.add(Map.of("at", 163.0, "wait-io", 1.0, "sessions-running", 0.0)))
                .containsOnly(entry("wait-io", 6.0), entry("sessions-running", 1.0));
        assertThat(profile.add(Map.of("at", 173.25, "wait-io", 2.0, "sessions-running", 0.0)))
                .as("in a long run they are ten seconds apart, and a little more").containsEntry("wait-io", 26.5);
    }
}
