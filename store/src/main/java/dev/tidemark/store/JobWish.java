package dev.tidemark.store;

/** What the process that runs a job is asked to do with it. */
public enum JobWish {
    /** Break it off, for it to be gone on with when a person says so. */
    PAUSE,
    /** Break it off for good. */
    CANCEL
}
