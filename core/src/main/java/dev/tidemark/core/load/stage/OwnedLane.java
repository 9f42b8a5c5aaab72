package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.Limit;

/** The stream of one worker, which nobody else takes from. Not thread-safe. */
final class OwnedLane implements Lane {

    private final int number;
    private final long limit;
    private long next;

    /**
     * @param first  number of the group's first lane
     * @param member the worker's number in its group
     * @param limit  operations of all the group's workers together
     */
    OwnedLane(int first, int member, long limit, int workers) {
        this.number = first + member;
        this.limit = limit == Limit.UNLIMITED ? limit : limit / workers + (member < limit % workers ? 1 : 0);
    }

    @Override
    public boolean claim(PositionRange positionRange, int requested) {
        long end = Math.min(limit, next + requested);
        if (next == end) {
            return false;
        }
        positionRange.take(number, next, end);
        next = end;
        return true;
    }
}
