package dev.tidemark.core.data.search;

import module java.base;
import tools.jackson.databind.JsonNode;

/**
 * Requests to a search server as files of JSON have them: path and body, or the body of a search alone, or both lines
 * of a search of many ({@code _msearch}), or an operation of OpenSearch Benchmark or Rally.
 */
final class JsonRequests {

    private static final String SEARCH = "/_search";
    /** What the first of two lines may have that says where it is asked; the index is the one that is measured. */
    private static final Set<String> PLACE = Set.of("index", "indices", "type", "types");
    /** What else it may have, each a parameter of a search, too. */
    private static final Set<String> HEADER = Set.of("preference", "routing", "search_type", "request_cache",
            "ignore_unavailable", "ignore_throttled", "allow_no_indices", "expand_wildcards",
            "allow_partial_search_results", "ccs_minimize_roundtrips", "max_concurrent_shard_requests",
            "pre_filter_shard_size", "cancel_after_time_interval");
    /** Members of a search's body that are no text. */
    private static final List<String> BODY = List.of("query", "aggs", "aggregations", "knn", "retriever", "suggest");
    private static final Set<String> ASKING = Set.of("GET", "POST");

    private JsonRequests() {}

    /** Whether it is the first of two lines. */
    static boolean isHeader(JsonNode node) {
        return node.isObject() && node.propertyNames().stream().allMatch(name -> PLACE.contains(name)
                || HEADER.contains(name));
    }

    /** A search by two lines. @param body the second, as it stands there */
    static SentRequest search(JsonNode header, String body) {
        return new SentRequest(SEARCH, parameters(header, PLACE), body);
    }

    /**
     * The request that an object is; empty where it is another one.
     *
     * @param text of the object
     * @throws IllegalArgumentException when it is a request that is not only for reading
     */
    static Optional<SentRequest> of(JsonNode node, String text) {
        if (node.path("path").isString()) {
            return Optional.of(byPath(node, text));
        }
        JsonNode operation = JsonQueries.first(node, List.of("operation-type", "operationType"));
        if (operation != null) {
            return operation.asString("").equals("search") && node.path("body").isObject()
                    ? Optional.of(operation(node, text)) : Optional.empty();
        }
        return BODY.stream().anyMatch(name -> node.path(name).isObject())
                ? Optional.of(new SentRequest(SEARCH, "", text)) : Optional.empty();
    }

    /** The body may be JSON, which is sent as it stands there, or a text, as several lines of JSON are. */
    private static SentRequest byPath(JsonNode node, String text) {
        if (!ASKING.contains(node.path("method").asString("GET"))) {
            throw new IllegalArgumentException("its method " + node.path("method").asString() + " is not one of asking");
        }
        JsonNode body = JsonQueries.first(node, List.of("body"));
        SentRequest request = SentRequest.of(node.path("path").asString(), body == null ? null
                : body.isString() ? body.asString() : JsonText.member(text, "body").orElseThrow())
                .belowIndex();
        return new SentRequest(request.path(), joined(request.parameters(),
                parameters(node.path("params"), Set.of())), request.body());
    }

    private static SentRequest operation(JsonNode node, String text) {
        JsonNode cache = node.path("cache");
        return new SentRequest(SEARCH, joined(cache.isBoolean() ? "request_cache=" + cache.asBoolean() : "",
                parameters(node.path("request-params"), Set.of())), JsonText.member(text, "body").orElseThrow());
    }

    private static String joined(String one, String other) {
        return one.isEmpty() || other.isEmpty() ? one + other : one + "&" + other;
    }

    /** Members as parameters of an address; one with several values as often. */
    private static String parameters(JsonNode members, Set<String> without) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            if (!without.contains(member.getKey())) {
                Stream<JsonNode> values = member.getValue().isArray() ? member.getValue().valueStream()
                        : Stream.of(member.getValue());
                values.forEach(value -> all.add(RequestParameters.encoded(member.getKey()) + "="
                        + RequestParameters.encoded(value.asString(""))));
            }
        }
        return String.join("&", all);
    }
}
