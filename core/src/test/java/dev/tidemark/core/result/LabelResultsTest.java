package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.LabelResults.Pass;
import org.junit.jupiter.api.Test;

class LabelResultsTest {

    private static final List<Batch> BATCHES = List.of(new Batch(1, "", 1, Map.of(), Map.of()));

    /** @param second of its start */
    private static Iteration run(long id, int position, int round, int attempt, long second) {
        return new Iteration(id, 1, "ingest", position, round, attempt, IterationState.DONE, "",
                Instant.EPOCH.plusSeconds(second), List.of(), List.of());
    }

    private static Pass pass(int session, int round) {
        return new Pass(1, session, round);
    }

    @Test
    void whatIsTriedAgainIsOfAnotherSession() {
        List<Iteration> runs = List.of(run(1, 0, 0, 1, 1), run(2, 1, 0, 1, 2), run(3, 1, 0, 2, 3), run(4, 0, 1, 1, 4));
        assertThat(LabelResults.passes(BATCHES, runs, Map.of())).isEqualTo(Map.of(1L, pass(0, 0), 2L, pass(0, 0), 3L,
                pass(1, 0), 4L, pass(1, 1)));
    }

    /** As by a machine that went down between two iterations. */
    @Test
    void aSessionThatEndedBetweenTwoIterationsIsOne() {
        List<Iteration> runs = List.of(run(1, 0, 0, 1, 1), run(2, 1, 0, 1, 2), run(3, 0, 1, 1, 3), run(4, 1, 1, 1, 4));
        assertThat(LabelResults.passes(BATCHES, runs, Map.of(1L, 1, 2L, 2, 3L, 3, 4L, 3))).as("within a round")
                .isEqualTo(Map.of(1L, pass(0, 0), 2L, pass(1, 0), 3L, pass(1, 1), 4L, pass(1, 1)));
        assertThat(LabelResults.passes(BATCHES, runs, Map.of(1L, 1, 2L, 1, 3L, 3, 4L, 3))).as("between rounds")
                .isEqualTo(Map.of(1L, pass(0, 0), 2L, pass(0, 0), 3L, pass(1, 1), 4L, pass(1, 1)));
        assertThat(LabelResults.passes(BATCHES, runs, Map.of(1L, 1, 2L, 1, 3L, 2, 4L, 2)).values()).as("in one session")
                .extracting(Pass::session).containsOnly(0);
    }

    @Test
    void aClockThatWasSetBackChangesNoOrder() {
        List<Iteration> asStarted = List.of(run(2, 0, 0, 2, 1), run(1, 0, 0, 1, 100));
        assertThat(LabelResults.passes(BATCHES, asStarted, Map.of())).isEqualTo(Map.of(1L, pass(0, 0), 2L, pass(1, 0)));
    }
}
