package dev.tidemark.core.result;

/** The name of a stage of an iteration. */
public enum Phase {
    CREATE, PRELOAD, WARM_UP, MEASURE, DRAIN, SETTLE, VERIFY, DIAGNOSE
}
