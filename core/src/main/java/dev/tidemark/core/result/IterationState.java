package dev.tidemark.core.result;

import module java.base;

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
    STOPPED;

    /** Whether it has ended, and not only since its process went away. */
    public boolean isOver() {
        return this != RUNNING && this != INTERRUPTED;
    }

    /**
     * Why iterations ended so, to follow what is said of them all: {@code ": the disk is full"}, where they have several
     * reasons {@code "; the first: the disk is full"}; empty where none tells.
     */
    public static String reason(Stream<String> verdicts) {
        List<String> reasons = verdicts.filter(v -> !v.isEmpty()).distinct().toList();
        return reasons.isEmpty() ? "" : (reasons.size() > 1 ? "; the first: " : ": ") + reasons.getFirst();
    }
}
