package dev.tidemark.core.param;

/** What changing a setting between two iterations costs. A plan varies the dearest outermost. */
public enum ChangeCost {
    /** Nothing: the next iteration simply uses the new value. */
    NOTHING,
    /** The target must be closed and opened again. */
    REOPEN,
    /** The server, or the runner's process, must be started anew. */
    RESTART,
    /** The data must be built again. */
    REBUILD
}
