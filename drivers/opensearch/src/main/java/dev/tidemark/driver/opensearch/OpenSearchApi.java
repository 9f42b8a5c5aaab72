package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import tools.jackson.databind.JsonNode;

/** How OpenSearch is greeted, and how it refuses. */
final class OpenSearchApi implements HttpApi {

    @Override
    public String ping() {
        return "/";
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
