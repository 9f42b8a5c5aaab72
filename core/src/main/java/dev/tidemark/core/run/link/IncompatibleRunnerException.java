package dev.tidemark.core.run.link;

import java.io.IOException;

/** A runner that does not fit to this side has been refused; the message is one line for the user. */
public final class IncompatibleRunnerException extends IOException {

    public IncompatibleRunnerException(String message) {
        super(message);
    }
}
