package dev.tidemark.app.run;

import dev.tidemark.core.result.IterationState;
import java.util.Map;

/**
 * How a run went.
 *
 * @param states      how many of the iterations run now ended in each state
 * @param interrupted whether it was interrupted and can be resumed
 * @param stopped     whether it was stopped at the user's wish
 */
public record RunSummary(Map<IterationState, Integer> states, boolean interrupted, boolean stopped) {

    public int count(IterationState iterationState) {
        return states.getOrDefault(iterationState, 0);
    }
}
