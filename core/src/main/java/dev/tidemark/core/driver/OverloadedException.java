package dev.tidemark.core.driver;

/** The target was too busy and asked to come back later. */
public final class OverloadedException extends Exception {

    public OverloadedException(String message) {
        super(message);
    }
}
