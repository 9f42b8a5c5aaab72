package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.host.Standstill;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import org.junit.jupiter.api.Test;

class FindRateTest {

    private static final MeasureSet MEASURES = MeasureSet.of(
            new Measure("response.p99", "Response p99", "ms", Direction.LOWER, 3, ""));
    private static final FindRate SEARCH = new FindRate(new RateSpec(100, List.of(
            Threshold.parse("response.p99", "< 10ms", MEASURES)), 0.05, 5, 0.05, 0.02, 0.01), 1, 1e9);

    private static FinishedStep held(SearchStep step) {
        return new FinishedStep(step, IterationState.DONE, "", List.of(MeasuredValue.of("response.p99", 1)));
    }

    private static FinishedStep slept(SearchStep step) {
        return new FinishedStep(step, IterationState.INVALID, new Standstill(Standstill.Kind.SUSPENDED, 10_000_000_000L,
                300_000_000_000L).sentence(), List.of());
    }

    private static SearchStep next(SearchHistory history) {
        return ((Search.Decision.Run) SEARCH.next(history)).step();
    }

    @Test
    void aRateIsTriedOnceMoreWhereTheMachineSlept() {
        SearchStep first = next(SearchHistory.NONE);
        SearchHistory once = SearchHistory.NONE.plus(slept(first));
        assertThat(SEARCH.uses(once)).isTrue();
        SearchStep again = next(once);
        assertThat(again).isEqualTo(new SearchStep(1, first.param(), first.value()));

        SearchStep faster = next(once.plus(held(again)));
        assertThat(faster).isEqualTo(new SearchStep(2, first.param(), "200/s"));
        SearchHistory twice = once.plus(held(again)).plus(slept(faster));
        assertThat(next(twice)).isEqualTo(new SearchStep(3, first.param(), "200/s"));

        SearchHistory inARow = twice.plus(slept(next(twice)));
        assertThat(SEARCH.uses(inARow)).isFalse();
        assertThat(SEARCH.next(inARow)).isInstanceOfSatisfying(Search.Decision.Done.class,
                done -> assertThat(done.why()).startsWith("200/s invalid: The machine was suspended for 300.0 s"));
    }

    /** The target may be capable of it. */
    @Test
    void aRateThatTheGeneratorCouldNotOfferIsNotSaidToBeTooHigh() {
        FindRate search = new FindRate(SEARCH.spec(), 100, 1e9);
        SearchHistory history = SearchHistory.NONE;
        while (search.next(history) instanceof Search.Decision.Run(SearchStep step)) {
            history = history.plus(new FinishedStep(step, IterationState.INVALID, GeneratorCheck.LIMITED + ".",
                    List.of()));
        }
        assertThat(search.next(history)).isEqualTo(new Search.Decision.Done(
                "at 100/s the generator was the limit, so nothing can be said of the target"));
    }
}
