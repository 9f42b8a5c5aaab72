package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;

/** The target is not there, or went away in the middle. The message is one line for the user. */
public final class UnreachableException extends DriverException {

    public UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
