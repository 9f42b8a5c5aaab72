package dev.tidemark.bench.server;

/**
 * A load.
 *
 * @param workers threads, each with a connection of its own
 * @param depth   operations that each has in progress
 */
record Cell(int workers, int depth) {

    @Override
    public String toString() {
        return String.format("%2d connections, depth %2d", workers, depth);
    }
}
