package dev.tidemark.core.result;

/** The name of a stage of an iteration. FINISH is what makes rows that were loaded ready to be used, such as indexes. */
public enum Phase {
    CREATE, PRELOAD, WARM_UP, MEASURE, DRAIN, SETTLE, FINISH, VERIFY, DIAGNOSE
}
