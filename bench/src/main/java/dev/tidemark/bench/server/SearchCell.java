package dev.tidemark.bench.server;

/**
 * A load of queries.
 *
 * @param clients that ask one query at a time
 * @param rate    queries due per second, evenly, of all clients together; 0 as fast as they can
 */
record SearchCell(int clients, int rate) {

    @Override
    public String toString() {
        return String.format("%2d clients, %s", clients, rate > 0 ? rate + "/s" : "unpaced");
    }
}
