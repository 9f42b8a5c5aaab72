package dev.tidemark.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisturbancesTest {

    private final Disturbances disturbances = new Disturbances();

    @Test
    void whatWasNotedOnceIsToldAsItIs() {
        disturbances.add(1, "Other processes are using 1.6 of the machine's cores.");
        assertThat(disturbances.sentences()).containsExactly("Other processes are using 1.6 of the machine's cores.");
    }

    @Test
    void ofSeveralThatAreAlikeTheLongestStandsForAll() {
        disturbances.add(1, "worker 3 has been inside a put for 1.2 s");
        disturbances.add(1, "worker 3 has been inside a put for 60 s");
        assertThat(disturbances.sentences()).containsExactly(
                "Worker 3 has been inside a put for 60 s. That is the longest of 2 such notes.");
        disturbances.add(2, "worker 3 has been inside a put for 2 s");
        assertThat(disturbances.sentences()).containsExactly(
                "Worker 3 has been inside a put for 60 s. That is the longest of 3 such notes, in 2 of the iterations drawn.");
    }

    @Test
    void numbersOfSomethingElseDecideNothing() {
        disturbances.add(1, "The runner stood still for 1.2 s, 300.0 s after the run's start.");
        disturbances.add(1, "The runner stood still for 8.0 s, 12.0 s after the run's start.");
        disturbances.add(1, "worker 40 has been inside a put for 900 ms");
        disturbances.add(1, "worker 3 has been inside a put for 30 ms");
        disturbances.add(1, "Other processes are using 1.6 of the machine's cores.");
        disturbances.add(1, "Other processes are using 0.9 of the machine's cores.");
        assertThat(disturbances.sentences()).containsExactly(
                "The runner stood still for 8.0 s, 12.0 s after the run's start. That is the longest of 2 such notes.",
                "Worker 40 has been inside a put for 900 ms. That is the longest of 2 such notes.",
                "Other processes are using 1.6 of the machine's cores. That is one of 2 such notes.");
    }

    @Test
    void digitsOfANameTellOneThingFromAnother() {
        disturbances.add(1, "p95 is a maximum");
        disturbances.add(1, "p99 is a maximum");
        assertThat(disturbances.sentences()).containsExactly("P95 is a maximum.", "P99 is a maximum.");
    }
}
