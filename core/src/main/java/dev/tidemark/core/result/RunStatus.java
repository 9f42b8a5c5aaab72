package dev.tidemark.core.result;

import java.util.OptionalDouble;

/**
 * How far a phase is, a few times a second while it runs.
 *
 * @param at       nanoseconds since the iteration's start
 * @param phase    the phase that is running
 * @param began    when the phase began, in nanoseconds since the iteration's start
 * @param lasts    nanoseconds after which time ends the phase, if nothing else does before; 0 for no such limit
 * @param done     units done so far; beside the {@linkplain Phase#isLoad load}, of what the phase itself counts
 * @param expected of these in all; 0 when only time ends the phase
 * @param bytes    user bytes written and read so far
 * @param backlog  slots that were due but that no worker has taken yet; 0 in a closed loop
 * @param inFlight operations that are inside the target now
 * @param failures units failed so far
 */
public record RunStatus(long at, Phase phase, long began, long lasts, long done, long expected, long bytes,
        long backlog, int inFlight, long failures) {

    /** Of a phase that does nothing but work something off: until it is done, however long that takes. */
    public static RunStatus of(long at, Phase phase, long began, long done, long expected) {
        return new RunStatus(at, phase, began, 0, done, expected, 0, 0, 0, 0);
    }

    /** With what another generator has done in the same phase; what is expected is of all of them. */
    public RunStatus with(RunStatus other) {
        return new RunStatus(at, phase, began, lasts, done + other.done, expected, bytes + other.bytes,
                backlog + other.backlog, inFlight + other.inFlight, failures + other.failures);
    }

    /** Nanoseconds that the phase has run. */
    public long elapsed() {
        return Math.max(0, at - began);
    }

    /**
     * How much of the phase is done, 0 to 1, by what ends it sooner: the count or the time; empty where neither will.
     */
    public OptionalDouble share() {
        if (expected <= 0 && lasts <= 0) {
            return OptionalDouble.empty();
        }
        double byCount = expected > 0 ? (double) done / expected : 0;
        double byTime = lasts > 0 ? (double) elapsed() / lasts : 0;
        return OptionalDouble.of(Math.clamp(Math.max(byCount, byTime), 0.0, 1.0));
    }
}
