package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LostAgent;

/**
 * A batch to be carried on.
 *
 * @param batch    the store's number
 * @param expected iterations of the whole plan
 * @param finished what need not be run again: see {@link #isFinished}
 * @param attempts how often each slot was tried so far; slots never tried are absent
 * @param forks    how many rounds were begun so far, as far as anything was run in them: see {@link NewIteration#fork}
 */
public record ResumableBatch(long batch, int expected, Set<PlanPosition> finished, Map<PlanPosition,
        Integer> attempts, int forks) {

    public ResumableBatch {
        finished = Set.copyOf(finished);
        attempts = Map.copyOf(attempts);
    }

    /**
     * Whether an iteration need not be run again: it is done, or invalid for what it measured.
     *
     * @param verdict why it is not done
     */
    public static boolean isFinished(IterationState iterationState, String verdict) {
        return iterationState == IterationState.DONE
                || iterationState == IterationState.INVALID && !LostAgent.isIn(iterationState, verdict);
    }

    public int nextAttempt(PlanPosition planPosition) {
        return attempts.getOrDefault(planPosition, 0) + 1;
    }
}
