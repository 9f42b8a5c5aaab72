package dev.tidemark.bench.server;

/**
 * A load.
 *
 * @param workers     threads, each with a connection of its own
 * @param depth       operations that each has in progress
 * @param readPercent of the operations that are gets; the others are puts, one at a time
 */
record Cell(int workers, int depth, int readPercent) {

    /** Gets only. */
    Cell(int workers, int depth) {
        this(workers, depth, 100);
    }

    @Override
    public String toString() {
        return String.format("%2d connections, depth %2d, %3d %% gets", workers, depth, readPercent);
    }
}
