package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * An execution of a point that begins.
 *
 * @param batch     the batch it belongs to
 * @param position  position in the plan, from 0
 * @param pointHash hash of the point, the same for all repeats of it
 * @param round     pass over all points, from 0
 * @param attempt   1 for the first try, then as {@link ResumableBatch#nextAttempt} says
 * @param fork      how many rounds of the batch were begun until then, each with runners of its own, and however often
 *                  it was resumed; 0 where that is not known
 * @param started   wall time; corrected by {@code ResultStore#started} when the runner tells its own
 * @param monotonic the clock at the start in nanoseconds
 * @param settings  params and tags as asked for, in declared order
 */
public record NewIteration(long batch, int position, String pointHash, int round, int attempt, int fork,
        Instant started, long monotonic, List<Setting> settings) {

    public NewIteration {
        settings = List.copyOf(settings);
    }
}
