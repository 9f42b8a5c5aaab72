package dev.tidemark.core.result;

/** The name of a stage of an iteration. FINISH makes rows that were loaded ready to be used, as by indexes. */
public enum Phase {
    CREATE, PRELOAD, WARM_UP, MEASURE, DRAIN, SETTLE, FINISH, VERIFY, DIAGNOSE;

    /**
     * Whether it counts the workload's units. Beside the load, what a phase counts is its own: bytes to be compacted,
     * keys to be filled or looked at.
     */
    public boolean isLoad() {
        return this == WARM_UP || this == MEASURE || this == DRAIN;
    }
}
