package dev.tidemark.core.load;

/** The stream of one worker, which nobody else takes from. Not thread-safe. */
final class OwnedLane implements Lane {

    private final int number;
    private final long limit;
    private long next;

    /**
     * @param number the worker's number, and the lane's
     * @param limit  operations of all workers together
     */
    OwnedLane(int number, long limit, int workers) {
        this.number = number;
        this.limit = limit == Limit.UNLIMITED ? limit : limit / workers + (number < limit % workers ? 1 : 0);
    }

    @Override
    public boolean claim(Block block, int wanted) {
        long end = Math.min(limit, next + wanted);
        if (next == end) {
            return false;
        }
        block.take(number, next, end);
        next = end;
        return true;
    }
}
