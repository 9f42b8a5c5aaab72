package dev.tidemark.bench.support;

/**
 * What operations cost their generator.
 *
 * @param nanos nanoseconds per operation and thread
 * @param bytes bytes allocated on the heap per operation
 */
public record Cost(double nanos, double bytes) {}
