package dev.tidemark.web.api.spec;

/** What a handler answers with; the status is that of its operation's output. */
public sealed interface Reply {

    /** A record, written as JSON. */
    record Of(Record record) implements Reply {}

    /** JSON that is written already. */
    record Json(String json) implements Reply {}

    /** Nothing. */
    record Nothing() implements Reply {}

    /** The handler has answered by itself. */
    record Sent() implements Reply {}

    static Reply of(Record record) {
        return new Of(record);
    }
}
