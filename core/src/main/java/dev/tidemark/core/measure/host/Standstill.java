package dev.tidemark.core.measure.host;

import java.util.Locale;

/**
 * Something that happened to the time of a run, behind the back of all that measures it.
 *
 * @param kind  what happened
 * @param at    when, in nanoseconds since the iteration's start
 * @param nanos how long it took; of a clock that was set, by how much, below 0 for back
 */
public record Standstill(Kind kind, long at, long nanos) {

    private static final String STOPPED = "The runner stood still for ";
    private static final String SUSPENDED = "The machine was suspended for ";

    /** What can happen to time. */
    public enum Kind {
        /** The process stood still, and time went on. */
        STOPPED,
        /** The machine slept. */
        SUSPENDED,
        /** Somebody set the time of day, of which no duration depends. */
        CLOCK_SET
    }

    /** Whether what was measured then is not what it would have been. */
    public boolean touches() {
        return kind != Kind.CLOCK_SET;
    }

    /** Whether that is why an iteration is invalid, so that what failed in it says nothing of its target. */
    public static boolean isIn(String verdict) {
        return verdict.contains(STOPPED) || verdict.contains(SUSPENDED);
    }

    /** What happened, how long and when; one sentence. */
    public String sentence() {
        return switch (kind) {
            case STOPPED -> STOPPED + seconds(nanos) + ", " + when()
                    + ": it was stopped, or the machine gave it no processor.";
            case SUSPENDED -> SUSPENDED + seconds(nanos) + ", " + when() + ".";
            case CLOCK_SET -> "The machine's clock was set " + (nanos < 0 ? "back" : "forward") + " by "
                    + seconds(Math.abs(nanos)) + ", " + when() + "; times of day count on from the run's start, and no "
                    + "duration depends on them.";
        };
    }

    private String when() {
        return seconds(at) + " after the run's start";
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
