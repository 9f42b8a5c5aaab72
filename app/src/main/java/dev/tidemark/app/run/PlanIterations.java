package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.plan.SearchHistory;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.PlanPosition;
import dev.tidemark.store.results.ResumableBatch;

/**
 * What a batch has of its plan, whichever processes ran the parts: of each place, what was run last.
 *
 * @param plan       what is carried out
 * @param iterations those that have ended, in the order in which their places were begun
 */
public record PlanIterations(Plan plan, List<Iteration> iterations) {

    public PlanIterations {
        iterations = List.copyOf(iterations);
    }

    /** @param batch the store's number */
    public static PlanIterations of(ResultStore store, Plan plan, long batch) {
        return new PlanIterations(plan, List.copyOf(PlanPosition.newest(store.live().ended(batch, 0),
                i -> new PlanPosition(i.position(), i.round())).values()));
    }

    /** Those that ended so and tell how the plan went: an invalid step that its search could use is no fault. */
    public List<Iteration> judged(IterationState state) {
        return iterations.stream().filter(i -> i.state() == state)
                .filter(i -> state != IterationState.INVALID || !isUsed(i)).toList();
    }

    private boolean isUsed(Iteration step) {
        int search = Plan.searchOf(step.position());
        return plan.searching() && plan.searches().get(search).uses(history(search, step.round(),
                i -> i.position() <= step.position()));
    }

    /** What is finished of the search at a point, for it to go on from. */
    SearchHistory finished(Planned point) {
        return history(point.position(), point.round(), i -> ResumableBatch.isFinished(i.state(), i.verdict()));
    }

    private SearchHistory history(int number, int round, Predicate<Iteration> which) {
        Search search = plan.searches().get(number);
        return new SearchHistory(iterations.stream()
                .filter(i -> i.round() == round && Plan.searchOf(i.position()) == number).filter(which)
                .sorted(Comparator.comparingInt(Iteration::position))
                .map(i -> new FinishedStep(search.step(Plan.stepOf(i.position()), text(i, search.param())),
                        i.state(), i.verdict(), i.values())).toList());
    }

    private static String text(Iteration iteration, String setting) {
        return iteration.setting(setting).map(Setting::text).orElse("");
    }
}
