package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;

/** The target is not there, or went away in the middle. The message is one line for the user. */
public final class UnreachableException extends DriverException {

    private final boolean refusesConnection;

    /** @param refusesConnection whether that was told at once, before anything was asked */
    UnreachableException(String message, Throwable cause, boolean refusesConnection) {
        super(message, cause);
        this.refusesConnection = refusesConnection;
    }

    @Override
    public boolean refusesConnection() {
        return refusesConnection;
    }

    @Override
    public boolean losesConnection() {
        return true;
    }
}
