package dev.tidemark.core.workload.measures;

import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import java.util.List;

/**
 * How much of what was due in an open loop had not ended, interval by interval, and whether background tasks left it
 * behind. Latencies are counted in the interval in which operations were due, operations in the one in which they
 * ended, so the difference of the two sums is what was waiting or in progress.
 */
final class Backlog {

    private final List<String> scheduled;
    private final long workers;
    private long now;
    private long normal;
    private boolean left;

    /**
     * @param whole   the phase; kinds of its closed loops, which have no backlog, do not count
     * @param workers that may have an operation in progress each
     */
    Backlog(SeriesSet whole, long workers) {
        this.workers = workers;
        scheduled = whole.histograms().keySet().stream().filter(k -> k.timing() == LatencyKind.RESPONSE)
                .map(k -> k.kind())
                .distinct().toList();
    }

    /**
     * Whether the next interval is touched by tasks, or begins with what they left behind: more than there was when
     * they began, and more than is in progress.
     *
     * @param concurrent whether a task is in progress in it
     */
    boolean isLeft(boolean concurrent) {
        if (concurrent) {
            normal = left ? normal : Math.max(workers, now);
            left = true;
        } else if (now <= normal) {
            left = false;
        }
        return left;
    }

    /** Goes past an interval. */
    void advance(SeriesSet series) {
        for (String kind : scheduled) {
            Totals totals = series.totals().getOrDefault(kind, Totals.NONE);
            now += series.responses(kind).count() + series.unanswered(kind).count() + totals.refused()
                    - totals.operations();
        }
        now = Math.max(0, now); // results of before refusals were counted where they were due
    }
}
