package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.In;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.VectorField;
import tools.jackson.databind.JsonNode;

/**
 * A field of vectors of the k-NN plugin, in an index that others have made.
 *
 * @param similarity its space_type, by which the plugin's own script compares all vectors, too
 */
record KnnVectors(String name, int dimension, String similarity) implements VectorField {

    private static final String TYPE = "knn_vector";
    private static final String USUAL_SPACE = "l2";
    private static final String USUAL_NUMBERS = "float";

    /** @throws DriverException when there is no such field, or no vectors that can be asked, the same in all indexes */
    static KnnVectors of(HttpConnection connection, OwnIndex index, String field) throws Exception {
        Set<String> types = index.types(connection, field);
        if (!types.equals(Set.of(TYPE))) {
            throw new DriverException("field '" + field + "' is of type " + String.join(" and ", types) + ", and not "
                    + TYPE);
        }
        Set<KnnVectors> all = connection.get(index.path("/_mapping/field/" + field)).valueStream().flatMap(answer ->
                answer.path("mappings").path(field).path("mapping").valueStream()).map(mapping -> of(field, mapping))
                .collect(Collectors.toSet());
        if (all.size() != 1 || all.iterator().next().dimension == 0) {
            throw new DriverException("field '" + field + "' " + (all.size() > 1
                    ? "has other vectors in one index than in another"
                    : "has vectors that are not of numbers of type float, or are a model's, which is not told"));
        }
        return all.iterator().next();
    }

    /** Of dimension 0 where it cannot be asked. */
    private static KnnVectors of(String field, JsonNode mapping) {
        boolean floats = mapping.path("data_type").asString(USUAL_NUMBERS).equals(USUAL_NUMBERS);
        return new KnnVectors(field, floats ? mapping.path("dimension").asInt(0) : 0, mapping.path("method")
                .path("space_type").asString(mapping.path("space_type").asString(USUAL_SPACE)));
    }

    /** {@inheritDoc} Of each shard as many as there are candidates. */
    @Override
    public SearchQuery near(float[] vector, int top, int candidates) {
        return query(vector, false, top, Map.of("knn", Map.of(name, Map.of("vector", vector, "k", candidates))));
    }

    @Override
    public SearchQuery exact(float[] vector, int top) {
        return query(vector, true, top, Map.of("script_score", Map.of("query", Map.of("exists", Map.of("field", name)),
                "script", Map.of("source", "knn_score", "lang", "knn", "params", Map.of("field", name, "query_value",
                        vector, "space_type", similarity)))));
    }

    private SearchQuery query(float[] vector, boolean exactly, int top, Map<String, Object> query) {
        return SearchQuery.near(vector, new In(name, exactly), SentRequest.of("/_search", HttpConnection.write(Map.of(
                "query", query, "size", top, "_source", false))));
    }
}
