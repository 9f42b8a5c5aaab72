package dev.tidemark.driver.marklogic;

import java.io.IOException;

/** The server, or what stands before it, asks to come back later, which the client would do by itself for minutes. */
final class ServerBusyException extends IOException {

    ServerBusyException(int status) {
        super("the server is too busy (status " + status + ")");
    }
}
