package dev.tidemark.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisturbancesTest {

    private final Disturbances disturbances = new Disturbances();

    @Test
    void whatWasNotedOnceIsToldAsItIs() {
        disturbances.add(1, "Other processes are using 1.6 of the machine's cores.");
        assertThat(disturbances.told()).containsExactly("Other processes are using 1.6 of the machine's cores.");
    }

    @Test
    void ofSeveralThatAreAlikeTheLargestStandsForAll() {
        disturbances.add(1, "worker 3 has been inside a put for 1.2 s");
        disturbances.add(1, "worker 3 has been inside a put for 60 s");
        assertThat(disturbances.told()).containsExactly(
                "Worker 3 has been inside a put for 60 s. That is the most of 2 such notes.");
        disturbances.add(2, "worker 3 has been inside a put for 2 s");
        assertThat(disturbances.told()).containsExactly(
                "Worker 3 has been inside a put for 60 s. That is the most of 3 such notes, in 2 iterations.");
    }

    @Test
    void digitsOfANameTellOneThingFromAnother() {
        disturbances.add(1, "p95 is a maximum");
        disturbances.add(1, "p99 is a maximum");
        assertThat(disturbances.told()).containsExactly("P95 is a maximum.", "P99 is a maximum.");
    }
}
