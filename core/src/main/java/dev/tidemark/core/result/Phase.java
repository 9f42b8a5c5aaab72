package dev.tidemark.core.result;

/** The name of a stage of an iteration. FINISH makes rows that were loaded ready to be used, as by indexes. */
public enum Phase {
    CREATE, PRELOAD, WARM_UP, MEASURE, DRAIN, SETTLE, FINISH, VERIFY, DIAGNOSE
}
