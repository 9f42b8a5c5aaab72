package dev.tidemark.core.result;

/**
 * How far a phase is, a few times a second while it runs.
 *
 * @param at       nanoseconds since the iteration's start
 * @param phase    the phase that is running
 * @param done     units done so far
 * @param expected units expected in all; 0 when only time ends the phase
 * @param bytes    user bytes written and read so far
 * @param backlog  slots that were due but that no worker has taken yet; 0 in a closed loop
 * @param inFlight operations that are inside the target now
 * @param failures units failed so far
 */
public record Live(long at, Phase phase, long done, long expected, long bytes, long backlog, int inFlight,
        long failures) {}
