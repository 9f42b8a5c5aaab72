package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Rounds;

/** One kind of server with its client library and its own benchmark program. */
interface Contest {

    String driver();

    /** Settings by which Tidemark reaches it, beside address, user and password. */
    Map<String, String> settings();

    List<Cell> cells();

    default int keys() {
        return 100_000;
    }

    /** What is known only when the data are there. */
    void prepare(int keys, int valueSize) throws Exception;

    /** With the limit of time for an answer that the driver has. */
    BareClient open() throws Exception;

    /** The same without one, where that makes a difference: the JDK asks the system three times then, and not once. */
    default Optional<BareServerLoop.ClientOpener> unlimited() {
        return Optional.empty();
    }

    /** The server's own program; empty where it is not installed. */
    Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds);
}
