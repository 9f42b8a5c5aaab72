package dev.tidemark.core.measure;

/**
 * Which stretch of an operation a duration measures. For a slot due at {@code due}, started at {@code start} and
 * finished at {@code end}; {@code start - due} is split into what the target and what the generator did:
 */
public enum LatencyKind {
    /** {@code end - due}: what a user of the system would have waited. Not recorded in a closed loop: see SERVICE. */
    RESPONSE,
    /** {@code end - start}: what the target took. In a closed loop it is the response time too. */
    SERVICE,
    /** The slot waited for a worker that the target kept busy. */
    WAIT,
    /** The slot waited for the generator, which prepared it or earlier ones, or came late to it. */
    SELF
}
