package dev.tidemark.core.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How much work a point offers, told before it runs.
 *
 * @param units   units in all; 0 when only time ends it
 * @param bytes   user bytes that its load stores, at most; 0 when unknown
 * @param time    how long its load lasts at most, where a schedule or a time limit says so
 * @param sooner  whether the units may be done before that time is up
 * @param preload user bytes that are stored before its load, in a stage of their own; 0 for none
 */
public record Offered(long units, long bytes, Optional<Duration> time, boolean sooner, long preload) {}
