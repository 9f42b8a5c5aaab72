package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import tools.jackson.databind.JsonNode;

/** How OpenSearch is greeted, and how it refuses. */
final class OpenSearchApi implements HttpApi {

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
        JsonNode error = HttpConnection.parse(body).path("error");
        String said = error.path("root_cause").path(0).path("reason").asString(error.path("reason").asString(
                error.asString("")));
        if (said.isBlank()) {
            said = body.lines().findFirst().orElse("").strip();
        }
        return said.isBlank() || said.startsWith("{") ? "the server answers " + status : said;
    }
}
