package dev.tidemark.report.analysis.rate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.Samples;
import dev.tidemark.report.Samples.RateStep;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict.Kind;
import org.junit.jupiter.api.Test;

class RatesTest {

    private static final String FAILED = "7 of 90 failed, more than the failure-limit of none: busy";
    private static final String GENERATOR = "Limited by the generator: it started slots late.";

    private static RateStep step(double rate, double p99) {
        return new RateStep(1, 0, rate, IterationState.DONE, "", p99, 0);
    }

    private static RateStep grows(double rate, double p99, double growth) {
        return new RateStep(1, 0, rate, IterationState.DONE, "", p99, growth);
    }

    private static RateStep ended(double rate, IterationState state, String verdict, double p99) {
        return new RateStep(1, 0, rate, state, verdict, p99, 0);
    }

    private static List<RateFinding> rates(RateStep... steps) {
        return Report.of(Samples.rates(List.of(steps))).rates();
    }

    private static List<String> words(RateStep... steps) {
        return rates(steps).getFirst().sentences();
    }

    @Test
    void theRateLiesBetweenTheHighestThatHoldsAndTheLowestThatBreaks() {
        RateFinding found = rates(step(10, 30), step(20, 40), step(40, 80), step(80, 120)).getFirst();
        assertThat(found.title()).isEqualTo("Sustainable rate");
        assertThat(found.curve().sustained().orElseThrow().rate()).isBetween(40.0, 80.0);
        assertThat(found.sentences()).satisfiesExactly(
                first -> assertThat(first).startsWith("The sustainable rate is about " + found.rate().orElseThrow())
                        .endsWith(", with response.p99 < 100ms."),
                second -> assertThat(second).isEqualTo("At 80/s it is not sustained: response.p99 120 ms."),
                third -> assertThat(third).isEqualTo("Runs of one rate differ too much, or are too few, for either end of "
                        + "the interval; longer steps or more repeats would tell."));
        assertThat(found.interval()).isEqualTo("? to ?");
        assertThat(IntStream.range(0, 4).mapToObj(found::verdict)).containsExactly("holds", "holds", "holds", "breaks");
        assertThat(found.reason()).isEqualTo("response.p99 120 ms");
    }

    @Test
    void repeatsThatAgreeMakeTheIntervalSure() {
        List<RateStep> steps = new ArrayList<>(List.of(step(10, 30)));
        for (int round = 0; round < 5; round++) {
            steps.add(new RateStep(1, round, 40, IterationState.DONE, "", 60 + round, 0));
            steps.add(new RateStep(1, round, 50, IterationState.DONE, "", 160 + round, 0));
        }
        RateFinding found = Report.of(Samples.rates(steps)).rates().getFirst();
        assertThat(found.interval()).isEqualTo("40/s to 50/s");
        assertThat(found.verdict(1)).isEqualTo("holds, surely");
        assertThat(found.verdict(2)).isEqualTo("breaks, surely");
        assertThat(found.sentences()).first().asString().contains(", between 40/s and 50/s (");
        assertThat(found.sentences()).noneMatch(s -> s.contains("too few, for"));
        assertThat(found.steps().get(1).cells().get("response.p99").mean()).isEqualTo(62);
    }

    @Test
    void aBacklogThatGrowsBreaksARateWhoseAnswersAreQuick() {
        assertThat(words(step(10, 30), grows(20, 40, 12))).anyMatch(s -> s.startsWith(
                "At 20/s it is not sustained: the backlog grows by 12 % of the rate"));
    }

    @Test
    void whereAllHoldMoreWasNotTriedAndWhereNoneDoesTheReasonIsTold() {
        assertThat(words(step(10, 30), step(20, 40)))
                .containsExactly("At least 20/s is sustained; more was not tried.");
        assertThat(rates(step(10, 30), step(20, 40)).getFirst().interval()).isEqualTo("at least 20/s");
        RateFinding none = rates(step(10, 130), step(5, 120)).getFirst();
        assertThat(none.sentences()).first().isEqualTo("Not even 5/s is sustained: response.p99 120 ms.");
        assertThat(none.interval()).isEqualTo("below 5/s");
        assertThat(none.rate()).isEmpty();
    }

    @Test
    void whatTheGeneratorCouldNotOfferSaysNothingOfTheTarget() {
        RateFinding held = rates(step(10, 30), ended(20, IterationState.INVALID, GENERATOR, 40)).getFirst();
        assertThat(held.verdict(1)).isEqualTo("no verdict");
        assertThat(held.sentences()).containsExactly("At least 10/s is sustained; at 20/s the generator was the limit, not "
                + "the target, so no verdict on it is possible.");
        assertThat(words(ended(20, IterationState.INVALID, GENERATOR, 40)))
                .containsExactly("At 20/s the generator was the limit, so nothing can be said of the target.");
        assertThat(Report.of(Samples.rates(List.of(ended(20, IterationState.INVALID, GENERATOR, 40)))).verdict().next())
                .as("a search has no meaning without a rate").extracting(NextStep::action)
                .containsExactly("Run again");
    }

    @Test
    void requestsThatFailBreakARateAndAStepWithoutFiguresIsNamed() {
        assertThat(words(step(10, 30), ended(20, IterationState.INVALID, FAILED, 40))).anyMatch(s ->
                s.equals("At 20/s it is not sustained: 7 failed or were rejected."));
        assertThat(words(step(10, 30), ended(20, IterationState.STOPPED, "stopped at the user's wish", 0)))
                .containsExactly("At least 10/s is sustained; of more nothing is known.",
                        "One step could not be used: it was stopped: stopped at the user's wish.");
    }

    @Test
    void eachPointHasASearchOfItsOwn() {
        List<RateFinding> found = Report.of(Samples.rates(List.of(step(10, 30), step(20, 140),
                new RateStep(2, 0, 10, IterationState.DONE, "", 20, 0),
                new RateStep(2, 0, 40, IterationState.DONE, "", 150, 0)))).rates();
        assertThat(found).extracting(RateFinding::title)
                .containsExactly("Sustainable rate, shards 1", "Sustainable rate, shards 2");
        assertThat(found).extracting(RateFinding::point)
                .containsExactly(Map.of("shards", "1"), Map.of("shards", "2"));
        assertThat(found.getLast().curve().sustained().orElseThrow().rate()).isBetween(10.0, 40.0);
    }

    /** Of which no step is ranked; together they would be two runs of 10/s, one of which breaks it. */
    @Test
    void aPointAtWhichEveryStepIsInvalidHasASearchOfItsOwn() {
        List<RateStep> steps = List.of(step(10, 30), step(20, 40), step(40, 120), new RateStep(2, 0, 10,
                IterationState.INVALID, FAILED, 40, 0), new RateStep(2, 0, 5, IterationState.INVALID,
                FAILED, 40, 0), new RateStep(4, 0, 10, IterationState.FAILED, "It broke.", 0, 0));
        Report report = Report.of(Samples.rates(steps));
        List<RateFinding> found = report.rates();
        assertThat(found).extracting(RateFinding::title).containsExactly("Sustainable rate, shards 1",
                "Sustainable rate, shards 2", "Sustainable rate, shards 4");
        assertThat(found.getFirst().curve().sustained().orElseThrow().rate()).isBetween(20.0, 40.0);
        assertThat(found.get(1).sentences()).containsExactly("Not even 5/s is sustained: 7 failed or were rejected.");
        assertThat(found.getLast().sentences()).containsExactly("One step could not be used: it failed: It broke.");
        assertThat(report.answer()).endsWith("; shards 2: below 5/s; shards 4: not known.");
    }

    @Test
    void stepsThatCouldNotBeUsedAreCounted() {
        assertThat(words(step(10, 30), ended(20, IterationState.STOPPED, "stopped at the user's wish", 0),
                ended(20, IterationState.FAILED, "The disk is full.", 0))).containsExactly(
                "At least 10/s is sustained; of more nothing is known.",
                "2 steps could not be used: the last failed: The disk is full.");
    }

    /** Of a rate at which the generator was late the target may be capable. */
    @Test
    void aRateThatWasNotOfferedIsNoBound() {
        assertThat(rates(ended(20, IterationState.INVALID, GENERATOR, 40)).getFirst().interval()).isEmpty();
    }

    @Test
    void aRateOfWhichNeitherEndIsSureIsAGuess() {
        List<RateStep> steps = new ArrayList<>(List.of(step(10, 30), step(20, 40), step(40, 120)));
        assertThat(Report.of(Samples.rates(steps)).verdict().kind()).isEqualTo(Kind.EXPLORATORY);
        for (int round = 0; round < 5; round++) {
            steps.add(new RateStep(1, round, 20, IterationState.DONE, "", 60 + round, 0));
            steps.add(new RateStep(1, round, 40, IterationState.DONE, "", 160 + round, 0));
        }
        assertThat(Report.of(Samples.rates(steps)).verdict().kind()).isEqualTo(Kind.LIMIT_FOUND);
    }

    @Test
    void whatHeldTheRateThatBreaksIsQuoted() {
        LabelResults label = Samples.rates(List.of(step(10, 30), step(20, 140)));
        Results store = Samples.only(label, _ -> new IterationDetail("query", List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(new Event(0, "finding", "Limited by the disk: vda 97 % busy."))));
        assertThat(Report.open(store, "rates").orElseThrow().rates().getFirst().sentences())
                .contains("At 20/s: Limited by the disk: vda 97 % busy.");
    }

    @Test
    void aLabelWithoutASearchHasNone() {
        assertThat(Report.of(Samples.fileSystems()).rates()).isEmpty();
    }
}
