package dev.tidemark.core.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How much work a point offers, told before it runs.
 *
 * @param units units in all; 0 when only time ends it
 * @param bytes user bytes in all; 0 when unknown
 * @param time  how long its load lasts, where a schedule or a time limit says so
 */
public record Offered(long units, long bytes, Optional<Duration> time) {}
