package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;

/** The index in OpenSearch that everybody asks, and how: what {@code query-log} of the driver sends. */
record SearchPlace(ServerAddress server, String index) {

    /** What is asked of an answer, so that all read the same. */
    static final String WANTED = "took,timed_out,_shards.failed,hits.total,hits.hits._id,hits.hits._score";

    private static final String SEARCH = "/_search?request_cache=false&filter_path=" + WANTED;

    URI search() {
        return URI.create("http://" + server.host() + ":" + server.port() + "/" + index + SEARCH);
    }

    /** A query as a line of a file of requests. */
    static String line(String query) {
        return HttpConnection.write(Map.of("path", SEARCH, "body", body(query)));
    }

    Optional<String> login() throws IOException {
        return server.user().isEmpty() ? Optional.empty() : Optional.of("Basic " + Base64.getEncoder().encodeToString(
                (server.user() + ":" + server.password()).getBytes(StandardCharsets.UTF_8)));
    }

    static Map<String, Object> body(String query) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("query", Map.of("query_string", Map.of("query", query, "default_field", "text")));
        body.put("size", 10);
        body.put("_source", false);
        body.put("track_total_hits", true);
        return body;
    }
}
