package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Values;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * How OpenSearch and Elasticsearch are greeted, and how they refuse.
 *
 * @param key of Elasticsearch's interface, in the place of user and password
 */
record OpenSearchApi(Optional<String> key) implements HttpApi {

    private static final int FORBIDDEN = 403;
    private static final int MAX_QUOTED = 300;
    private static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>\\s*(.*?)\\s*</title>");

    static OpenSearchApi of(Values values, Context context) {
        return new OpenSearchApi(values.find(OpenSearchParams.API_KEY).map(context.secrets()::reveal));
    }

    @Override
    public List<String> headers(ConnectionSettings settings) {
        return key.map(secret -> List.of("Authorization", "ApiKey " + secret))
                .orElseGet(() -> HttpApi.super.headers(settings));
    }

    /** {@inheritDoc} A user who may read an index need not be allowed to know the server's version. */
    @Override
    public void greet(HttpConnection made, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException, TimeoutException {
        HttpResponse<byte[]> answer = made.answer("GET", ping(), List.of(), new byte[0], longest);
        JsonNode refusal = answer.statusCode() == FORBIDDEN ? HttpConnection.parse(new String(answer.body(),
                StandardCharsets.UTF_8)) : MissingNode.getInstance();
        if (refusal.path("status").asInt(0) != FORBIDDEN || !refusal.has("error")) {
            HttpApi.super.greet(made, longest);
        }
    }

    /** Name and number by its own greeting; OpenSearch may be told to give its number as Elasticsearch's. */
    static String version(JsonNode greeting) {
        JsonNode version = greeting.path("version");
        boolean own = "opensearch".equals(version.path("distribution").asString(""))
                || greeting.path("tagline").asString("").contains("OpenSearch");
        return (own ? "OpenSearch " : "Elasticsearch ") + version.path("number").asString("");
    }

    @Override
    public String ping() {
        return "/";
    }

    @Override
    public boolean isGreeting(JsonNode answer) {
        return answer.path("version").has("number");
    }

    /**
     * Of an answer to a request that changes or looks at the index: all shards that were asked, or the index itself,
     * did so.
     */
    static JsonNode done(JsonNode answer) throws HttpRefusedException {
        JsonNode failed = answer.path("_shards").path("failed");
        return HttpConnection.documented(answer, answer.path("acknowledged").asBoolean(false)
                || failed.isIntegralNumber() && failed.asInt() == 0, "it acknowledges nothing");
    }

    /** {@inheritDoc} The first of its causes says most; see "Common error responses" of its REST interface. */
    @Override
    public String complaint(int status, String body) {
        String message = complaint(HttpConnection.parse(body).path("error"));
        if (message.isBlank()) {
            Matcher title = TITLE.matcher(body);
            message = (title.find() ? title.group(1) : body.lines().findFirst().orElse("")).strip();
        }
        return message.isBlank() || message.startsWith("{") || message.startsWith("<") ? HttpApi.wordless(status)
                : message;
    }

    /** What an error says in the server's own words; empty where it says nothing. */
    static String complaint(JsonNode error) {
        JsonNode cause = error.path("root_cause").path(0).path("reason").isString() ? error.path("root_cause").path(0)
                : error;
        String message = cause.path("reason").asString(error.asString(""));
        String type = cause.path("type").asString("");
        String whole = message.isBlank() || type.isBlank() ? message : type + ": " + message;
        return Printable.shortened(whole, MAX_QUOTED + 1);
    }
}
