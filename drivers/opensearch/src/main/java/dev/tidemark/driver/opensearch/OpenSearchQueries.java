package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.driver.search.SearchRequest;

/** Queries in OpenSearch's own language. */
final class OpenSearchQueries {

    /** Hits up to which is counted where an exact number is not wanted, as Lucene does by default. */
    private static final int COUNTED = 1000;

    private OpenSearchQueries() {}

    /** The body of a request for words. */
    static Map<String, Object> words(SearchRequest request, int top) {
        Map<String, Object> body = body(words(request.query()), top);
        body.put("track_total_hits", request.countsAll() ? (Object) true : COUNTED);
        return body;
    }

    /** The body of a request for neighbours. */
    static Map<String, Object> near(SearchRequest request, int top) {
        Map<String, Object> vector = new LinkedHashMap<>();
        vector.put("vector", request.query().vector());
        vector.put("k", request.candidates());
        if (request.query().isFiltered()) {
            vector.put("filter", filter(request.query()));
        }
        return body(Map.of("knn", Map.of(IndexNamespace.VECTOR, vector)), top);
    }

    private static Map<String, Object> body(Map<String, Object> query, int top) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("query", query);
        body.put("size", top);
        body.put("_source", false);
        return body;
    }

    private static Map<String, Object> words(SearchQuery query) {
        if (query.raw() != null && !query.isFiltered()) {
            return raw(query.raw());
        }
        if (query.clauses().size() == 1 && !query.isFiltered()
                && query.clauses().getFirst().occur() != Occur.MUST_NOT) {
            return of(query.clauses().getFirst());
        }
        Map<String, Object> all = new LinkedHashMap<>();
        List<Object> must = clauses(query, Occur.MUST);
        if (query.raw() != null) {
            must.add(raw(query.raw()));
        }
        List<Object> should = clauses(query, Occur.SHOULD);
        all.put("must", must);
        all.put("should", should);
        all.put("must_not", clauses(query, Occur.MUST_NOT));
        if (query.isFiltered()) {
            all.put("filter", filter(query));
        }
        if (must.isEmpty() && !should.isEmpty()) {
            all.put("minimum_should_match", 1); // beside a filter it would be none
        }
        return Map.of("bool", all);
    }

    private static List<Object> clauses(SearchQuery query, Occur occur) {
        List<Object> found = new ArrayList<>();
        query.clauses().stream().filter(c -> c.occur() == occur).map(OpenSearchQueries::of).forEach(found::add);
        return found;
    }

    private static Map<String, Object> of(Clause clause) {
        String words = String.join(" ", clause.words());
        return Map.of(clause.words().size() == 1 ? "term" : "match_phrase", Map.of(IndexNamespace.TEXT, words));
    }

    private static Map<String, Object> raw(String text) {
        return Map.of("query_string", Map.of("query", text, "default_field", IndexNamespace.TEXT));
    }

    private static Map<String, Object> filter(SearchQuery query) {
        return Map.of("range", Map.of(IndexNamespace.BUCKET, Map.of("lt", query.below())));
    }
}
