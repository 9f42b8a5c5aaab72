package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.store.results.BatchState;
import org.junit.jupiter.api.Test;

class StatusViewTest {

    @Test
    void aSearchIsCalledWhatItIs() {
        assertThat(StatusView.searched("search:\n  ramp: {param: workers}\n", 3)).isEqualTo("3 steps of the ramp done.");
        assertThat(StatusView.searched("search: {find-rate: {start: 1/s}}\n", 2))
                .isEqualTo("2 steps of the search for the sustainable rate done.");
        assertThat(StatusView.searched("plan: {space: study}\nsearch:\n  find-rate:\n    start: 1/s\n", 1)).isEqualTo("1 step of the search for the sustainable rate done.");
    }

    @Test
    void aLevelIsInTheUnitOfItsMeasureAsInReports() {
        assertThat(StatusView.level(0.9, measure("%", 0))).isEqualTo("90 %");
        assertThat(StatusView.level(0.009, measure("ms", 2))).isEqualTo("9.00 ms");
        assertThat(StatusView.level(0.012, measure("s", 3))).isEqualTo("0.012 s");
    }

    private static Measure measure(String unit, int decimals) {
        return new Measure("level", "Level", unit, Direction.NEITHER, decimals, "A level.");
    }

    private static List<String> banner(IterationState state, String... verdicts) {
        BatchState batch = new BatchState(1, "x", "ingest", "matrix", "", "", verdicts.length, Instant.EPOCH,
                Optional.empty());
        return StatusView.banner(new RunView(batch, "documents", Map.of(state, verdicts.length), 0,
                IntStream.range(0, verdicts.length).mapToObj(i -> new RunView.Cell(i, 0, List.of(), Optional.of(state), i,
                        verdicts[i])).toList(), 0, false, 1, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void theReasonOfOneIterationIsNotToldOfAll() {
        assertThat(banner(IterationState.FAILED, "connection refused", "connection refused", ""))
                .containsExactly("3 iterations failed: connection refused.");
        assertThat(banner(IterationState.FAILED, "connection refused", "the disk is full", "the disk is full"))
                .containsExactly("3 iterations failed; the first: connection refused.");
        assertThat(banner(IterationState.STOPPED, "stopped by ann", "stopped by ann"))
                .containsExactly("2 iterations were stopped by ann.");
        assertThat(banner(IterationState.STOPPED, "stopped by ann", "stopped by bob"))
                .containsExactly("2 iterations were stopped; the first: stopped by ann.");
        assertThat(banner(IterationState.INVALID, "")).containsExactly("One iteration is invalid.");
    }
}
