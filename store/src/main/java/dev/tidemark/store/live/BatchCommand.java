package dev.tidemark.store.live;

/** What a running batch can be asked to do; the later one outweighs the earlier. */
public enum BatchCommand {
    /** End the running iteration early, keep its rows, and run no further one. */
    STOP,
    /** Kill the runner at once. */
    CANCEL
}
