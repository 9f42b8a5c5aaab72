package dev.tidemark.core.measure;

import java.time.Duration;

/**
 * Where a phase is cut into intervals. Interval {@code seq} is the window after {@code end(seq - 1)} and up to and
 * including {@code end(seq)}; all times are nanoseconds since the phase's start.
 *
 * @param first   length of the first intervals
 * @param changes how many intervals have that length; {@link Integer#MAX_VALUE} for all
 * @param later   length of the intervals after them
 */
public record IntervalRule(long first, int changes, long later) {

    /** One second up to a quarter of an hour, then ten seconds: fine where it matters, and small over a night. */
    public static final IntervalRule AUTO = new IntervalRule(1_000_000_000L, 900, 10_000_000_000L);

    public IntervalRule {
        if (first <= 0 || later <= 0 || changes < 1) {
            throw new IllegalArgumentException("intervals must be longer than nothing");
        }
    }

    public static IntervalRule every(Duration length) {
        return new IntervalRule(length.toNanos(), Integer.MAX_VALUE, length.toNanos());
    }

    /** The last moment of an interval. */
    public long end(int seq) {
        long early = Math.min(seq + 1L, changes);
        return early * first + (seq + 1L - early) * later;
    }

    /** The moment after which an interval begins. */
    public long start(int seq) {
        return seq == 0 ? 0 : end(seq - 1);
    }

    /** The interval that a moment belongs to; 0 for the phase's start and before. */
    public int seqAt(long moment) {
        if (moment <= 0) {
            return 0;
        }
        long seq = (moment - 1) / first;
        if (seq >= changes) {
            seq = changes + (moment - 1 - changes * first) / later;
        }
        return Math.toIntExact(seq);
    }
}
