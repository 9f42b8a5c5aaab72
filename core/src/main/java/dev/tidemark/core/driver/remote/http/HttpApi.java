package dev.tidemark.core.driver.remote.http;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import tools.jackson.databind.JsonNode;

/** What a connector must know of a kind of server. */
public interface HttpApi {

    /** What is asked to see whether the server is there and lets this user in; cheap. */
    String ping();

    /** Whether an answer to {@link #ping} is such a server's. */
    default boolean isGreeting(JsonNode answer) {
        return true;
    }

    /** Sees over a connection that was just made whether the server is there; a refusal, or another's answer, fails. */
    default void greet(HttpConnection made, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException, TimeoutException {
        JsonNode greeting = made.get(ping(), longest);
        HttpConnection.documented(greeting, isGreeting(greeting), "it says nothing of itself");
    }

    /** Headers of every request, names and values by turns: the login, if there is one. */
    default List<String> headers(ConnectionSettings settings) {
        return settings.user().map(user -> List.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(
                (user + ":" + settings.password().orElse("")).getBytes(StandardCharsets.UTF_8)))).orElse(List.of());
    }

    /**
     * Headers of every further request over a connection that was just made, where one logs in by a request.
     *
     * @return names and values by turns
     */
    default List<String> logIn(HttpConnection made, ConnectionSettings settings)
            throws IOException, InterruptedException, HttpRefusedException {
        return List.of();
    }

    /** Whether a status says that a login has run out, and that another connection would be one that has not. */
    default boolean isLoggedOut(int status) {
        return false;
    }

    /**
     * The server's own message in the body of a refusal.
     *
     * @param status of HTTP
     * @param body   as text, which may be anything
     */
    String complaint(int status, String body);

    /** A complaint where the server has no words of its own; what was asked is told with it. */
    static String wordless(int status) {
        return "the server answers " + status;
    }

    /** Whether a status says that the server is too busy and may be asked again later. */
    default boolean isOverload(int status) {
        return status == 429;
    }

    /** How long work may take that the server answers only when it is done, such as merging an index. */
    Duration LONG = Duration.ofHours(12);
}
