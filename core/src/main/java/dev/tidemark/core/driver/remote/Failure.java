package dev.tidemark.core.driver.remote;

import module java.base;
import java.net.http.HttpTimeoutException;

/** What sorts of failures an operation on a server has. */
public enum Failure {
    /** The server refused what was asked; the connection is as good as before. */
    REFUSED,
    /** The server is too busy and asks to come back later. */
    OVERLOADED,
    /** The server answered that the time was over; the connection is as good as before. */
    GIVEN_UP,
    /** No answer came in time; the connection is given up, since the answer may still come. */
    TIMED_OUT,
    /** The connection broke, or was never made. */
    BROKEN;

    /**
     * The most that one answer of a server may have. Whoever means no harm answers with less, as batches of documents
     * and pages of hits do; what says that it is larger is believed before memory is taken for it.
     */
    public static final int MOST_BYTES = 64 << 20;

    /** What an answer that is larger fails with: the connection is given up, since the rest may still come. */
    public static IOException tooLarge() {
        return new IOException("it answers with more than " + (MOST_BYTES >> 20) + " MiB");
    }

    /** Whether the client stumbled over an answer: it has another form than servers of its kind document. */
    static boolean isMisread(Throwable e) {
        return e instanceof ClassCastException || e instanceof NullPointerException
                || e instanceof IndexOutOfBoundsException || e instanceof NumberFormatException
                || e instanceof NoSuchElementException;
    }

    /** As the JDK's own exceptions tell it, of which a client's are often made. */
    public static Failure of(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case SocketTimeoutException _, HttpTimeoutException _, TimeoutException _ -> {
                    return TIMED_OUT;
                }
                case InterruptedIOException _, InterruptedException _ -> {
                    return BROKEN;
                }
                case IOException _ -> {
                    return BROKEN;
                }
                default -> { }
            }
        }
        return REFUSED;
    }

    /** Whether the connection can be used again. */
    boolean leavesConnection() {
        return this == REFUSED || this == OVERLOADED || this == GIVEN_UP;
    }
}
