package dev.tidemark.core.rig;

/** A server could not be fetched, set up, started or stopped. The message is one line for the user. */
public class RigException extends Exception {

    public RigException(String message) {
        super(message);
    }

    public RigException(String message, Throwable cause) {
        super(message, cause);
    }
}
