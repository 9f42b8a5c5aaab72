package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Printable;
import java.net.http.HttpResponse;

/** How Riak is greeted, and how it says what is wrong: in plain text, by a status that tells little. */
final class RiakApi implements HttpApi {

    static final int OK = 200;
    static final int CREATED = 201;
    static final int NO_CONTENT = 204;
    static final int MULTIPLE_CHOICES = 300;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY = 429;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOLD = 200;

    @Override
    public String ping() {
        return "/ping";
    }

    @Override
    public void greet(HttpConnection made, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException, TimeoutException {
        HttpResponse<byte[]> answer = made.answer("GET", ping(), List.of(), new byte[0], longest);
        String message = HttpConnection.text(answer.body());
        if (answer.statusCode() != OK) {
            throw refusal(answer.statusCode(), message);
        }
        if (!message.equals("OK")) {
            throw HttpRefusedException.undocumented("it says nothing of itself", message);
        }
    }

    /** {@inheritDoc} And that keys are to be decoded, whatever the server has set (http_url_encoding). */
    @Override
    public List<String> headers(ConnectionSettings settings) {
        return Stream.concat(HttpApi.super.headers(settings).stream(), Stream.of("X-Riak-URL-Encoding", "on")).toList();
    }

    @Override
    public String complaint(int status, String body) {
        String message = body.replaceAll("\\p{C}|\\s+", " ").strip();
        return status + (message.isEmpty() ? status == PRECONDITION_FAILED ? ": it was there already" : ""
                : ": " + Printable.shortened(message, TOLD + 1));
    }

    /**
     * What an answer means that is not as wanted. Where too many requests are under way Riak answers 500 with the word
     * overload; where replicas did not answer in time, 503 that says so; and where too few of them did, 503 as well,
     * which is a failure: to come back later helps nobody while they are down.
     */
    static HttpRefusedException refusal(int status, String body) throws TimeoutException {
        if (status == UNAVAILABLE && body.contains("request timed out")) {
            throw new TimeoutException("Riak says that the request timed out");
        }
        boolean overload = status == INTERNAL_ERROR && body.matches("(?s)Error:\\s*overload\\s*")
                || status == UNAVAILABLE && !body.matches("(?s).*([Uu]nsatisfied|Too Many write failures).*");
        return new HttpRefusedException(overload ? TOO_MANY : status, new RiakApi().complaint(status, body));
    }
}
