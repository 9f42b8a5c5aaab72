package dev.tidemark.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.plan.RateRun;
import dev.tidemark.core.plan.RateSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostAgentTest {

    @Test
    void itsVerdictIsFoundAgainWhenAndWhyeverItWasLost() {
        for (String verdict : List.of(LostAgent.before("gen1", "ssh failed: no route"), LostAgent.after("local-2", "gone"),
                LostAgent.during("exec", 34, "a quarter", "its command (mine)\nended"))) {
            assertThat(LostAgent.isIn(IterationState.INVALID, verdict)).as(verdict).isTrue();
            assertThat(LostAgent.isIn(IterationState.INVALID, verdict + "; it led, and so on")).isTrue();
            assertThat(LostAgent.isIn(IterationState.FAILED, verdict)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12 documents were missing.", "agent gen1: worker 3 could not start: it was lost at 3 s",
        "agent gen1 was lost: the agents were interrupted"})
    void othersAreNot(String verdict) {
        assertThat(LostAgent.isIn(IterationState.INVALID, verdict)).isFalse();
    }

    /** What the others did not get done when they were stopped is no push-back of the target. */
    @Test
    void aRateIsNotJudgedByIt() {
        RateSpec spec = new RateSpec(100, List.of(), 0.05, 3, 0.05, 0.01, 0.01);
        List<MeasuredValue> failures = List.of(MeasuredValue.of("failures", 3));
        assertThat(RateRun.of(spec, IterationState.INVALID, "3 of 90 failed, more than the failure-limit of none: "
                + "busy", failures)).isPresent();
        assertThat(RateRun.of(spec, IterationState.INVALID, LostAgent.during("gen2", 3, "half", "gone"), failures)).isEmpty();
    }
}
