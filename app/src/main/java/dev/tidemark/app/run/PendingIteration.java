package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.store.results.PlanPosition;

/**
 * An iteration that is still to be run, and how long it is thought to take.
 *
 * @param position its place in a round, as in {@link dev.tidemark.core.plan.Plan.Planned#position}; with searches, that
 *                 of the search's point
 * @param expected how long it will take, told before anything of its plan has run; empty where nothing is known
 * @param set      whether a time limit or a schedule says so; otherwise it is a guess from what ran before
 */
public record PendingIteration(int position, Optional<Duration> expected, boolean set) {

    /** What is left when some are finished. */
    public static List<PendingIteration> without(List<PendingIteration> all, Collection<PlanPosition> finished) {
        Map<Integer, Integer> over = new HashMap<>();
        finished.forEach(planPosition -> over.merge(planPosition.position(), 1, Integer::sum));
        return all.stream().filter(t -> over.merge(t.position(), -1, Integer::sum) < 0).toList();
    }

    /** One of which nothing is known. */
    public static PendingIteration unknown() {
        return new PendingIteration(0, Optional.empty(), false);
    }
}
