package dev.tidemark.core.workload;

/** Which iterations' stores stay on disk when a plan is done. */
public enum Retention {
    /** The plan's last one. */
    LAST,
    NONE,
    ALL
}
