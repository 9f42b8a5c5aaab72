package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.StandInServer;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.StandInServer.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is sent to an index that others have made, and what is made of the answers that OpenSearch and Elasticsearch
 * document; no Elasticsearch is asked here.
 */
class OwnIndexAnswersTest {

    private static final String GREETING = "{\"version\":{\"number\":\"8.17.0\",\"build_flavor\":\"default\"},"
            + "\"tagline\":\"You Know, for Search\"}";
    private static final Reply FOUND = Reply.json("{\"took\":2,\"timed_out\":false,\"_shards\":{\"failed\":0},\"hits\":"
            + "{\"total\":{\"value\":7,\"relation\":\"eq\"},\"hits\":[{\"_id\":\"a/4\",\"_score\":1.5,\"_source\":{\"_id\":"
            + "\"x\"}}]}}");

    @TempDir
    private Path folder;
    private final List<Request> asked = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();

    private StandInServer server(Function<Request, Reply> answers) throws Exception {
        return new StandInServer(request -> {
            asked.add(request);
            return request.path().equals("/") ? Reply.json(GREETING) : answers.apply(request);
        });
    }

    private SearchTarget target(StandInServer server, String... settings) {
        Values values = OpenSearchParams.ALL.defaults().with("address", server.address(), SettingOrigin.SET)
                .with("index", "books", SettingOrigin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        OpenSearchParams.ALL.check(values);
        SearchTarget target = (SearchTarget) new OpenSearchDriver().open(values, new Context(Clock.system(), folder,
                Secrets.ofThisProcess(), notes::add, () -> false));
        assertThat(target.visit()).isTrue();
        return target;
    }

    private static SearchRequest request(SentRequest sent) {
        return new SearchRequest(SearchQuery.sent(sent), 10, true, 10);
    }

    private static SearchAnswer search(SearchTarget target, SentRequest sent) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        try (SearchSession session = target.session(0, SearchSession.class)) {
            session.search(request(sent), answer);
        }
        return answer;
    }

    private static SentRequest body(String path, String body) {
        return new SentRequest(path, "", body);
    }

    @Test
    void requestsGoAsTheyAre() throws Exception {
        String body = "{ \"query\" : {\"match_all\":{}}, \"p\":1.10 }";
        try (StandInServer server = server(_ -> FOUND); SearchTarget target = target(server)) {
            search(target, new SentRequest("/_search", "preference=_local&q=%7B\"a|b&&size=", null));
            assertThat(server.headers()).doesNotContainKey("content-type");
            search(target, new SentRequest("/_search", "typed_keys", body));
            assertThat(server.headers()).containsEntry("content-type", "application/json");
            search(target, target.request("old man", 5).orElseThrow());
        }
        assertThat(asked.stream().filter(request -> !request.path().equals("/")).map(request -> request.method() + " "
                + request.path() + " " + request.body()))
                .containsExactly("GET /books/_search?preference=_local&q=%7B%22a%7Cb&&size= ",
                        "POST /books/_search?typed_keys " + body, "GET /books/_search?q=old+man&size=5 ");
    }

    @Test
    void severalInOneGoAsLines() throws Exception {
        String lines = "{}\n{\"size\":1}\n";
        try (StandInServer server = server(_ -> Reply.json("{\"took\":3,\"responses\":[" + FOUND.body() + "," + FOUND.body()
                + "]}")); SearchTarget target = target(server)) {
            SearchAnswer answer = search(target, body("/_msearch", lines));
            assertThat(answer.hits).isEqualTo(14);
            assertThat(answer.engineNanos).isEqualTo(3_000_000);
            assertThat(answer.size()).isEqualTo(2);
            assertThat(answer.partial).isNull();
            assertThat(server.headers()).containsEntry("content-type", "application/x-ndjson");
        }
        assertThat(asked.getLast().body()).isEqualTo(lines);
    }

    @Test
    void ofAHitIdAndScoreAreKept() throws Exception {
        SearchAnswer expected = new SearchAnswer(1);
        expected.add("a/4", 1.5f);
        try (StandInServer server = server(_ -> FOUND); SearchTarget target = target(server)) {
            SearchAnswer answer = search(target, body("/_search", "{}"));
            assertThat(answer.number(0)).isEqualTo(expected.number(0));
            assertThat(answer.score(0)).isEqualTo(1.5f);
            assertThat(answer.hits).isEqualTo(7);
            assertThat(answer.exact).isTrue();
            assertThat(answer.engineNanos).isEqualTo(2_000_000);
            assertThat(answer.bytes).isEqualTo(FOUND.body().length());
        }
    }

    private SearchAnswer read(String path, String parameters, String body, String answer) throws Exception {
        SearchAnswer into = new SearchAnswer(1);
        SearchAnswers.read(answer.getBytes(StandardCharsets.UTF_8), new SentRequest(path, parameters, body),
                into);
        return into;
    }

    private String answered(String path, String answer) throws Exception {
        SearchAnswer into = read(path, "", "{}", answer);
        return (into.exact ? "" : ">=") + into.hits + " missing " + into.missingShards + " partial " + into.partial;
    }

    @Test
    void theNumberOfHitsIsReadHoweverItIsWritten() throws Exception {
        String rest = "\"timed_out\":false,\"_shards\":{\"failed\":0}}";
        assertThat(answered("/_search", "{\"took\":1,\"hits\":{\"total\":12,\"max_score\":null,\"hits\":[]}," + rest))
                .as("before 7, and with rest_total_hits_as_int").isEqualTo("12 missing 0 partial null");
        assertThat(answered("/_search",
                "{\"took\":1,\"hits\":{\"total\":-1,\"hits\":[{\"_id\":\"1\",\"_score\":null}]}," + rest))
                .isEqualTo("-1 missing 0 partial null");
        assertThat(answered("/_search",
                "{\"took\":1,\"hits\":{\"total\":{\"value\":10000,\"relation\":\"gte\"},\"hits\":[]},"
                + rest)).isEqualTo(">=10000 missing 0 partial null");
        assertThat(answered("/_search",
                "{\"took\":1,\"hits\":{\"hits\":[]},\"aggregations\":{\"a\":{\"hits\":{\"total\":3}}},"
                + rest)).as("not counted").isEqualTo("-1 missing 0 partial null");
        assertThat(answered("/_count", "{\"count\":5,\"_shards\":{\"total\":2,\"successful\":2,\"failed\":0}}"))
                .isEqualTo("5 missing 0 partial null");
        assertThat(answered("/_field_caps", "{\"indices\":[\"books\"],\"fields\":{}}"))
                .isEqualTo("-1 missing 0 partial null");
        assertThat(read("/_search", "filter_path=hits.hits._id", null, "{}").hits).isEqualTo(SearchAnswer.UNKNOWN);
    }

    @Test
    void anAnswerThatLacksSomethingIsPartial() throws Exception {
        String hits = "\"hits\":{\"total\":{\"value\":3,\"relation\":\"eq\"},\"hits\":[]}";
        assertThat(answered("/_search", "{\"took\":1,\"timed_out\":true,\"_shards\":{\"failed\":0}," + hits + "}"))
                .isEqualTo("3 missing 0 partial timed_out");
        assertThat(answered("/_search", "{\"took\":1,\"timed_out\":false,\"_shards\":{\"total\":3,\"failed\":2}," + hits
                + "}"))
                .isEqualTo("3 missing 2 partial null");
        assertThat(answered("/_search",
                "{\"took\":1,\"timed_out\":false,\"terminated_early\":true,\"_shards\":{\"failed\":0},"
                + hits + "}")).as("as it was asked").isEqualTo(">=3 missing 0 partial null");
        assertThat(answered("/_search",
                "{\"took\":1,\"timed_out\":false,\"_shards\":{\"failed\":0},\"_clusters\":{\"total\":2,"
                + "\"skipped\":1}," + hits + "}")).isEqualTo("3 missing 0 partial clusters that were skipped: 1");
        String error = "{\"error\":{\"root_cause\":[{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [b]\"}],"
                + "\"reason\":\"x\"},\"status\":404}";
        assertThat(answered("/_msearch", "{\"took\":1,\"responses\":[{\"took\":1," + hits + "}," + error + "]}"))
                .isEqualTo(">=3 missing 0 partial 1 of 2 searches failed: index_not_found_exception: no such index [b]");
        assertThatThrownBy(() -> answered("/_msearch", "{\"took\":1,\"responses\":[" + error + "]}"))
                .hasMessage("index_not_found_exception: no such index [b]");
    }

    /** Where changes were allowed. */
    @Test
    void ofABatchEachIsLookedAt() throws Exception {
        String done = "{\"index\":{\"_id\":\"1\",\"status\":201}}";
        String failed = "{\"index\":{\"_id\":\"2\",\"status\":429,\"error\":{\"type\":\"rejected\",\"reason\":\"full\"}}}";
        assertThat(answered("/_bulk", "{\"took\":1,\"errors\":false,\"items\":[" + done + "]}"))
                .endsWith("partial null");
        assertThat(answered("/_bulk", "{\"took\":1,\"errors\":true,\"items\":[" + done + "," + failed + "]}"))
                .endsWith("partial 1 of 2 were not taken: rejected: full");
        assertThatThrownBy(() -> answered("/_bulk", "{\"took\":1,\"errors\":true,\"items\":[" + failed + "]}"))
                .hasMessage("rejected: full");
        assertThatThrownBy(() -> answered("/_bulk", "{\"took\":1}")).hasMessageContaining("is none of this server's");
    }

    private static Reply error(int status, String type, String reason) {
        return new Reply(status, "application/json", "{\"error\":{\"root_cause\":[{\"type\":\"" + type + "\",\"reason\":\""
                + reason + "\"}],\"type\":\"" + type + "\",\"reason\":\"" + reason + "\"},\"status\":" + status + "}");
    }

    @Test
    void refusalsAreToldInTheServersWords() throws Exception {
        List<Reply> reply = new ArrayList<>(List.of(FOUND));
        try (StandInServer server = server(_ -> reply.getFirst()); SearchTarget target = target(server)) {
            SentRequest sent = body("/_search", "{}");
            reply.set(0, error(400, "parsing_exception", "unknown query [x]"));
            assertThatThrownBy(() -> search(target, sent)).isInstanceOf(DriverException.class)
                    .hasMessage("parsing_exception: unknown query [x]");
            reply.set(0, error(404, "index_not_found_exception", "no such index [books]"));
            assertThatThrownBy(() -> search(target, sent)).hasMessageContaining("no such index [books]");
            reply.set(0, error(429, "rejected_execution_exception", "queue is full"));
            assertThatThrownBy(() -> search(target, sent)).isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("queue is full");
            reply.set(0, new Reply(503, "application/json", "{\"error\":{\"root_cause\":[],\"type\":"
                    + "\"search_phase_execution_exception\",\"reason\":\"all shards failed\"},\"status\":503}"));
            assertThatThrownBy(() -> search(target, sent)).isInstanceOf(DriverException.class)
                    .hasMessage("search_phase_execution_exception: all shards failed");
            reply.set(0, new Reply(502, "text/html", "<html>\n<head><title>502 Bad Gateway</title></head></html>"));
            assertThatThrownBy(() -> search(target, sent)).isInstanceOf(DriverException.class)
                    .hasMessage("502 Bad Gateway");
            for (Reply wrong : StandInServer.WRONG) {
                reply.set(0, wrong);
                assertThatThrownBy(() -> search(target, sent)).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
            }
        }
    }

    @Test
    void anAnswerThatTakesTooLongIsATimeout() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (StandInServer server = server(_ -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return FOUND;
        }); SearchTarget target = target(server, "operation-timeout", "200ms")) {
            assertThatThrownBy(() -> search(target, body("/_search", "{}"))).isInstanceOf(TimeoutException.class);
            over.countDown();
        }
    }

    /** As one who may do nothing but search this index. */
    @Test
    void whatAUserMayNotKnowIsLeftOutAndToldOnce() throws Exception {
        try (StandInServer server = new StandInServer(request -> {
            asked.add(request);
            return request.path().startsWith("/books/_search") ? FOUND : request.path().equals("/books/_count")
                    ? Reply.json("{\"count\":9,\"_shards\":{\"failed\":0}}")
                    : error(403, "security_exception", "no permissions");
        }); SearchTarget target = target(server)) {
            assertThat(target.version()).isEmpty();
            assertThat(target.facts()).isEmpty();
            assertThat(target.facts()).isEmpty();
            assertThat(target.state()).isEqualTo("9 documents");
            assertThat(target.statistics().documents()).isEqualTo(9);
            assertThat(target.read()).hasSize(1);
            assertThat(target.effective().find(SearchParams.SHARDS)).isEmpty();
            assertThat(search(target, body("/_search", "{}")).hits).isEqualTo(7);
        }
        assertThat(notes).doesNotHaveDuplicates().contains("The server does not tell this user its version (403).",
                "The server does not tell this user its statistics of the index (403).");
        assertThat(asked).allMatch(request -> request.method().equals("GET") || request.path().startsWith("/books/_search"));
    }

    @Test
    void anApiKeyIsSentAndIsInNoMessage() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "c2VjcmV0OmtleQ==\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        try (StandInServer server = server(_ -> error(400, "x", "your key c2VjcmV0OmtleQ== is bad"));
                SearchTarget target = target(server, "api-key", "file:" + key)) {
            assertThatThrownBy(() -> search(target, body("/_search", "{}"))).hasMessageContaining("your key *** is bad");
            assertThat(target.version()).isEqualTo("Elasticsearch 8.17.0");
            assertThat(server.headers()).containsEntry("authorization", "ApiKey c2VjcmV0OmtleQ==");
        }
        assertThatThrownBy(() -> target(new StandInServer(_ -> FOUND), "api-key", "file:" + key, "user", "u"))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("api-key");
    }

    /** As of a managed cluster's. */
    @Test
    void aServerIsTakenForWhatItSaysItIs() throws Exception {
        assertThat(OpenSearchApi.version(HttpConnection.parse("{\"version\":"
                + "{\"number\":\"7.10.2\"},\"tagline\":\"The OpenSearch Project: https://opensearch.org/\"}")))
                .isEqualTo("OpenSearch 7.10.2");
    }

    private static String statistics(String uuid, int documents, int operations) {
        return "{\"indices\":{\"books-1\":{\"uuid\":\"" + uuid + "\",\"primaries\":{\"docs\":{\"count\":" + documents
                + ",\"deleted\":1},\"store\":{\"size_in_bytes\":99},\"segments\":{\"count\":2}},\"shards\":{\"0\":["
                + "{\"routing\":{\"primary\":true,\"node\":\"n1\"},\"seq_no\":{\"max_seq_no\":" + (operations - 1) + "}},"
                + "{\"routing\":{\"primary\":false,\"node\":\"n2\"},\"seq_no\":{\"max_seq_no\":" + (operations - 1) + "}}]}}}}";
    }

    private static Reply cluster(String path, String statistics) {
        return Reply.json(path.contains("/_stats") ? statistics
                : path.equals("/books/_count") ? "{\"count\":4}"
                : path.contains("/_mapping") ? "{\"books-1\":{\"mappings\":{\"b\":1,\"a\":2}}}"
                : path.contains("/books/_settings") ? "{\"books-1\":{\"settings\":{\"index.uuid\":\"u\",\"index."
                        + "number_of_shards\":\"1\",\"index.number_of_replicas\":\"1\"}}}"
                : path.contains("include_defaults") ? "{\"persistent\":{\"indices\":{\"queries\":{\"cache\":{\"size\":\"5%\"}}}},"
                        + "\"defaults\":{\"indices\":{\"requests\":{\"cache\":{\"size\":\"1%\"}},\"queries\":{\"cache\":{\"size\":"
                        + "\"10%\"}}}}}"
                : path.contains("filter_path=nodes.*.name") ? "{\"nodes\":{\"n1\":{\"name\":\"one\"},\"n2\":{\"name\":\"two\"}}}"
                : "{\"nodes\":{}}");
    }

    @Test
    void whatItIsIsRecorded() throws Exception {
        try (StandInServer server = server(request -> cluster(request.path(), statistics("u", 5, 7)));
                SearchTarget target = target(server)) {
            assertThat(target.facts()).contains(Setting.detected("server-index", "books-1"),
                    Setting.detected("server-documents", "4"), Setting.detected("server-deleted-documents", "1"),
                    Setting.detected("server-segments", "2"), Setting.detected("server-index-size", "99 B"),
                    Setting.detected("server-replicas", "1"), Setting.detected("server-shards", "0 on one and two"),
                    Setting.detected("server-caches", "requests 1%, queries 5%"), NonDefaultSettings.COMPLETE)
                    .anyMatch(fact -> fact.name().equals("server-mappings") && fact.text().matches("#[0-9a-f]{8}"))
                    .anyMatch(fact -> fact.name().equals("server-index-settings"));
            assertThat(asked).extracting(Request::path).as("each once")
                    .filteredOn(path -> path.matches(".*/_(?:stats|nodes).*"))
                    .hasSize(2).allMatch(path -> path.contains("filter_path="));
            assertThat(target.effective().get(SearchParams.SHARDS)).isEqualTo(1);
            assertThat(target.statistics().documents()).as("without nested ones").isEqualTo(4);
            assertThat(target.state()).isEqualTo("books-1 (u): 5 documents, 1 deleted, 2 segments, 7 operations");
        }
    }

    @Test
    void anIndexThatIsNotThereIsToldWithTheNearestName() throws Exception {
        try (StandInServer server = server(request -> request.path().startsWith("/_resolve/index")
                ? Reply.json("{\"indices\":[{\"name\":\"booksy\"}],\"aliases\":[{\"name\":\"maps\"}],\"data_streams\":[]}")
                : error(404, "index_not_found_exception", "no such index [books]")); SearchTarget target = target(server)) {
            assertThatThrownBy(target::facts).isInstanceOf(DriverException.class)
                    .hasMessageContaining("there is no index or alias 'books'").hasMessageContaining("booksy");
        }
    }

    @Test
    void nothingIsMadeOrChanged() throws Exception {
        try (StandInServer server = server(_ -> FOUND); SearchTarget target = target(server)) {
            assertThatThrownBy(target::create).hasMessageContaining("is read-only");
            assertThatThrownBy(() -> target.makeSearchIndex(0)).hasMessageContaining("is read-only");
            assertThatThrownBy(target::refresh).hasMessageContaining("is read-only");
            assertThatThrownBy(() -> target.mergeAll((_, _) -> { })).hasMessageContaining("is read-only");
            assertThat(target.clearCaches()).isFalse();
            target.drop();
            try (SearchSession session = target.session(0, SearchSession.class)) {
                assertThatThrownBy(() -> session.add(List.of())).hasMessageContaining("is read-only");
                assertThatThrownBy(() -> session.search(new SearchRequest(SearchQuery.raw("a"), 1, true, 1),
                        new SearchAnswer(1))).hasMessageContaining("by requests alone");
            }
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "../x", "a/b", "_x", "a?b", "-a", ""})
    void aNameIsThatOfAnIndexOrAnAlias(String name) throws Exception {
        try (StandInServer server = server(_ -> FOUND)) {
            assertThatThrownBy(() -> target(server, "index", name)).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("index: ");
        }
    }
}
