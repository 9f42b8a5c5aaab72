package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.result.RunStatus;

/**
 * How fast a phase has been of late: over a second or more, and over so many units that one more hardly changes it. What
 * is done between two statuses alone would be told as 4/s of one query a second, as only every fourth sees any.
 */
final class RecentRate {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int ENOUGH = 10;

    private final Deque<RunStatus> lately = new ArrayDeque<>();

    /** @param status of the same phase as those before it */
    void add(RunStatus status) {
        lately.add(status);
        RunStatus since = lately.getFirst();
        for (RunStatus later : lately) {
            if (status.done() - later.done() < ENOUGH || status.at() - later.at() < SECOND) {
                break;
            }
            since = later;
        }
        while (lately.getFirst() != since) {
            lately.removeFirst();
        }
    }

    /** Units per second; 0 before anything was done. */
    double perSecond() {
        if (lately.size() < 2) {
            return 0;
        }
        RunStatus since = lately.getFirst();
        RunStatus last = lately.getLast();
        return last.at() > since.at() ? (last.done() - since.done()) * 1e9 / (last.at() - since.at()) : 0;
    }
}
