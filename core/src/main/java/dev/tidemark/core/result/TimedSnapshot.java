package dev.tidemark.core.result;

/**
 * A reading and when it was taken.
 *
 * @param at      nanoseconds since the iteration's start
 * @param moment  {@code start}, {@code end} or {@code settled} for the readings that bound the headline phase;
 *                {@code during} for the others
 * @param reading the counters
 */
public record TimedSnapshot(long at, String moment, MetricSnapshot reading) {

    public static final String START = "start";
    public static final String END = "end";
    public static final String SETTLED = "settled";
    public static final String DURING = "during";
}
