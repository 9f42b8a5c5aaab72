package dev.tidemark.core.result;

/**
 * Something worth marking on the time axis or telling the user.
 *
 * @param at   nanoseconds since the iteration's start; below 0 for what began before it
 * @param kind {@code warning}, {@code note}, {@code stuck}, {@code background}, {@code finding}, {@code prepare},
 *             {@code recovery}
 * @param text one sentence, and perhaps lines below it
 */
public record Event(long at, String kind, String text) {

    /** The kind of what a command did before the iteration, up to whose start it lasted. */
    public static final String PREPARATION = "prepare";
}
