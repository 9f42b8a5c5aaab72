package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/** An index whose mapping's metadata hold the mark: they come into being with it. */
final class IndexNamespace implements Namespace.FixedText<HttpConnection> {

    static final String TEXT = "text";
    static final String BUCKET = "bucket";
    static final String VECTOR = "vector";

    /** So that the name is that of one index, whatever is asked under it. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,200}");
    private static final int NOT_FOUND = 404;

    private final String index;
    private final Values values;

    IndexNamespace(Values values) {
        index = values.get(ConnectionParams.NAMESPACE);
        this.values = values;
        if (!NAME.matcher(index).matches()) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + index + "' is no name of an "
                    + "index; it begins with a lower-case letter or a digit, and has these, '.', '_' and '-' only");
        }
    }

    /** A path below the index's. */
    String path(String below) {
        return "/" + index + below;
    }

    @Override
    public boolean exists(HttpConnection connection) throws Exception {
        return mapping(connection).isPresent();
    }

    private Optional<JsonNode> mapping(HttpConnection connection) throws Exception {
        try {
            JsonNode all = connection.get(path("/_mapping"));
            return Optional.of(HttpConnection.documented(all, !all.isEmpty() && all.iterator().next().has("mappings"),
                    "it has no mappings"));
        } catch (HttpRefusedException e) {
            if (e.status() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void make(HttpConnection connection, String name, String text) throws Exception {
        make(connection, Map.of(name, text), 0);
    }

    /** Makes the index, empty, with the texts. @param dimension of the vectors; 0 for none */
    void make(HttpConnection connection, Map<String, String> texts, int dimension) throws Exception {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(TEXT, Map.of("type", "text", "analyzer", "whitespace"));
        fields.put(BUCKET, Map.of("type", "integer"));
        if (dimension > 0) {
            fields.put(VECTOR, vector(dimension));
        }
        make(connection, texts, fields, dimension > 0, values.get(OpenSearchParams.STORE_TEXT));
    }

    private void make(HttpConnection connection, Map<String, String> texts, Map<String, Object> fields,
            boolean hasVectors, boolean keepsSource) throws Exception {
        Map<String, Object> settings = new LinkedHashMap<>(Map.of("number_of_shards", values.get(SearchParams.SHARDS),
                "number_of_replicas", 0, "refresh_interval", "-1", "translog.durability", "request",
                "queries.cache.enabled", values.get(OpenSearchParams.QUERY_CACHE)));
        if (hasVectors) {
            settings.put("knn", true);
        }
        OpenSearchApi.done(connection.send("PUT", path("?wait_for_active_shards=all"), HttpConnection.JSON,
                HttpConnection.bytes(Map.of(
                "settings", Map.of("index", settings), "mappings", Map.of("_meta", texts, "dynamic", "strict",
                        "_source", Map.of("enabled", keepsSource), "properties", fields)))));
    }

    /** Gives way to an index of the documents that styles store, unless it is one already. */
    void makeForStyles(HttpConnection connection) throws Exception {
        boolean isOne = mapping(connection).orElseThrow().path(index).path("mappings").path("properties")
                .has(StyleFields.PLACE);
        if (!isOne) {
            drop(connection);
            make(connection, Map.of(NamespaceTarget.MARK, NamespaceTarget.OURS), StyleFields.ALL, false, true);
        }
    }

    /** Vectors of length 1, as those are that are compared by their cosine, have it as their product. */
    private Map<String, Object> vector(int dimension) {
        return Map.of("type", "knn_vector", "dimension", dimension, "method", Map.of("name", "hnsw", "engine", "lucene",
                "space_type", values.get(SearchParams.DISTANCE) == VectorDistance.L2 ? "l2" : "innerproduct",
                "parameters", Map.of("m", values.get(SearchParams.HNSW_M),
                        "ef_construction", values.get(SearchParams.HNSW_EF_CONSTRUCTION))));
    }

    @Override
    public void drop(HttpConnection connection) throws Exception {
        OpenSearchApi.done(connection.send("DELETE", path(""), HttpConnection.JSON, new byte[0]));
    }

    /** {@inheritDoc} An alias, under which another index's mapping is told, has none. */
    @Override
    public Optional<String> text(HttpConnection connection, String name) throws Exception {
        return mapping(connection).map(all -> all.path(index).path("mappings").path("_meta").path(name))
                .filter(JsonNode::isString).map(JsonNode::asString);
    }
}
