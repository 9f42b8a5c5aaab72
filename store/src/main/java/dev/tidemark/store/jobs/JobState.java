package dev.tidemark.store.jobs;

import module java.base;

/** The state of a job. */
public enum JobState {
    WAITING,
    RUNNING,
    DONE,
    /** An iteration failed, or the plan could not be run; the message says why. */
    FAILED,
    /** Its process went away or was asked to break off; it goes on where it was, without repeating what is finished. */
    INTERRUPTED,
    /** Ended at the user's wish. */
    CANCELLED;

    /** The states of jobs that are still to be run, in the queue's order. */
    static final Set<JobState> QUEUED = EnumSet.of(WAITING, INTERRUPTED);

    /** Whether it is still to be run: new, or to be gone on with. */
    public boolean queued() {
        return QUEUED.contains(this);
    }

    /** Whether its run has come to an end, good or bad. */
    public boolean over() {
        return this == DONE || this == FAILED || this == CANCELLED;
    }
}
