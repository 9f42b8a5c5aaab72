package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.http.AnswerReader;
import tools.jackson.databind.JsonNode;

/** What answers say, whatever was asked: a search, several in one, a count, or something else that is no refusal. */
final class SearchAnswers {

    private static final AnswerReader READER = new AnswerReader(Set.of("aggregations", "suggest", "profile"),
            "responses", "hits", Set.of("total", "value", "relation", "hits", "_id", "_score"));

    private SearchAnswers() {}

    /** @throws HttpRefusedException when it says that nothing was found out, or is none of the server's */
    static void read(byte[] body, SentRequest request, SearchAnswer into) throws HttpRefusedException {
        JsonNode answer = READER.read(body);
        HttpConnection.documented(answer, answer.isObject() && isDocumented(answer, request), "it answers nothing");
        into.bytes = body.length;
        into.hits = SearchAnswer.UNKNOWN;
        if (answer.path("took").isNumber()) {
            into.engineNanos = TimeUnit.MILLISECONDS.toNanos(answer.path("took").asLong());
        }
        if (answer.path("responses").isArray()) {
            readAll(answer.path("responses"), into);
        } else {
            readOne(answer, into);
        }
        if (answer.path("errors").asBoolean(false)) {
            readItems(answer.path("items"), into);
        }
    }

    /** Of a batch of changes. */
    private static void readItems(JsonNode items, SearchAnswer into) throws HttpRefusedException {
        List<JsonNode> failed = items.valueStream().flatMap(JsonNode::valueStream).filter(item -> item.has("error"))
                .toList();
        if (failed.size() == items.size() && !failed.isEmpty()) {
            throw new HttpRefusedException(failed.getFirst().path("status").asInt(0), complaint(failed.getFirst()));
        }
        into.partial = failed.isEmpty() ? "errors" : failed.size() + " of " + items.size() + " were not taken: "
                + complaint(failed.getFirst());
    }

    /** Whoever has parts left out (filter_path) leaves nothing to know it by. */
    private static boolean isDocumented(JsonNode answer, SentRequest request) {
        String path = request.path();
        return request.parameters().contains("filter_path=")
                || (path.startsWith("/_search_shards") ? answer.has("shards")
                : path.startsWith("/_search") || path.equals("/_knn_search") ? answer.path("took").isNumber()
                : path.startsWith("/_msearch") ? answer.path("responses").isArray()
                : path.equals("/_count") ? answer.path("count").isNumber()
                : path.equals("/_bulk") ? answer.path("items").isArray() : !answer.isEmpty());
    }

    /** The sum of all; where some have failed, the answer is partial. */
    private static void readAll(JsonNode responses, SearchAnswer into) throws HttpRefusedException {
        List<JsonNode> failed = responses.valueStream().filter(response -> response.has("error")).toList();
        if (!failed.isEmpty() && failed.size() == responses.size()) {
            throw new HttpRefusedException(failed.getFirst().path("status").asInt(0), complaint(failed.getFirst()));
        }
        long hits = 0;
        for (JsonNode response : responses) {
            if (!response.has("error")) {
                into.hits = SearchAnswer.UNKNOWN;
                readOne(response, into);
                hits = hits < 0 || into.hits < 0 ? SearchAnswer.UNKNOWN : hits + into.hits;
            }
        }
        into.hits = hits;
        if (!failed.isEmpty()) {
            into.exact = false;
            into.partial = failed.size() + " of " + responses.size() + " searches failed: "
                    + complaint(failed.getFirst());
        }
    }

    private static String complaint(JsonNode response) {
        String message = OpenSearchApi.complaint(response.path("error"));
        return message.isEmpty() ? "the server answers " + response.path("status").asInt(0) : message;
    }

    /**
     * What terminated early did so as its request wanted, by {@code terminate_after} or since nothing had to be counted
     * ({@code track_total_hits}): it lacks nothing but the number of hits.
     */
    private static void readOne(JsonNode answer, SearchAnswer into) {
        readHits(answer, into);
        into.exact &= !answer.path("terminated_early").asBoolean(false);
        into.missingShards += answer.path("_shards").path("failed").asInt(0);
        int skipped = answer.path("_clusters").path("skipped").asInt(0);
        if (answer.path("timed_out").asBoolean(false)) {
            into.partial = "timed_out";
        } else if (skipped > 0) {
            into.partial = "clusters that were skipped: " + skipped;
        }
    }

    /** The number is an object, or as versions before 7 have it; none where it is not counted. */
    private static void readHits(JsonNode answer, SearchAnswer into) {
        JsonNode total = answer.path("hits").path("total");
        JsonNode number = total.isObject() ? total.path("value") : total.isNumber() ? total : answer.path("count");
        if (number.isNumber() && number.asLong() >= 0) {
            into.hits = number.asLong();
            into.exact &= total.path("relation").asString("eq").equals("eq");
        }
        for (JsonNode hit : answer.path("hits").path("hits")) {
            JsonNode score = hit.path("_score");
            into.add(hit.path("_id").asString(""), score.isNumber() ? score.floatValue() : 0);
        }
    }
}
