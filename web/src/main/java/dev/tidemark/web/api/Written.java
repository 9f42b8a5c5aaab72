package dev.tidemark.web.api;

/** A value that may be written as a text, a number or a boolean, such as {@code "10k"} or {@code 10000}. */
record Written(String text) {}
