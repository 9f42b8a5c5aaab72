package dev.tidemark.core.driver.search;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.result.Measure;

/**
 * The measures that most search engines can tell in the same words, beside those of all engines: a driver puts those
 * it can count into its measures and, under the same names and in base units, into its readings, each node's its own.
 */
public final class SearchMeasures {

    /** Gauge. */
    public static final Measure SEGMENTS = new Measure("segments", "Segments", "", NEITHER, 0,
            "Segments of the index at the end, of all copies of all shards.");
    /** Counter. */
    public static final Measure MERGES = new Measure("merges", "Merges", "", NEITHER, 0,
            "Merges of segments that ended during the measurement.");
    /** Counter. */
    public static final Measure CACHE_HITS = new Measure("cache-hits", "Cache hits", "", HIGHER, 0,
            "Look-ups in the engine's caches of queries, filters, documents and results that found what they looked "
            + "for.");
    /** Counter. */
    public static final Measure CACHE_MISSES = new Measure("cache-misses", "Cache misses", "", LOWER, 0,
            "Look-ups in these caches that found nothing.");
    /** Counter. */
    public static final Measure CACHE_EVICTIONS = new Measure("cache-evictions", "Cache evictions", "", LOWER, 0,
            "Entries that these caches have given up for others.");
    /** Gauge, bytes. */
    public static final Measure HEAP_USED = new Measure("heap-used", "Heap used", "MB", NEITHER, 0,
            "Heap that the engine's JVMs had in use at the end, garbage with it.");
    /** Counter, seconds. */
    public static final Measure GC_TIME = new Measure("gc-time", "GC time", "s", LOWER, 2,
            "Time that the engine's JVMs spent in garbage collections during the measurement, without cycles beside which "
                    + "they go on.");

    private SearchMeasures() {}
}
