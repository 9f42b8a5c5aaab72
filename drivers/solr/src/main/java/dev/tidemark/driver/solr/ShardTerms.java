package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.param.Suggestions;
import tools.jackson.databind.JsonNode;

/**
 * The terms of a shard: its documents were dealt to it by chance, so that it stands for the others.
 *
 * @param path the shard's
 */
record ShardTerms(HttpConnection connection, String path) {

    /** A field with fewer terms is read whole. */
    private static final int MOST = 50_000;
    /** Of the others the frequent terms are read, and beside them some at each of so many places. */
    private static final int PLACES = 200;
    private static final int AT_PLACE = 250;
    /** Signs of a frequent term that such a place begins with. */
    private static final int BEGINNING = 3;

    TermSample sample(String field, long seed) throws Exception {
        JsonNode answer = index(connection, path);
        JsonNode known = known(answer, field);
        long documents = answer.path("index").path("maxDoc").asLong();
        Map<String, Long> terms = terms(field, Map.of());
        if (terms.size() == MOST) {
            terms = spread(field, documents, new Random(seed), terms);
        }
        TermSample sample = new TermSample(seed);
        terms.forEach((term, in) -> sample.add(term, in, documents));
        if (sample.isEmpty()) {
            throw new DriverException("field '" + field + "' has no terms; it is of type "
                    + known.path("type").asString("?"));
        }
        return sample;
    }

    /** What a shard holds. @param path the shard's */
    static JsonNode index(HttpConnection connection, String path) throws Exception {
        return SolrApi.done(connection.get(path + "/admin/luke?numTerms=0&wt=json"));
    }

    /** What is told of a field. @throws DriverException when there is none; the message names the nearest */
    static JsonNode known(JsonNode index, String field) throws DriverException {
        JsonNode fields = index.path("fields");
        if (!fields.has(field)) {
            throw new DriverException("the collection has no field '" + field + "'" + Suggestions.hint(field,
                    List.copyOf(fields.propertyNames())) + " in the shard that was asked");
        }
        return fields.path(field);
    }

    /** @param first what was read from the beginning on, for a field whose terms are nowhere else */
    private Map<String, Long> spread(String field, long documents, Random random, Map<String, Long> first)
            throws Exception {
        Map<String, Long> all = terms(field, Map.of("terms.mincount", String.valueOf(TermFrequency.leastFrequent(
                documents))));
        List<String> beginnings = new ArrayList<>(all.isEmpty() ? first.keySet() : all.keySet());
        for (int i = 0; i < PLACES; i++) {
            String term = beginnings.get(random.nextInt(beginnings.size()));
            all.putAll(terms(field, Map.of("terms.lower", term.substring(0, term.offsetByCodePoints(0, Math.min(
                    BEGINNING, term.codePointCount(0, term.length())))), "terms.limit", String.valueOf(AT_PLACE))));
        }
        return all;
    }

    /** In their order, and with the numbers of their documents. */
    private Map<String, Long> terms(String field, Map<String, String> which) throws Exception {
        Map<String, String> parameters = new TreeMap<>(Map.of("terms.fl", field, "terms.sort", "index", "terms.limit",
                String.valueOf(MOST), "terms", "true", "distrib", "false", "json.nl", "map", "wt", "json"));
        parameters.putAll(which);
        Map<String, Long> terms = new TreeMap<>();
        SolrApi.done(connection.get(path + "/terms?" + SolrApi.encoded(parameters))).path("terms").path(field)
                .properties().forEach(term -> terms.put(term.getKey(), term.getValue().asLong()));
        return terms;
    }
}
