package dev.tidemark.core.driver;

/** The target was too busy and asked to come back later. */
public final class PushBackException extends Exception {

    public PushBackException(String message) {
        super(message);
    }
}
