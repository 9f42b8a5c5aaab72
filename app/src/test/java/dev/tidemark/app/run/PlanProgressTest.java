package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import org.junit.jupiter.api.Test;

/** Times are seconds; the plan begins at 100. */
class PlanProgressTest {

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private PlanProgress progress = PlanProgress.unknown(4, at(100));

    private static long at(double seconds) {
        return (long) (seconds * SECOND);
    }

    /** Iterations of different points, each expected to take so long. */
    private static List<PendingIteration> each(int count, double seconds, boolean set) {
        return IntStream.range(0, count)
                .mapToObj(i -> new PendingIteration(i, Optional.of(Duration.ofNanos(at(seconds))), set))
                .toList();
    }

    /** A phase that began a second after its iteration, as its process counts. */
    private static RunStatus live(Phase phase, double elapsed, double lasts, long done, long expected) {
        return new RunStatus(at(1 + elapsed), phase, at(1), at(lasts), done, expected, 0, 0, 0, 0);
    }

    private static RunStatus counted(double elapsed, long done, long expected) {
        return live(Phase.MEASURE, elapsed, 0, done, expected);
    }

    private static RunStatus timed(double elapsed, double lasts) {
        return live(Phase.MEASURE, elapsed, lasts, 7, 0);
    }

    private void leaves(double now, double seconds) {
        assertThat(progress.left(at(now))).as("left at " + now).hasValueSatisfying(left ->
                assertThat(left / SECOND).isCloseTo(seconds, within(0.01)));
    }

    private void ran(int position, double from, double until) {
        progress.iterationBegan(position, at(from));
        progress.iterationEnded(IterationState.DONE, at(until));
    }

    @Test
    void nothingIsToldWhereNothingIsKnown() {
        assertThat(progress.left(at(100))).isEmpty();
        progress.iterationBegan(0, at(100));
        assertThat(progress.share()).isZero();
        assertThat(progress.left(at(105))).isEmpty();
        progress.live(counted(1, 1, 1000));
        assertThat(progress.left(at(106))).as("a thousandth is no measure of the whole").isEmpty();
        progress.live(counted(5, 100, 1000));
        leaves(110, 45 + 3 * 50);
    }

    @Test
    void durationsThatAreSetCountFromTheBeginning() {
        progress = new PlanProgress(each(4, 8.5, true), at(100));
        progress.iterationBegan(0, at(100));
        leaves(102, 3 * 8.5 + 8.5);
        progress.live(timed(1, 8));
        assertThat(progress.share()).isCloseTo(0.9 / 8 / 4, within(1e-9));
        leaves(106, 7 + 3 * 8.5);
        progress.iterationEnded(IterationState.DONE, at(113.5));
        progress.iterationBegan(1, at(113.5));
        leaves(113.5, 3 * 8.5);
        progress.iterationEnded(IterationState.DONE, at(122.5));
        progress.iterationBegan(2, at(122.5));
        leaves(122.5, 2 * 9);
        progress.live(timed(6, 8));
        leaves(129.5, 2 + 9);
    }

    @Test
    void aTimedPhaseIsDoneByItsTimeThoughItsAmountIsNotKnown() {
        progress = new PlanProgress(each(1, 60.5, true), at(100));
        progress.iterationBegan(0, at(100));
        progress.live(timed(20, 60));
        assertThat(progress.share()).isCloseTo(0.3, within(1e-9));
        leaves(121, 40);
        progress.live(timed(61, 60));
        leaves(162, 0);
    }

    @Test
    void aCountThatEndsAPhaseBeforeItsTimeIsHeeded() {
        progress = new PlanProgress(List.of(PendingIteration.unknown()), at(100));
        progress.iterationBegan(0, at(100));
        progress.live(live(Phase.MEASURE, 2, 30, 500, 1000));
        leaves(103, 2);
        progress.live(live(Phase.MEASURE, 2, 30, 0, 1000));
        leaves(103, 28);
    }

    @Test
    void theRateOfThePhaseOutweighsTheForecastAsItGoesOn() {
        progress = new PlanProgress(each(2, 10, false), at(100));
        progress.iterationBegan(0, at(100));
        leaves(100, 20);
        progress.live(counted(1, 5, 100));
        leaves(101, 0.2 * 19 + 0.8 * 9 + 10);
        progress.live(counted(5, 25, 100));
        leaves(105, 15 + 20);
        progress.iterationEnded(IterationState.DONE, at(121));
        progress.iterationBegan(1, at(121));
        leaves(122, 20);
    }

    @Test
    void earlierIterationsOfThePlanCountBeforeTheForecast() {
        progress = new PlanProgress(each(4, 10, false), at(100));
        ran(0, 100, 126);
        ran(1, 126, 146);
        progress.iterationBegan(2, at(146));
        leaves(146, 20 + 20);
        progress = PlanProgress.unknown(4, at(100));
        ran(0, 100, 126);
        ran(1, 126, 146);
        progress.iterationBegan(2, at(146));
        leaves(151, 15 + 20);
    }

    @Test
    void ofARepeatedPointItsOwnPastCounts() {
        PendingIteration quick = new PendingIteration(0, Optional.empty(), false);
        PendingIteration slow = new PendingIteration(1, Optional.empty(), false);
        progress = new PlanProgress(List.of(quick, slow, quick, slow, quick, slow), at(100));
        ran(0, 100, 103);
        ran(1, 103, 133);
        ran(0, 133, 135);
        ran(1, 135, 165);
        progress.iterationBegan(0, at(165));
        leaves(165, 2 + 30);
    }

    @Test
    void whatWasCutShortTellsNothing() {
        progress.iterationBegan(0, at(100));
        progress.iterationEnded(IterationState.FAILED, at(101));
        progress.iterationBegan(1, at(101));
        assertThat(progress.completed()).isEqualTo(1);
        assertThat(progress.left(at(102))).isEmpty();
    }

    @Test
    void aPreloadOfUnknownLengthIsNotPassedOver() {
        progress = PlanProgress.unknown(2, at(100));
        progress.iterationBegan(0, at(100));
        progress.live(live(Phase.PRELOAD, 10, 0, 50, 100));
        assertThat(progress.share()).isZero();
        assertThat(progress.left(at(111))).isEmpty();
        progress = new PlanProgress(each(1, 4.5, true), at(100));
        progress.iterationBegan(0, at(100));
        progress.live(live(Phase.PRELOAD, 10, 0, 50, 100));
        leaves(111, 10 + 4.5);
    }

    @Test
    void settlingThatDoesNotEndIsNotToldToEndSoon() {
        progress = PlanProgress.unknown(1, at(100));
        progress.iterationBegan(0, at(100));
        progress.live(live(Phase.SETTLE, 1, 0, 0, 0));
        assertThat(progress.share()).isCloseTo(0.9, within(1e-9));
        leaves(110, 0);
        progress.live(live(Phase.SETTLE, 60, 0, 0, 0));
        assertThat(progress.left(at(160))).isEmpty();
        progress.live(live(Phase.SETTLE, 60, 0, 50, 100));
        leaves(160, 60);
    }

    @Test
    void theEndIsWhole() {
        for (int i = 0; i < 4; i++) {
            ran(i, 100 + i, 101 + i);
        }
        assertThat(progress.share()).isEqualTo(1);
        leaves(104, 0);
        assertThat(PlanProgress.unknown(0, 0).share()).as("of an empty plan").isEqualTo(1);
    }

    @Test
    void ofAPlanThatIsGoneOnWithTheWholeIsToldAndTheTimeOfWhatIsLeft() {
        progress = PlanProgress.unknown(9, at(100)).after(9);
        assertThat(progress.share()).isEqualTo(0.5);
        ran(0, 100, 110);
        assertThat(progress.share()).isCloseTo(10 / 18.0, within(1e-9));
        leaves(110, 8 * 10);
    }

    @Test
    void workOfOnePartNeedNotTellThatItBegins() {
        progress = PlanProgress.unknown(1, at(100));
        progress.live(counted(10, 50, 100));
        assertThat(progress.share()).isCloseTo(0.45, within(1e-9));
        leaves(110, 10);
    }

    @Test
    void ofASearchOnlyTheRunningStepIsTold() {
        progress = PlanProgress.searching(each(2, 3.5, true), at(100));
        progress.iterationBegan(0, at(100));
        leaves(100, 3.5);
        progress.iterationEnded(IterationState.DONE, at(106));
        progress.iterationBegan(Search.MOST_STEPS + 1, at(106));
        assertThat(progress.share()).isZero();
        progress.live(timed(1, 3));
        assertThat(progress.share()).isCloseTo(0.3, within(1e-9));
        leaves(108, 2);
        progress = PlanProgress.searching(List.of(), at(100));
        progress.iterationBegan(0, at(100));
        assertThat(progress.left(at(110))).isEmpty();
    }
}
