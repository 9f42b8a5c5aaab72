package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import org.junit.jupiter.api.Test;

class CheckedAnswersTest {

    private static Iteration run(int round, MeasuredValue... values) {
        return new Iteration(1, 1, "query", 0, round, 1, IterationState.DONE, "", Instant.EPOCH, List.of(),
                List.of(values));
    }

    private static Iteration answering(int round, double checksum, double hits) {
        return run(round, MeasuredValue.of("answers-checksum", checksum), MeasuredValue.of("checked-hits", hits));
    }

    private static Optional<String> difference(List<Iteration> bases, List<Iteration> others) {
        return difference(bases, others, 7);
    }

    private static Optional<String> difference(List<Iteration> bases, List<Iteration> others, long seed) {
        return CheckedAnswers.difference(side("lucene", bases, 7), bases, side("solr", others, seed), others);
    }

    private static Side side(String name, List<Iteration> iterations, long seed) {
        return new Side(name, new LabelResults(name, "query", "elapsed", MeasureSet.of(), "single",
                List.of(new Batch(1, "", seed, Map.of(), Map.of())), iterations, List.of()), iterations);
    }

    @Test
    void otherSeedsAskOtherQueries() {
        assertThat(difference(List.of(answering(0, 17, 100)), List.of(answering(0, 19, 205)), 8)).isEmpty();
        assertThat(difference(List.of(answering(0, 17, 100)), List.of(answering(0, 19, 205)), 7)).isPresent();
    }

    @Test
    void whatFoundTheSameInEachRoundMayBeCompared() {
        assertThat(difference(List.of(answering(0, 17, 100), answering(1, 18, 200)),
                List.of(answering(1, 18, 200), answering(0, 17, 100)))).isEmpty();
    }

    @Test
    void whatFoundSomethingElseInOneRoundMayNot() {
        assertThat(difference(List.of(answering(0, 17, 100), answering(1, 18, 200)),
                List.of(answering(0, 17, 100), answering(1, 19, 205)))).contains(
                        "the answers differ: to the same queries lucene found 200 hits and solr 205 hits");
    }

    @Test
    void roundsThatOnlyOneSideHasAndRunsWithoutACheckSayNothing() {
        assertThat(difference(List.of(answering(0, 17, 100)), List.of(answering(1, 19, 205)))).isEmpty();
        assertThat(difference(List.of(answering(0, 17, 100)), List.of(run(0)))).isEmpty();
    }
}
