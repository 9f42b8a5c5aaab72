package dev.tidemark.report.comparison;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.State;
import dev.tidemark.report.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Iterations that were stopped, failed or interrupted, in comparisons. */
class BrokenOffSidesTest {

    private static Iteration run(int shards, int round, State state, Map<String, Double> values) {
        return iteration(1, shards, round, state, state == State.DONE ? "" : "the disk is full.",
                List.of(param("shards", shards)), values);
    }

    private static Iteration run(int shards, int round, State state, double rate) {
        return run(shards, round, state, Map.of("elapsed", 2400.0, "throughput", rate));
    }

    private static Pairing pairing(Iteration... iterations) {
        LabelResults label = Samples.label("L", Map.of(), "matrix", List.of(iterations));
        return Sides.of(label, Optional.of("shards")).getFirst();
    }

    private static SideBySide compared(Pairing pairing) {
        IterationDetail nothing = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
        return SideBySide.of(List.of(pairing), id -> nothing).getFirst();
    }

    @ParameterizedTest
    @EnumSource(value = State.class, names = {"STOPPED", "FAILED", "INTERRUPTED"})
    void theyAreComparedOnlyWhenThatIsAskedAndAreNamed(State state) {
        Pairing pairing = pairing(run(1, 0, State.DONE, 100), run(2, 0, state, 150));
        assertThat(compared(pairing).points()).singleElement().matches(p -> p.refusal().isPresent());
        SideBySide taken = compared(pairing.withBrokenOff());
        assertThat(taken.points()).singleElement().satisfies(p -> assertThat(p.throughput().orElseThrow().ratio()
                .orElseThrow()).isCloseTo(1.5, within(1e-9)));
        assertThat(taken.notes()).anyMatch(n -> n.matches("Iteration 2 of shards 2 (was stopped|failed|was interrupted) "
                + "\\(the disk is full\\) and is compared, as was asked, as far as it came: 40 min of load\\."));
    }

    @Test
    void whatIsInvalidOrMeasuredNothingIsNeverCompared() {
        for (Iteration other : List.of(run(2, 0, State.INVALID, 150), run(2, 0, State.FAILED, Map.of()))) {
            assertThat(compared(pairing(run(1, 0, State.DONE, 100), other).withBrokenOff()).points())
                    .singleElement().matches(p -> p.refusal().isPresent());
        }
    }

    /** A round that was made again counts once. */
    @Test
    void anAttemptThatWasMadeAgainIsNotTaken() {
        Iteration again = run(2, 0, State.DONE, 200);
        Iteration first = new Iteration(99, again.batch(), again.workload(), again.position(), again.round(), 1,
                State.INTERRUPTED, "gone", again.started(), again.settings(), run(2, 0, State.DONE, 999).values());
        SideBySide whole = compared(pairing(run(1, 0, State.DONE, 100), first, again).withBrokenOff());
        assertThat(whole.points()).singleElement().satisfies(p -> assertThat(p.throughput().orElseThrow().ratio()
                .orElseThrow()).isCloseTo(2, within(1e-9)));
        assertThat(whole.notes()).noneMatch(n -> n.contains("as was asked"));
    }
}
