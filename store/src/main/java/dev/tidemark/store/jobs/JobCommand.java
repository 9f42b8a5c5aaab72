package dev.tidemark.store.jobs;

/** What the process that runs a job is asked to do with it. */
public enum JobCommand {
    /** Break it off, for it to be gone on with when a person says so. */
    PAUSE,
    /** Break it off for good. */
    CANCEL
}
