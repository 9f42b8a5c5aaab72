package dev.tidemark.store.results;

/**
 * A default that the user has stored for a workload.
 *
 * @param name the param's or tag's name
 * @param tag  whether it is a tag
 * @param text the value in the user's words
 */
public record StoredDefault(String name, boolean tag, String text) {}
