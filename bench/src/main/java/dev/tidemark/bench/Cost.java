package dev.tidemark.bench;

/**
 * What operations cost their generator.
 *
 * @param nanos nanoseconds per operation and thread
 * @param bytes bytes allocated on the heap per operation
 */
record Cost(double nanos, double bytes) {}
