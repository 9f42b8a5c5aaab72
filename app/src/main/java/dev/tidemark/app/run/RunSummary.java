package dev.tidemark.app.run;

import dev.tidemark.core.result.IterationState;

/**
 * How a run went.
 *
 * @param iterations  those of the whole plan: also what an earlier run of the same batch has finished
 * @param interrupted whether it was interrupted and can be resumed
 * @param stopped     whether it was stopped at the user's wish
 */
public record RunSummary(PlanIterations iterations, boolean interrupted, boolean stopped) {

    /** How many iterations ended so, of {@linkplain PlanIterations#judged those} that tell how it went. */
    public int count(IterationState iterationState) {
        return iterations.judged(iterationState).size();
    }
}
