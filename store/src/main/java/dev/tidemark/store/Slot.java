package dev.tidemark.store;

/**
 * One place in a plan.
 *
 * @param position position in the plan, from 0
 * @param round    pass over all points, from 0
 */
public record Slot(int position, int round) {}
