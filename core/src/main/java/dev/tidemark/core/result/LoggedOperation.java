package dev.tidemark.core.result;

/**
 * One operation that is remembered by itself. Times are nanoseconds since the iteration's start.
 *
 * @param phase   index of the phase
 * @param why     why it is remembered
 * @param kind    kind of operation
 * @param outcome how it ended
 * @param reason  why, for what did not do all that was asked; empty otherwise
 * @param lane    the stream of operations that it belongs to
 * @param n       its position in that
 * @param name    what it was about, as a document's URI or a key; empty where that is not known
 * @param due     when it was due
 * @param start   when it was started
 * @param end     when it ended
 */
public record LoggedOperation(int phase, Why why, String kind, Outcome outcome, String reason, int lane, long n,
        String name, long due, long start, long end) {

    public enum Why {
        /** It is one of the slowest of its kind. */
        SLOW,
        /** It is one of the first that failed, or whose answer was wrong. */
        FAILED
    }

    /** From when it was due to its end. */
    public long nanos() {
        return end - due;
    }
}
