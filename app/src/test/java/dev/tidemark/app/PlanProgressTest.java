package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.Phase;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlanProgressTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PlanProgress progress = new PlanProgress(4, 100 * SECOND);

    private static Live live(Phase phase, long done, long expected) {
        return new Live(0, phase, done, expected, 0, 0, 0, 0);
    }

    @Test
    void nothingIsKnownAtTheStart() {
        progress.iterationBegan(100 * SECOND);
        assertThat(progress.share()).isZero();
        assertThat(progress.left(105 * SECOND)).isEmpty();
    }

    @Test
    void finishedIterationsCountWholeAndTheRunningOneByItsWork() {
        progress.iterationBegan(100 * SECOND);
        progress.iterationEnded();
        assertThat(progress.share()).isEqualTo(0.25);
        assertThat(progress.left(110 * SECOND)).contains(30 * SECOND);

        progress.iterationBegan(110 * SECOND);
        progress.live(live(Phase.MEASURE, 50, 100));
        assertThat(progress.share()).isEqualTo((1 + 0.45) / 4, within(1e-9));
        assertThat(progress.over()).isEqualTo(1);
    }

    @Test
    void onlyTheMeasuredPhaseMovesItAndNeverBackwards() {
        progress.iterationBegan(100 * SECOND);
        progress.live(live(Phase.SETTLE, 99, 100));
        assertThat(progress.share()).isZero();
        progress.live(live(Phase.MEASURE, 80, 100));
        progress.live(live(Phase.MEASURE, 40, 100));
        progress.live(live(Phase.MEASURE, 40, 0));
        assertThat(progress.share()).isEqualTo(0.18, within(1e-9));
    }

    @Test
    void aBadEstimateOfTheFirstSecondIsNotTold() {
        progress.iterationBegan(100 * SECOND);
        progress.live(live(Phase.MEASURE, 1, 100));
        assertThat(progress.left(100 * SECOND + SECOND / 2)).isEmpty();
        assertThat(progress.left(102 * SECOND)).isPresent();
    }

    @Test
    void theEndIsWhole() {
        for (int i = 0; i < 4; i++) {
            progress.iterationBegan((100 + i) * SECOND);
            progress.iterationEnded();
        }
        assertThat(progress.share()).isEqualTo(1);
        assertThat(progress.left(104 * SECOND)).contains(0L);
        assertThat(new PlanProgress(0, 0).share()).as("of an empty plan").isEqualTo(1);
    }

    @Test
    void ofASearchOnlyTheRunningStepIsKnown() {
        PlanProgress search = PlanProgress.searching(100 * SECOND);
        search.iterationBegan(100 * SECOND);
        assertThat(search.left(110 * SECOND)).isEmpty();
        search.live(live(Phase.MEASURE, 100, 100));
        search.iterationEnded();
        search.iterationBegan(130 * SECOND);
        assertThat(search.share()).isZero();
        search.live(live(Phase.MEASURE, 50, 90));
        assertThat(search.share()).isEqualTo(0.5, within(1e-9));
        assertThat(search.left(140 * SECOND).orElseThrow()).isCloseTo(10 * SECOND, within(1000L));
        assertThat(search.left(130 * SECOND + SECOND / 2)).as("in the first second").isEmpty();
    }
}
