package dev.tidemark.driver.http;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Printable;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/**
 * How a server of any kind is greeted and how it refuses.
 *
 * @param pinged path that are asked first on a connection; empty for nothing
 * @param given  headers of every request beside a login by user and password, names and values by turns
 */
record AnyHttpApi(Optional<String> pinged, List<String> given) implements HttpApi {

    /**
     * Where servers have what is wrong: OpenSearch and Elasticsearch, Solr, CouchDB, Qdrant, Couchbase, problems of RFC
     * 9457, and what many others have in common.
     */
    private static final List<String> COMPLAINTS = List.of("/error/root_cause/0/reason", "/error/reason", "/error/msg",
            "/error/message", "/reason", "/status/error", "/errors/0/msg", "/errors/0/message", "/detail", "/message",
            "/error_description", "/title", "/error");
    private static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>\\s*(.*?)\\s*</title>");
    private static final int MAX_QUOTED = 200;
    private static final int NO_LOGIN = 401;
    private static final int NO_LOGIN_OF_PROXY = 407;
    private static final int TOO_MANY = 429;
    private static final int FIRST_OF_SERVER = 500;
    private static final int UNAVAILABLE = 503;

    @Override
    public String ping() {
        return pinged.orElse("");
    }

    @Override
    public List<String> headers(ConnectionSettings settings) {
        return Stream.concat(HttpApi.super.headers(settings).stream(), given.stream()).toList();
    }

    /** {@inheritDoc} Whatever it says to the path: a server that has nothing there is there. */
    @Override
    public void greet(HttpConnection made, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException {
        if (pinged.isEmpty()) {
            return;
        }
        HttpResponse<byte[]> answer = made.answer("GET", pinged.get(), List.of(), new byte[0], longest);
        int status = answer.statusCode();
        if (status == NO_LOGIN || status == NO_LOGIN_OF_PROXY || status == TOO_MANY || status >= FIRST_OF_SERVER) {
            throw refused(answer);
        }
    }

    @Override
    public boolean isOverload(int status) {
        return status == TOO_MANY || status == UNAVAILABLE;
    }

    /** An answer that is a refusal, with what it says of when to come again. */
    HttpRefusedException refused(HttpResponse<byte[]> answer) {
        String message = complaint(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
        String more = Stream.of("Retry-After", "Location").flatMap(name -> answer.headers().firstValue(name)
                .map(value -> " (" + name + ": " + value + ")").stream()).findFirst().orElse("");
        return new HttpRefusedException(answer.statusCode(), message + more);
    }

    @Override
    public String complaint(int status, String body) {
        JsonNode answer = HttpConnection.parse(body);
        String message = COMPLAINTS.stream().map(answer::at).filter(JsonNode::isString).map(JsonNode::asString)
                .filter(text -> !text.isBlank()).findFirst().orElseGet(() -> line(body)).replaceAll("\\p{C}|\\s+", " ")
                .strip();
        return status + (message.isEmpty() ? " without a word of why" : ": " + shortened(message));
    }

    /** The title of a page, all of what looks like JSON, or the first line of another text. */
    private static String line(String body) {
        Matcher title = TITLE.matcher(body);
        return title.find() ? title.group(1) : body.matches("(?s)\\s*[{\\[].*") ? body
                : body.lines().filter(text -> !text.isBlank()).findFirst().orElse("");
    }

    private static String shortened(String text) {
        return Printable.shortened(text, MAX_QUOTED + 1);
    }
}
