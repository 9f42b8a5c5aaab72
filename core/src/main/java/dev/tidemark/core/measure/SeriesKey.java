package dev.tidemark.core.measure;

/**
 * What a histogram is about.
 *
 * @param kind   kind of operation, for example {@code insert}
 * @param step   kind of step; empty for the whole operation
 * @param timing which stretch of it
 * @param failed whether these are operations that were not answered (partial, push-back, timeout, failure)
 */
public record SeriesKey(String kind, String step, LatencyKind timing, boolean failed) {

    /** The answered operations of a kind as a whole. */
    public static SeriesKey of(String kind, LatencyKind latencyKind) {
        return new SeriesKey(kind, "", latencyKind, false);
    }
}
