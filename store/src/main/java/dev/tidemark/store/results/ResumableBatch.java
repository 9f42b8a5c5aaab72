package dev.tidemark.store.results;

import dev.tidemark.core.result.IterationState;
import java.util.Map;
import java.util.Set;

/**
 * A batch to be carried on.
 *
 * @param batch    the store's number
 * @param expected iterations of the whole plan
 * @param finished what need not be run again: done or invalid
 * @param attempts how often each slot was tried so far; slots never tried are absent
 */
public record ResumableBatch(long batch, int expected, Set<PlanPosition> finished, Map<PlanPosition,
        Integer> attempts) {

    public ResumableBatch {
        finished = Set.copyOf(finished);
        attempts = Map.copyOf(attempts);
    }

    /** Whether an iteration in this state need not be run again. */
    public static boolean isFinished(IterationState iterationState) {
        return iterationState == IterationState.DONE || iterationState == IterationState.INVALID;
    }

    public int nextAttempt(PlanPosition planPosition) {
        return attempts.getOrDefault(planPosition, 0) + 1;
    }
}
