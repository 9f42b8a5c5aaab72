package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.http.AnswerReader;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** What the answers of Solr's handlers say, whichever it is and whatever was asked. */
final class SolrAnswers {

    private static final String TYPE = "Content-Type";
    private static final String SCORE = "score";
    private static final String EXCEPTION = "EXCEPTION";

    private final String uniqueKey;
    private final AnswerReader reader;

    /** @param uniqueKey the field that tells documents apart */
    SolrAnswers(String uniqueKey) {
        this.uniqueKey = uniqueKey;
        reader = new AnswerReader(Set.of("facet_counts", "facets", "highlighting", "debug", "stats", "terms",
                "moreLikeThis", "spellcheck", "suggest", "expanded"), "", "docs", Set.of(uniqueKey, SCORE, EXCEPTION));
    }

    /**
     * Reads an answer that is no refusal by its status. Of what is no JSON only the bytes are counted.
     *
     * @throws HttpRefusedException when it says that something went wrong, or is none of Solr's
     */
    void read(HttpResponse<byte[]> answer, SearchAnswer into) throws HttpRefusedException {
        into.bytes = answer.body().length;
        into.hits = SearchAnswer.UNKNOWN;
        String type = answer.headers().firstValue(TYPE).orElse("").toLowerCase(Locale.ROOT);
        if (type.isEmpty() || type.startsWith("text/html")) {
            throw HttpRefusedException.undocumented(type.isEmpty() ? "it does not say what it is" : "it is HTML",
                    HttpConnection.text(answer.body()));
        }
        if (isJson(type, answer.body())) {
            read(reader.read(answer.body()), into);
        }
    }

    /** Some configurations have it called a plain text. */
    private static boolean isJson(String type, byte[] body) {
        return type.contains("json") || type.startsWith("text/plain") && body.length > 0 && body[0] == '{';
    }

    private void read(JsonNode answer, SearchAnswer into) throws HttpRefusedException {
        JsonNode header = answer.path("responseHeader");
        JsonNode response = answer.path("response");
        JsonNode stream = answer.path("result-set");
        refuseFailure(answer, header, response.path("docs"), stream.path("docs"));
        if (header.path("QTime").isNumber()) {
            into.engineNanos = TimeUnit.MILLISECONDS.toNanos(header.path("QTime").asLong());
        }
        into.partial = partial(answer, header);
        if (response.path("numFound").isNumber()) {
            into.hits = response.path("numFound").asLong();
            into.exact = response.path("numFoundExact").asBoolean(true);
            add(response, into);
        } else if (answer.path("grouped").isObject()) {
            grouped(answer.path("grouped"), into);
        } else {
            add(stream, into);
        }
    }

    /** A stream of documents has begun with its status before it fails, and tells of that among them. */
    private static void refuseFailure(JsonNode answer, JsonNode header, JsonNode... documents)
            throws HttpRefusedException {
        for (JsonNode some : documents) {
            for (JsonNode document : some) {
                if (document.path(EXCEPTION).isString()) {
                    throw new HttpRefusedException(header.path("status").asInt(500),
                            SolrApi.brief(document.path(EXCEPTION).asString()));
                }
            }
        }
        JsonNode status = header.path("status");
        if (status.isIntegralNumber() && status.asInt() != 0) {
            String message = SolrApi.brief(answer.path("error").path("msg").asString(""));
            throw new HttpRefusedException(status.asInt(), message.isEmpty() ? "the answer has the status "
                    + status.asInt() : message);
        }
        boolean withoutHeader = answer.has("response") || answer.has("grouped") || answer.has("result-set");
        HttpConnection.documented(answer, status.isIntegralNumber() || withoutHeader, "it has no status");
    }

    /** Of several groupings the first one tells. */
    private void grouped(JsonNode grouped, SearchAnswer into) {
        for (Map.Entry<String, JsonNode> first : grouped.properties()) {
            into.hits = first.getValue().path("matches").asLong(SearchAnswer.UNKNOWN);
            add(first.getValue().path("doclist"), into);
            for (JsonNode group : first.getValue().path("groups")) {
                add(group.path("doclist"), into);
            }
            return;
        }
    }

    private void add(JsonNode list, SearchAnswer into) {
        for (JsonNode document : list.path("docs")) {
            JsonNode id = document.path(uniqueKey);
            if (id.isValueNode()) {
                into.add(id.asString(), document.path(SCORE).floatValue(0));
            }
        }
    }

    /** Why it lacks something; null where it lacks nothing. */
    private static String partial(JsonNode answer, JsonNode header) {
        List<String> why = new ArrayList<>();
        String partial = header.path("partialResults").asString("false");
        if (!partial.equals("false")) {
            JsonNode details = header.path("partialResultsDetails");
            why.add(details.isMissingNode() ? "partialResults: " + partial : details.isString() ? details.asString()
                    : details.toString());
        }
        for (Map.Entry<String, JsonNode> shard : answer.path("shards.info").properties()) {
            JsonNode error = shard.getValue().path("error");
            if (!error.isMissingNode()) {
                why.add(shard.getValue().path("shardAddress").asString(shard.getKey()) + ": "
                        + SolrApi.brief(error.asString(error.toString())));
            }
        }
        return why.isEmpty() ? null : String.join("; ", why);
    }

    /** What an answer says of where its time went. */
    static String debugging(JsonNode answer) {
        return "QTime " + answer.path("responseHeader").path("QTime").asLong() + " ms "
                + HttpConnection.write(answer.path("debug"));
    }
}
