package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Verdict.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final Map<String, String> DEFAULTS = Map.of("shards", "1");

    /** @param elapsed for each number of shards 1, 2, 4 … the runs of each round, in seconds */
    private static Report shards(double[]... elapsed) {
        List<Iteration> runs = new ArrayList<>();
        for (int s = 0; s < elapsed.length; s++) {
            for (int round = 0; round < elapsed[s].length; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", elapsed[s][round])));
            }
        }
        return Report.of(label("made", DEFAULTS, "matrix", runs));
    }

    @Test
    void theManualsMatrixIsExploratoryAndAsksForRounds() {
        Verdict verdict = Report.of(Samples.manualMatrix()).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.EXPLORATORY);
        assertThat(verdict.headline()).isEqualTo("Use shards 2, batch-size 10, blind-insert true: about 33 % faster "
                + "than the defaults, not yet certain (one run each).");
        assertThat(verdict.next()).extracting(NextStep::kind).containsExactly(NextStep.Kind.ROUNDS, NextStep.Kind.FINER);
        assertThat(verdict.next().getFirst().command("matrix 1")).isEqualTo("tidemark again 'matrix 1' --repeat 2");
        assertThat(verdict.next().getLast().command("m")).isEqualTo(
                "tidemark again m --repeat 1 --vary batch-size=3,10,32 --vary shards=2 --vary blind-insert=true");
    }

    @Test
    void aClearWinnerIsCommittedTo() {
        Verdict verdict = shards(new double[] {10, 10.1, 10.05}, new double[] {5, 5.1, 5.02},
                new double[] {7, 7.1, 7.05}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("Use shards 2: 99 % faster than the defaults (")
                .endsWith("3 rounds).");
        assertThat(verdict.next()).extracting(s -> s.command("made"))
                .containsExactly("tidemark again made --repeat 3 --vary shards=2,3");
    }

    @Test
    void theBestAtTheEdgeLeadsBeyondIt() {
        Verdict verdict = shards(new double[] {10, 10.1, 10.05}, new double[] {8, 8.1, 8.02},
                new double[] {6, 6.1, 6.05}).verdict();
        assertThat(verdict.next()).hasSize(1);
        NextStep step = verdict.next().getFirst();
        assertThat(step.kind()).isEqualTo(NextStep.Kind.BEYOND);
        assertThat(step.sentence()).isEqualTo("shards 4 was the best and the largest tried: 8 may be better still.");
        assertThat(step.command("made")).isEqualTo("tidemark again made --repeat 3 --vary shards=4,8");
    }

    @Test
    void beyondWhatHasFailedNothingIsTried() {
        List<Iteration> runs = new ArrayList<>();
        double[][] elapsed = {{10, 10.1, 10.05}, {8, 8.1, 8.02}};
        for (int s = 0; s < elapsed.length; s++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", elapsed[s][round])));
            }
        }
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).verdict().next()).extracting(NextStep::kind)
                .containsExactly(NextStep.Kind.BEYOND);
        runs.add(iteration(1, 2, 0, IterationState.FAILED, "failed", List.of(param("shards", 4)), Map.of()));
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).verdict().next()).isEmpty();
    }

    /** Half of something is 50 % lower, whatever its ratio is. */
    @Test
    void whatIsLowerIsLowerByAShareOfTheOther() {
        List<Iteration> runs = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(s, round, List.of(param("shards", 1 << s)), Map.of("elapsed", 10.0, "total-write",
                        (s == 0 ? 200.0 : 100) + round)));
            }
        }
        assertThat(Report.of(label("made", DEFAULTS, "matrix", runs)).rankedBy("total-write").verdict().headline())
                .startsWith("Use shards 2: 50 % lower than the defaults (");
    }

    @Test
    void nothingIsRankedByWhatHasNoBetterSide() {
        LabelResults made = Samples.manualMatrix();
        Measure neither = new Measure("cpu-busy", "CPU busy", "%", Direction.NEITHER, 0, "");
        List<Iteration> runs = made.iterations().stream().map(i -> iteration(i.position(), i.round(), i.settings(),
                Map.of("elapsed", 1.0 + i.position(), "cpu-busy", 50.0))).toList();
        Report report = Report.of(made.with(made.measures().plus(MeasureSet.of(neither)), runs));
        assertThatThrownBy(() -> report.rankedBy("cpu-busy")).hasMessage("objective: of CPU busy neither more nor less is "
                + "better, so nothing can be ranked by it; rows can be sorted by it");
    }

    @Test
    void theDefaultsAreKeptWhereNothingBeatsThem() {
        Verdict verdict = shards(new double[] {5, 5.1, 5.02}, new double[] {10, 10.1, 10.05}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("Keep the defaults, shards 1: 99 % faster than the next best, shards 2");
        assertThat(verdict.next()).as("half a shard is none").isEmpty();
    }

    @Test
    void whereNothingIsSignificantItIsSaidAndHowManyRoundsWouldShowIt() {
        Verdict verdict = shards(new double[] {10.013, 10.611, 10.207}, new double[] {9.903, 10.304, 10.009}).verdict();
        assertThat(verdict.kind()).isEqualTo(Kind.NO_CLEAR_WINNER);
        assertThat(verdict.headline()).startsWith("No clear winner: shards 2 came first, with no significant difference "
                + "from the defaults (").contains(" more round");
        assertThat(verdict.next()).extracting(NextStep::kind).containsExactly(NextStep.Kind.ROUNDS);
    }

    @Test
    void ofNoiseAloneNoRoundsArePromised() {
        Verdict verdict = shards(new double[] {10, 12, 9, 11}, new double[] {12.001, 9.002, 11, 9.998}).verdict();
        assertThat(verdict.headline()).contains("Rounds differ so much by themselves that many more would be needed")
                .doesNotContain("take either");
        assertThat(verdict.next()).isEmpty();
    }

    @Test
    void eitherIsTakenOnlyWhereNoDifferenceThatMattersIsLeft() {
        Verdict verdict = shards(new double[] {10, 10.02, 9.99, 10.01}, new double[] {10.0005, 10.0195, 9.9905, 10.0095})
                .verdict();
        assertThat(verdict.headline()).matches("(?s).*The two differ by 0\\.[0-9]+ % at most: take either\\.");
    }

    @Test
    void aSingleSettingIsMeasuredAndNothingIsNothing() {
        assertThat(shards(new double[] {10, 10.1}).verdict().kind()).isEqualTo(Kind.MEASURED);
        assertThat(shards(new double[] {10, 10.1}).verdict().next()).isEmpty();
        assertThat(shards(new double[] {10}).verdict().next()).singleElement()
                .matches(step -> step.command("made").equals("tidemark again made --repeat 2"));
        assertThat(Report.of(label("none", DEFAULTS, "matrix", List.of())).verdict().kind())
                .isEqualTo(Kind.NOTHING_YET);
    }
}
