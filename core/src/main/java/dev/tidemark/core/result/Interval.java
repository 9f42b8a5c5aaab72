package dev.tidemark.core.result;

/**
 * What completed in one interval of a phase: all series, merged over workers, as an opaque blob that
 * {@code measure.SeriesCodec} reads. Times are nanoseconds since the iteration's start.
 *
 * @param phase index of the phase
 * @param seq   position of the interval in the phase, from 0
 * @param part  0 for what was handed over on time, then 1, 2 … for what came later; parts add up
 * @param start start of the window
 * @param end   end of the window
 * @param stuck workers that were inside an operation when the interval was published, and so of no later part; those of
 *              several generators add up
 * @param series the encoded series
 */
public record Interval(int phase, int seq, int part, long start, long end, int stuck, byte[] series) {}
