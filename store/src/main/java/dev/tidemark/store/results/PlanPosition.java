package dev.tidemark.store.results;

/**
 * One place in a plan.
 *
 * @param position position in the plan, from 0
 * @param round    pass over all points, from 0
 */
public record PlanPosition(int position, int round) {}
