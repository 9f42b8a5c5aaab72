package dev.tidemark.bench.server;

import dev.tidemark.bench.support.Rounds;
import java.util.List;
import java.util.Map;

/** One kind of server with its client library and its own benchmark program. */
interface Contest {

    String driver();

    /** Settings by which Tidemark reaches it, beside address, user and password. */
    Map<String, String> settings();

    List<Cell> cells();

    /** What is known only when the data are there. */
    void prepare(int keys, int valueSize) throws Exception;

    BareClient open() throws Exception;

    /** The server's own program; empty where it is not installed. */
    Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds);
}
