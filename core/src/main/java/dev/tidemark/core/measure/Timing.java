package dev.tidemark.core.measure;

/**
 * Which stretch of an operation a duration measures. For a slot due at {@code due}, taken by a worker at
 * {@code taken}, started at {@code start} and finished at {@code end}:
 */
public enum Timing {
    /** {@code end - due}: what a user of the system would have waited. Not recorded in a closed loop: see SERVICE. */
    RESPONSE,
    /** {@code end - start}: what the target took. In a closed loop it is the response time too. */
    SERVICE,
    /** {@code max(0, taken - due)}: no worker was free; the target's doing. */
    WAIT,
    /** {@code start - max(taken, due)}: the generator's own doing. */
    SELF
}
