package dev.tidemark.core.result;

/** The state of an iteration. */
public enum IterationState {
    RUNNING,
    /** Finished; its numbers hold. */
    DONE,
    /** The process that ran it went away; it will be run again on resume. */
    INTERRUPTED,
    /** The runner or the target broke; the reason is recorded. */
    FAILED,
    /**
     * Finished, but its numbers must not be used: generator-limited, failures above the limit, verification failed;
     * or one of its agents was lost, for which it will be run again on resume.
     */
    INVALID,
    /** Ended early at the user's wish; its rows are kept. */
    STOPPED
}
