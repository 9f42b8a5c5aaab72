package dev.tidemark.core.result;

/**
 * Something worth marking on the time axis or telling the user.
 *
 * @param at   nanoseconds since the iteration's start
 * @param kind {@code warning}, {@code note}, {@code stuck}, {@code background}, {@code finding}
 * @param text one sentence
 */
public record Event(long at, String kind, String text) {}
