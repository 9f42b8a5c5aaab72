package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.schedule.Share;
import java.util.concurrent.atomic.AtomicLong;

/** The one stream of stateless work: free workers claim blocks of it, in order. */
final class SharedLane implements Lane {

    static final int LARGEST_BLOCK = 64;
    /** Near the end a block is at most this fraction of every worker's fair share, so that none is left idle. */
    private static final long SHARES = 4;

    private final int number;
    private final long limit;
    private final int workers;
    private final Share share;
    private final int all;
    /** Positions that follow each other and are of the same generator. */
    private final long block;
    private final PaddedCounter next = new PaddedCounter();

    /**
     * @param number of the lane
     * @param limit  how many positions it has
     */
    SharedLane(int number, long limit, int workers) {
        this(number, limit, workers, Share.WHOLE, workers, LARGEST_BLOCK);
    }

    /**
     * The part of one of several generators.
     *
     * @param limit   how many positions it has for all of them
     * @param workers of this one
     * @param all     workers of all of them
     * @param block   positions that follow each other and are of the same generator
     */
    SharedLane(int number, long limit, int workers, Share share, int all, long block) {
        this.number = number;
        this.limit = share.count(limit, block, all);
        this.workers = workers;
        this.share = share;
        this.all = all;
        this.block = block;
    }

    /**
     * How many positions in a row are one generator's where any free worker takes any of them: so many that each
     * generator has about the same mix of operations at any time, and near a limit no more than that none is left
     * idle.
     *
     * @param workers of all generators
     */
    static long block(long limit, int workers) {
        return Math.clamp(limit / (SHARES * Math.max(1, workers)), 1, LARGEST_BLOCK);
    }

    @Override
    public boolean claim(PositionRange positionRange, int requested) {
        while (true) {
            long first = next.get();
            long left = limit - first;
            if (left <= 0) {
                return false;
            }
            long size = Math.clamp(left / (SHARES * workers), 1, Math.min(requested, LARGEST_BLOCK));
            if (!share.whole()) {
                size = Math.min(size, block - first % block);
            }
            if (next.compareAndSet(first, first + size)) {
                long place = share.position(first, block, all);
                positionRange.take(number, place, place + size);
                return true;
            }
        }
    }

    /** How many positions were claimed so far. */
    long claimed() {
        return next.get();
    }

    /** A counter that shares its cache line with nothing. */
    @SuppressWarnings("unused") // the unused fields are the padding
    private static final class PaddedCounter extends AtomicLong {
        private long p0;
        private long p1;
        private long p2;
        private long p3;
        private long p4;
        private long p5;
        private long p6;
        private long p7;
        private long p8;
        private long p9;
        private long p10;
        private long p11;
        private long p12;
        private long p13;
        private long p14;
        private long p15;
    }
}
