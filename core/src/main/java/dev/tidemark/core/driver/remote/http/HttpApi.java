package dev.tidemark.core.driver.remote.http;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** What a connector must know of a kind of server. */
public interface HttpApi {

    /** What is asked to see whether the server is there and lets this user in; cheap. */
    String ping();

    /** Whether an answer to {@link #ping} is such a server's. */
    default boolean isGreeting(JsonNode answer) {
        return true;
    }

    /**
     * The server's own message in the body of a refusal.
     *
     * @param status of HTTP
     * @param body   as text, which may be anything
     */
    String complaint(int status, String body);

    /** Whether a status says that the server is too busy and may be asked again later. */
    default boolean isOverload(int status) {
        return status == 429;
    }

    /** How long work may take that the server answers only when it is done, such as merging an index. */
    Duration LONG = Duration.ofHours(12);
}
