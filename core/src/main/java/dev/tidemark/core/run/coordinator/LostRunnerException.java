package dev.tidemark.core.run.coordinator;

import java.io.IOException;

/** One of several runners is gone, or cannot be understood any more. */
final class LostRunnerException extends IOException {

    private final int runner;

    LostRunnerException(int runner, IOException why) {
        super(why.getMessage(), why);
        this.runner = runner;
    }

    int runner() {
        return runner;
    }
}
