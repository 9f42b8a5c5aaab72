package dev.tidemark.web.notify;

import java.io.IOException;

/** A way to somebody who is to be told. */
interface Channel {

    /** What it is called where people read of it; tells no secret. */
    String name();

    /**
     * Tells it once.
     *
     * @throws RefusedException when telling it again would do no good
     * @throws IOException      when it might
     */
    void send(Notice notice) throws IOException, InterruptedException;

    /** It was heard, and not taken. */
    final class RefusedException extends IOException {
        RefusedException(String message) {
            super(message);
        }
    }
}
