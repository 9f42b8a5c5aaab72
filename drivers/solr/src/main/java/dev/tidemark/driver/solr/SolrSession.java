package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.http.HttpSearchSession;
import tools.jackson.databind.JsonNode;

/** One worker's side of the index. */
final class SolrSession extends HttpSearchSession {

    private final String select;
    private final String update;

    SolrSession(Connections<HttpConnection> connections, CollectionNamespace namespace) {
        super(connections);
        select = namespace.path("/select");
        update = namespace.path("/update?wt=json");
    }

    /** {@inheritDoc} Solr takes all of them, or says which it did not. */
    @Override
    public void add(List<SearchDocument> documents) throws Exception {
        byte[] body = HttpConnection.bytes(documents.stream().map(SolrSession::fields).toList());
        call(connection -> SolrApi.done(connection.send("POST", update, HttpConnection.JSON, body)));
    }

    private static Map<String, Object> fields(SearchDocument document) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", Long.toString(document.number()));
        fields.put(ConfigSet.TEXT, document.text());
        fields.put(ConfigSet.BUCKET, document.bucket());
        if (document.vector() != null) {
            fields.put(ConfigSet.VECTOR, document.vector());
        }
        return fields;
    }

    @Override
    protected void words(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception {
        ask(connection, SolrQueries.words(request, top), into);
    }

    @Override
    protected void near(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception {
        ask(connection, SolrQueries.near(request, top), into);
    }

    private JsonNode send(HttpConnection connection, Map<String, String> parameters) throws Exception {
        return connection.send("POST", select, SolrApi.FORM,
                SolrApi.encoded(parameters).getBytes(StandardCharsets.US_ASCII));
    }

    /** Where a shard does not answer, Solr refuses the whole query, unless it was given a time limit of its own. */
    private void ask(HttpConnection connection, Map<String, String> parameters, SearchAnswer into) throws Exception {
        JsonNode answer = SolrApi.done(send(connection, parameters));
        JsonNode header = answer.path("responseHeader");
        JsonNode found = SolrApi.found(answer);
        into.hits = found.path("numFound").asLong();
        into.exact = found.path("numFoundExact").asBoolean(true);
        into.engineNanos = TimeUnit.MILLISECONDS.toNanos(header.path("QTime").asLong());
        into.missingShards = header.path("partialResults").asBoolean(false) ? 1 : 0;
        for (JsonNode document : found.path("docs")) {
            into.add(Long.parseLong(document.path("id").asString()), document.path("score").floatValue());
        }
    }

    @Override
    protected String explainedWords(HttpConnection connection, SearchRequest request) throws Exception {
        return explained(connection, SolrQueries.words(request, request.top()));
    }

    @Override
    protected String explainedNear(HttpConnection connection, SearchRequest request) throws Exception {
        return explained(connection, SolrQueries.near(request, request.top()));
    }

    /** The time of each component, and of each shard's requests. */
    private String explained(HttpConnection connection, Map<String, String> parameters) throws Exception {
        return SolrAnswers.debugging(connection.send("POST", select + "?debug=timing&debug=track", SolrApi.FORM,
                SolrApi.encoded(parameters).getBytes(StandardCharsets.US_ASCII)));
    }
}
