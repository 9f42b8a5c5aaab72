package dev.tidemark.web.api.spec;

/** A value that may be written as a text, a number or a boolean, such as {@code "10k"} or {@code 10000}. */
public record ScalarText(String text) {}
