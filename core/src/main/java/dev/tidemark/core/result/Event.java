package dev.tidemark.core.result;

/**
 * Something worth marking on the time axis or telling the user.
 *
 * @param at   nanoseconds since the iteration's start; below 0 for what began before it
 * @param kind {@code warning}, {@code note}, {@code stuck}, {@code background}, {@code finding}, {@code prepare},
 *             {@code recovery}
 * @param text one sentence, and perhaps lines below it; of {@code recovery} figures, as JSON
 */
public record Event(long at, String kind, String text) {

    /** The kind of what a command did before the iteration, up to whose start it lasted. */
    public static final String PREPARATION = "prepare";

    /** The kind of what was told of faults by intervals that are wider now. */
    public static final String RECOVERY = "recovery";

    /** Whether its text is to be read; what is not is told by tables. */
    public boolean isForPeople() {
        return !kind.equals(RECOVERY);
    }
}
