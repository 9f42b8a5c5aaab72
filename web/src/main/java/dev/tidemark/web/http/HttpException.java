package dev.tidemark.web.http;

/** A request that is not answered as wished. The message is one line for the person who asked. */
public final class HttpException extends RuntimeException {

    private final int status;

    public HttpException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** What was asked for is not there. */
    public static HttpException missing(String message) {
        return new HttpException(404, message);
    }

    public int status() {
        return status;
    }
}
