package dev.tidemark.core.result;

/** Which direction of a measure is good. */
public enum Direction {
    HIGHER, LOWER, NEITHER
}
