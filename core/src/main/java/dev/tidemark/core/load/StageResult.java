package dev.tidemark.core.load;

import module java.base;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;

/**
 * How a stage went.
 *
 * @param span     when it ran and what was left
 * @param outcomes how its operations ended
 * @param workers  what each worker did
 * @param broken   why it could not go on, when an actor could not be made or prepared; empty otherwise
 * @param kept     nanoseconds of worker time for which the target refused connections, summed over workers without a
 *                 schedule
 * @param demand   how far its open loops were with what was due; empty without one, or when it was too short to tell
 * @param hung     the sentence about a group of which no worker came back from the target; empty when there is none
 */
public record StageResult(PhaseSpan span, List<OutcomeCount> outcomes, List<WorkerCount> workers,
        Optional<String> broken, long kept, Optional<Demand> demand, Optional<String> hung) {}
