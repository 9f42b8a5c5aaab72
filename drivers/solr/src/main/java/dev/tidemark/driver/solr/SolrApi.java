package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** How Solr is greeted and asked, and how it refuses. */
final class SolrApi implements HttpApi {

    static final String FORM = "application/x-www-form-urlencoded";
    static final String PING = "/solr/admin/info/health?wt=json";
    private static final int UNAUTHORIZED = 401;

    @Override
    public String ping() {
        return PING;
    }

    @Override
    public boolean isGreeting(JsonNode answer) {
        return answer.path("responseHeader").has("status");
    }

    /** What each of its answers has, where all went well. */
    static JsonNode done(JsonNode answer) throws HttpRefusedException {
        JsonNode status = answer.path("responseHeader").path("status");
        return HttpConnection.documented(answer, status.isIntegralNumber() && status.asInt() == 0,
                "it has no status 0");
    }

    /** Of an answer to a query, what was found. */
    static JsonNode found(JsonNode answer) throws HttpRefusedException {
        JsonNode found = answer.path("response");
        return HttpConnection.documented(answer, found.path("numFound").isNumber() && found.path("docs").isArray(),
                "it has no documents").path("response");
    }

    /** {@inheritDoc} Without the class of its exception, and what its parser would have liked instead. */
    @Override
    public String complaint(int status, String body) {
        String said = brief(HttpConnection.parse(body).path("error").path("msg").asString(""));
        if (!said.isBlank()) {
            return said;
        }
        return status == UNAUTHORIZED ? "user or password is wrong" : "the server answers " + status;
    }

    /** The first line of a message, without the class of its exception. */
    static String brief(String message) {
        return message.lines().findFirst().orElse("").replaceFirst("^([a-z]+\\.)+([A-Z]\\w*): ", "").strip();
    }

    /** Parameters as they stand in an address, or in a form. */
    static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream().map(p -> encoded(p.getKey()) + "=" + encoded(p.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
