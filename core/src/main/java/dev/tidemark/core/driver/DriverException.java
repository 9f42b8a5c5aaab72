package dev.tidemark.core.driver;

/** The target could not do what was asked. The message is one line for the user. */
public class DriverException extends Exception {

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
    }
}
