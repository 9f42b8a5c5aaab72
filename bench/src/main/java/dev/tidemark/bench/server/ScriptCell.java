package dev.tidemark.bench.server;

import java.util.List;

/**
 * A load.
 *
 * @param clients each with a connection of its own
 * @param paced   scripts per second; 0 for as many as the clients can
 */
record ScriptCell(PeerScript script, int clients, int paced) {

    static final List<ScriptCell> ALL = List.of(new ScriptCell(PeerScript.SELECT, 1, 0),
            new ScriptCell(PeerScript.SELECT, 4, 0), new ScriptCell(PeerScript.SELECT, 16, 0),
            new ScriptCell(PeerScript.SELECT, 64, 0), new ScriptCell(PeerScript.SELECT, 4, 500),
            new ScriptCell(PeerScript.TPCB, 1, 0), new ScriptCell(PeerScript.TPCB, 4, 0),
            new ScriptCell(PeerScript.TPCB, 16, 0), new ScriptCell(PeerScript.TPCB, 64, 0),
            new ScriptCell(PeerScript.READ_WRITE, 4, 0));

    @Override
    public String toString() {
        return String.format("%-10s %2d clients%s", script.word(), clients, paced > 0 ? ", " + paced + "/s" : "");
    }
}
