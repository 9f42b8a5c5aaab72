package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.http.HttpSearchSession;
import dev.tidemark.core.param.Printable;
import tools.jackson.databind.JsonNode;

/** One worker's side of the index. */
final class OpenSearchSession extends HttpSearchSession {

    static final String LINES = "application/x-ndjson";
    /** Of an answer to a query, what is read. */
    private static final String FILTER_PATH = "filter_path=took,timed_out,_shards.failed,hits.total,hits.hits._id,"
            + "hits.hits._score";
    /** Of an answer to a batch. */
    static final String BULK_ANSWER = "filter_path=errors,items.*.status,items.*.error.reason";

    private final String search;
    private final String explain;
    private final String bulk;

    OpenSearchSession(Connections<HttpConnection> connections, IndexNamespace namespace, boolean cached) {
        super(connections);
        search = namespace.path("/_search?request_cache=" + cached + "&" + FILTER_PATH);
        explain = namespace.path("/_search?request_cache=false");
        bulk = namespace.path("/_bulk?" + BULK_ANSWER);
    }

    @Override
    public void add(List<SearchDocument> documents) throws Exception {
        if (documents.isEmpty()) {
            return;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (SearchDocument document : documents) {
            body.writeBytes(HttpConnection.bytes(Map.of("index", Map.of("_id", Long.toString(document.number())))));
            body.write('\n');
            body.writeBytes(HttpConnection.bytes(fields(document)));
            body.write('\n');
        }
        call(connection -> {
            JsonNode items = items(connection.send("POST", bulk, LINES, body.toByteArray()), documents.size());
            if (refused(items) > 0) {
                throw refusal(items);
            }
            return null;
        });
    }

    private static Map<String, Object> fields(SearchDocument document) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(IndexNamespace.TEXT, document.text());
        fields.put(IndexNamespace.BUCKET, document.bucket());
        if (document.vector() != null) {
            fields.put(IndexNamespace.VECTOR, document.vector());
        }
        return fields;
    }

    /** What is answered of each document of a batch. @param sent how many there were */
    static JsonNode items(JsonNode answer, int sent) throws HttpRefusedException {
        return HttpConnection.documented(answer, answer.path("errors").isBoolean() && answer.path("items")
                .size() == sent,
                "it tells not of each of " + sent + " documents").path("items");
    }

    /** How many of them were not taken. */
    static int refused(JsonNode items) {
        return (int) StreamSupport.stream(items.spliterator(), false).map(item -> item.path("index"))
                .filter(done -> done.has("error") || done.path("status").asInt(0) / 100 != 2).count();
    }

    /** What the first document says that was not taken. */
    static HttpRefusedException refusal(JsonNode items) {
        for (JsonNode item : items) {
            JsonNode done = item.path("index");
            if (done.has("error")) {
                return new HttpRefusedException(done.path("status").asInt(),
                        "a document was not taken: " + done.path("error").path("reason").asString("no reason is told"));
            }
        }
        return new HttpRefusedException(0, "a document was not taken");
    }

    @Override
    protected void words(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception {
        ask(connection, OpenSearchQueries.words(request, top), into);
    }

    @Override
    protected void near(HttpConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws Exception {
        ask(connection, OpenSearchQueries.near(request, top), into);
    }

    private void ask(HttpConnection connection, Map<String, Object> body, SearchAnswer into) throws Exception {
        JsonNode answer = connection.send("POST", search, HttpConnection.JSON, HttpConnection.bytes(body));
        JsonNode total = answer.path("hits").path("total");
        HttpConnection.documented(answer, answer.path("timed_out").isBoolean() && answer.path("took").isNumber()
                && answer.path("_shards").path("failed").isNumber() && total.path("value").isNumber(),
                "it has no hits");
        if (answer.path("timed_out").asBoolean()) {
            throw new TimeoutException("the server has given the query up");
        }
        into.hits = total.path("value").asLong();
        into.exact = total.path("relation").asString("eq").equals("eq");
        into.engineNanos = TimeUnit.MILLISECONDS.toNanos(answer.path("took").asLong());
        into.missingShards = answer.path("_shards").path("failed").asInt();
        for (JsonNode hit : answer.path("hits").path("hits")) {
            into.add(Long.parseLong(hit.path("_id").asString()), hit.path("_score").floatValue());
        }
    }

    @Override
    protected String explainedWords(HttpConnection connection, SearchRequest request) throws Exception {
        return explained(connection, OpenSearchQueries.words(request, request.top()));
    }

    @Override
    protected String explainedNear(HttpConnection connection, SearchRequest request) throws Exception {
        return explained(connection, OpenSearchQueries.near(request, request.top()));
    }

    /** The server's profile of each shard. */
    private String explained(HttpConnection connection, Map<String, Object> body) throws Exception {
        body.put("profile", true);
        return profile(connection.send("POST", explain, HttpConnection.JSON, HttpConnection.bytes(body)));
    }

    /** What an answer says of where its time went. */
    static String profile(JsonNode answer) {
        return Printable.shortened("took " + answer.path("took").asLong() + " ms "
                + HttpConnection.write(answer.path("profile").path("shards")), LONGEST_EXPLANATION);
    }
}
