package dev.tidemark.core.result;

/** How an operation or a step of it ended. */
public enum Outcome {
    /** It did what was asked. */
    OK("done"),
    /** It worked and found nothing: an answer, not an error. */
    MISS("not found"),
    /** Some of its units failed. */
    PARTIAL("partly failed"),
    /** The target gave it up for the sake of another, as after a deadlock; it may be tried again. */
    ROLLED_BACK("rolled back"),
    /** The target was too busy and said so. */
    PUSH_BACK("rejected as overloaded"),
    /** The target did not answer in time. */
    TIMEOUT("timed out"),
    /** There was no connection to be had, so that the target never saw it. */
    NO_CONNECTION("no connection"),
    /** The connection broke before an answer came: whether it was done is not known. */
    CONNECTION_LOST("connection lost"),
    /** It failed. */
    FAILURE("failed");

    private final String words;

    Outcome(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** Whether the work asked for was done; only such operations have a latency that may be averaged. */
    public boolean answered() {
        return this == OK || this == MISS;
    }

    /** Whether the operation's further steps are done after a step that ended like this. */
    public boolean continues() {
        return answered() || this == PARTIAL;
    }
}
