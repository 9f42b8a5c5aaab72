package dev.tidemark.core.driver.remote.http;

import dev.tidemark.core.param.Printable;

/** A server has answered that it will not, or cannot, in its own words; or what has answered is not the server. */
public final class HttpRefusedException extends Exception {

    private static final int OK = 200;
    private static final int FIRST_REFUSAL = 400;
    private static final int MAX_QUOTED = 100;

    private final int status;

    /** @param status of HTTP, 300 or more; 200 where an answer that says so is none */
    public HttpRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    /**
     * An answer that is none of the server's, as a proxy's may be, or one that was cut off.
     *
     * @param what   is wrong with it, as in {@code no hits}
     * @param answer its text, of which the beginning is told
     */
    public static HttpRefusedException undocumented(String what, String answer) {
        String text = answer.replaceAll("\\p{C}|\\s+", " ").strip();
        return new HttpRefusedException(OK, "the answer is none of this server's: " + what + (text.isEmpty() ? ""
                : ", in " + Printable.shortened(text, MAX_QUOTED + 1)));
    }

    public int status() {
        return status;
    }

    /** Whether the server has refused what was asked, rather than something else has answered. */
    public boolean isRefusal() {
        return status >= FIRST_REFUSAL;
    }
}
