package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.driver.search.SearchRequest;

/** Queries as parameters of a request to Solr. */
final class SolrQueries {

    /** Hits up to which is counted where an exact number is not wanted, as Lucene does by default. */
    private static final String COUNTED = "1000";

    private SolrQueries() {}

    static Map<String, String> words(SearchRequest request, int top) {
        SearchQuery query = request.query();
        Map<String, String> parameters = parameters(query.raw() != null ? query.raw() : query.clauses().stream()
                .map(SolrQueries::of).collect(Collectors.joining(" ")), query, top);
        if (!request.countsAll()) {
            parameters.put("minExactCount", COUNTED);
        }
        return parameters;
    }

    /** The filter is the neighbours', too: it is looked at while they are searched. */
    static Map<String, String> near(SearchRequest request, int top) {
        return parameters("{!knn f=" + ConfigSet.VECTOR + " topK=" + request.candidates() + "}"
                + Arrays.toString(request.query().vector()).replace(" ", ""), request.query(), top);
    }

    private static Map<String, String> parameters(String text, SearchQuery query, int top) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("q", text);
        parameters.put("df", ConfigSet.TEXT);
        if (query.isFiltered()) {
            parameters.put("fq", ConfigSet.BUCKET + ":[* TO " + (query.below() - 1) + "]");
        }
        parameters.put("fl", "id,score");
        parameters.put("rows", String.valueOf(top));
        parameters.put("wt", "json");
        parameters.put("indent", "false");
        return parameters;
    }

    private static String of(Clause clause) {
        String words = String.join(" ", clause.words());
        return switch (clause.occur()) {
            case MUST -> "+";
            case MUST_NOT -> "-";
            case SHOULD -> "";
        } + (clause.words().size() == 1 ? words : '"' + words + '"');
    }
}
