package dev.tidemark.report.comparison;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Iterations that were stopped, failed or interrupted, in comparisons. */
class BrokenOffSidesTest {

    private static Iteration run(int shards, int round, IterationState iterationState, Map<String, Double> values) {
        return iteration(1, shards, round, iterationState, iterationState == IterationState.DONE ? ""
                : "the disk is full.",
                List.of(param("shards", shards)), values);
    }

    private static Iteration run(int shards, int round, IterationState iterationState, double rate) {
        return run(shards, round, iterationState, Map.of("elapsed", 2400.0, "throughput", rate));
    }

    private static Pairing pairing(Iteration... iterations) {
        LabelResults label = Samples.label("L", Map.of(), "matrix", List.of(iterations));
        return SideParser.of(label, Optional.of("shards")).getFirst();
    }

    private static LabelComparison compared(Pairing pairing) {
        IterationDetail nothing = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
        return LabelComparison.of(List.of(pairing), id -> nothing).getFirst();
    }

    @ParameterizedTest
    @EnumSource(value = IterationState.class, names = {"STOPPED", "FAILED", "INTERRUPTED"})
    void theyAreComparedOnlyWhenThatIsAskedAndAreNamed(IterationState iterationState) {
        Pairing pairing = pairing(run(1, 0, IterationState.DONE, 100), run(2, 0, iterationState, 150));
        assertThat(compared(pairing).points()).singleElement().matches(p -> p.refusal().isPresent());
        LabelComparison taken = compared(pairing.withInterrupted());
        assertThat(taken.points()).singleElement().satisfies(p -> assertThat(p.throughput().orElseThrow().ratio()
                .orElseThrow()).isCloseTo(1.5, within(1e-9)));
        assertThat(taken.notes())
                .anyMatch(n -> n.matches("Iteration 2 of shards 2 (was stopped|failed|was interrupted) "
                + "\\(the disk is full\\) and is compared, as was asked, as far as it came: 40 min of load\\."));
    }

    @Test
    void whatIsInvalidOrMeasuredNothingIsNeverCompared() {
        for (Iteration other
                : List.of(run(2, 0, IterationState.INVALID, 150), run(2, 0, IterationState.FAILED, Map.of()))) {
            assertThat(compared(pairing(run(1, 0, IterationState.DONE, 100), other).withInterrupted()).points())
                    .singleElement().matches(p -> p.refusal().isPresent());
        }
    }

    /** As one is that lost an agent. */
    @Test
    void whatIsInvalidAndWasRunAgainForbidsNothing() {
        Iteration again = run(2, 0, IterationState.DONE, 200);
        Iteration first = new Iteration(99, again.batch(), again.workload(), again.position(), again.round(), 1,
                IterationState.INVALID, "agent gen2 was lost", again.started(), again.settings(),
                run(2, 0, IterationState.DONE, 999).values());
        LabelComparison whole = compared(pairing(run(1, 0, IterationState.DONE, 100), first, again));
        assertThat(whole.points()).singleElement().satisfies(p -> assertThat(p.throughput().orElseThrow().ratio()
                .orElseThrow()).isCloseTo(2, within(1e-9)));
        assertThat(whole.notes()).anyMatch(n -> n.endsWith(" of shards 2 is invalid and was run again: agent gen2 was "
                + "lost."));
    }

    /** A round that was made again counts once. */
    @Test
    void anAttemptThatWasMadeAgainIsNotTaken() {
        Iteration again = run(2, 0, IterationState.DONE, 200);
        Iteration first = new Iteration(99, again.batch(), again.workload(), again.position(), again.round(), 1,
                IterationState.INTERRUPTED, "gone", again.started(), again.settings(),
                run(2, 0, IterationState.DONE, 999).values());
        LabelComparison whole = compared(pairing(run(1, 0, IterationState.DONE, 100), first, again).withInterrupted());
        assertThat(whole.points()).singleElement().satisfies(p -> assertThat(p.throughput().orElseThrow().ratio()
                .orElseThrow()).isCloseTo(2, within(1e-9)));
        assertThat(whole.notes()).noneMatch(n -> n.contains("as was asked"));
    }
}
