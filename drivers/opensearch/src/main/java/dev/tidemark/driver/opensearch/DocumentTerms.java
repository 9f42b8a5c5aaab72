package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import tools.jackson.databind.JsonNode;

/**
 * The terms of documents that are drawn, with the frequencies that the shards of these tell: there is no list of all
 * terms of a text that a user may read.
 */
record DocumentTerms(HttpConnection connection, OwnIndex index) {

    private static final int DOCUMENTS = 500;
    /** Whose terms are asked for at once. */
    private static final int TOGETHER = 25;

    TermSample sample(String field, long seed) throws Exception {
        Set<String> types = index.types(connection, field);
        TermSample sample = new TermSample(seed);
        List<Object> drawn = drawn(field, seed);
        for (int from = 0; from < drawn.size(); from += TOGETHER) {
            List<Object> some = drawn.subList(from, Math.min(drawn.size(), from + TOGETHER));
            post("/_mtermvectors", Map.of("docs", some)).path("docs").forEach(document ->
                    add(document.path("term_vectors").path(field), sample));
        }
        if (sample.isEmpty()) {
            throw new DriverException("field '" + field + "' has no terms" + (drawn.isEmpty()
                    ? ", since no document has it" : "; it is of type " + String.join(" and ", types)));
        }
        return sample;
    }

    private static void add(JsonNode vectors, TermSample sample) {
        long documents = vectors.path("field_statistics").path("doc_count").asLong();
        vectors.path("terms").properties().forEach(term -> sample.add(term.getKey(),
                term.getValue().path("doc_freq").asLong(), documents));
    }

    /** Documents with the field, each as the request for its terms has it. */
    private List<Object> drawn(String field, long seed) throws Exception {
        List<Object> documents = new ArrayList<>();
        Map<String, Object> byChance = Map.of("query", Map.of("exists", Map.of("field", field)), "random_score",
                Map.of("seed", (int) seed, "field", "_seq_no"), "boost_mode", "replace");
        JsonNode found = post("/_search", Map.of("size", DOCUMENTS, "_source", false, "track_total_hits", false,
                "query", Map.of("function_score", byChance)));
        for (JsonNode hit : found.path("hits").path("hits")) {
            Map<String, Object> request = new HashMap<>(Map.of("_index", hit.path("_index").asString(""), "_id",
                    hit.path("_id").asString(""), "fields", List.of(field), "term_statistics", true, "positions", false,
                    "offsets", false));
            if (hit.has("_routing")) {
                request.put("routing", hit.path("_routing").asString(""));
            }
            documents.add(request);
        }
        return documents;
    }

    private JsonNode post(String below, Object body) throws Exception {
        return connection.send("POST", index.path(below), HttpConnection.JSON, HttpConnection.bytes(body));
    }
}
