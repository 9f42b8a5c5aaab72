package dev.tidemark.store.results;

import dev.tidemark.core.result.IterationState;
import java.time.Instant;

/**
 * How far one execution of a point is.
 *
 * @param id      the store's number
 * @param slot    its place in the plan
 * @param state   how far it is, or how it ended
 * @param verdict why it is not DONE, in one sentence
 * @param started when it began
 */
public record IterationProgress(long id, PlanPosition slot, IterationState state, String verdict, Instant started) {}
