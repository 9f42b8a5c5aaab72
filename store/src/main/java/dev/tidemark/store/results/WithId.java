package dev.tidemark.store.results;

/**
 * Something with its place in the order in which it was stored; who has seen it may ask for what came after it.
 *
 * @param number grows from one to the next, not always by one
 */
public record WithId<T>(long number, T what) {}
