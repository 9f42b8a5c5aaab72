package dev.tidemark.core.load.stage;

/**
 * The positions of a lane that a worker has claimed and not yet begun. Reused, so that claiming allocates nothing.
 */
final class PositionRange {

    private int lane;
    private long next;
    private long end;

    void take(int ofLane, long first, long afterLast) {
        lane = ofLane;
        next = first;
        end = afterLast;
    }

    int lane() {
        return lane;
    }

    boolean isEmpty() {
        return next == end;
    }

    /** Takes the next position out. */
    long next() {
        return next++;
    }
}
