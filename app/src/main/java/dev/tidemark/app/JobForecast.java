package dev.tidemark.app;

import java.time.Duration;
import java.util.Optional;

/**
 * What a plan will take, told before it is run.
 *
 * @param iterations repeats included; where searches are made, how many searches
 * @param searching  whether searches are made, so that nobody knows how many iterations there will be
 * @param bytes      user bytes of the whole plan; 0 when not known
 * @param unit       what the workload counts, in the plural
 * @param units      of the whole plan; 0 where only time ends an iteration, or where searches are made
 * @param time       of the whole plan; where searches are made, of one iteration. Empty while nothing of its kind has
 *                   been run
 */
public record JobForecast(int iterations, boolean searching, long bytes, String unit, long units,
        Optional<Duration> time) {}
