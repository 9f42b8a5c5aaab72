package dev.tidemark.core.driver.remote.http;

/** A server has answered that it will not, or cannot. The message is the server's own. */
public final class HttpRefusedException extends Exception {

    private final int status;

    /** @param status of HTTP, 400 or more */
    public HttpRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
