package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.host.Standstill;
import dev.tidemark.core.plan.RateRun.Result;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateRunTest {

    private static final String TOO_MANY = "7 of 100 failed, more than the failure-limit of 1%: busy";
    private static final MeasureSet MEASURES = MeasureSet.of(
            new Measure("recall", "Recall", "%", Direction.HIGHER, 2, ""),
            new Measure("response.p99", "Response p99", "ms", Direction.LOWER, 3, ""),
            new Measure("failures", "Failures", "", Direction.LOWER, 0, ""));

    /** What is counted lies on its bound often: a recall of 19 of 20 is 95 %, and not above that. */
    @ParameterizedTest
    @CsvSource({"recall, > 95%, 95, BREAKS", "recall, >= 95%, 95, HOLDS", "recall, > 95%, 95.1, HOLDS",
        "failures, < 1, 1, BREAKS", "failures, <= 1, 1, HOLDS", "failures, <= 0, 0, HOLDS", "failures, <= 0, 1, BREAKS",
        "response.p99, < 10ms, 10, BREAKS", "response.p99, < 10ms, 9.99, HOLDS", "recall, > 95%, 0, BREAKS"})
    void aRateHoldsWhereItsRunsDo(String measure, String condition, double number, Result result) {
        RateSpec spec = new RateSpec(1, List.of(Threshold.parse(measure, condition, MEASURES)), 0.05, 5, 0.05, 0.02,
                0.01);
        RateRun run = RateRun.of(spec, IterationState.DONE, "", List.of(MeasuredValue.of(measure, number)))
                .orElseThrow();
        assertThat(run.result()).isEqualTo(result);
        for (int runs = 1; runs <= 5; runs++) {
            assertThat(new RateCurve.Level(1, Collections.nCopies(runs, run)).result()).as(runs + " runs")
                    .isEqualTo(result);
        }
    }

    /** A laptop that sleeps breaks connections; that says nothing of the rate. */
    @ParameterizedTest
    @EnumSource(Standstill.Kind.class)
    void whatFailsWhereTheMachineSleptBreaksNoRate(Standstill.Kind kind) {
        RateSpec spec = new RateSpec(1, List.of(Threshold.parse("failures", "< 1", MEASURES)), 0.05, 5, 0.05, 0.02, 0.01);
        Standstill standstill = new Standstill(kind, 10_000_000_000L, 300_000_000_000L);
        List<MeasuredValue> failures = List.of(MeasuredValue.of("failures", 7));

        for (String by : List.of("", "agent gen1: ")) {
            assertThat(RateRun.of(spec, IterationState.INVALID, by + standstill.sentence() + " " + TOO_MANY, failures)
                    .isEmpty()).isEqualTo(standstill.touches());
        }
        assertThat(RateRun.of(spec, IterationState.INVALID, TOO_MANY, failures).orElseThrow().result())
                .isEqualTo(Result.BREAKS);
    }

    /** Failures that are within their limit are not why a step is invalid. */
    @ParameterizedTest
    @ValueSource(strings = {"verification failed for 3 documents: gone",
        "the target did not come back: of 2 documents that it had acknowledged nobody knows whether they are there: gone",
        "All 4 workers were given up: no answer came within drain-limit (30s)."})
    void whatIsInvalidForAnotherReasonBreaksNoRate(String why) {
        RateSpec spec = new RateSpec(1, List.of(Threshold.parse("failures", "< 1", MEASURES)), 0.05, 5, 0.05, 0.02, 0.01);
        List<MeasuredValue> failures = List.of(MeasuredValue.of("failures", 2));

        assertThat(RateRun.of(spec, IterationState.INVALID, why, failures)).isEmpty();
        assertThat(RateRun.of(spec, IterationState.INVALID, TOO_MANY, failures).orElseThrow().reason())
                .isEqualTo("2 failed or were rejected");
    }

    /** Where everything hangs nothing has failed, and there are no responses. */
    @Test
    void aRateAtWhichNothingIsAnsweredIsBroken() {
        RateSpec spec = new RateSpec(1, List.of(Threshold.parse("response.p99", "< 10ms", MEASURES)), 0.05, 5, 0.05, 0.02,
                0.01);
        RateRun run = RateRun.of(spec, IterationState.DONE, "", List.of(MeasuredValue.of("censored", 80))).orElseThrow();
        assertThat(run.result()).isEqualTo(Result.BREAKS);
        assertThat(run.broke()).isTrue();
        assertThat(run.reason()).isEqualTo("none of the 80 operations that were due was answered");
        assertThat(RateRun.of(spec, IterationState.DONE, "", List.of(MeasuredValue.of("censored", 0)))).isEmpty();
        spec = new RateSpec(1, List.of(Threshold.parse("recall", "> 95%", MEASURES)), 0.05, 5, 0.05, 0.02, 0.01);
        assertThat(RateRun.of(spec, IterationState.DONE, "", List.of(MeasuredValue.of("censored", 80),
                MeasuredValue.of("response.p50", 7)))).as("there is no recall").isEmpty();
    }
}
