package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.SearchTargetContract;
import dev.tidemark.driver.contract.StandInServer;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.StandInServer.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not the answer that OpenSearch documents is a failure, whoever has answered. */
class OpenSearchAnswersTest {

    @TempDir
    private Path folder;

    /** The few requests of a session, as the server's documentation has their answers. */
    private static Reply documented(Request asked) {
        String path = asked.path();
        return Reply.json(path.equals("/") ? "{\"version\": {\"number\": \"3.6.0\", \"distribution\": \"opensearch\"}}"
                : path.contains("/_mapping") ? "{\"bench\": {\"mappings\": {\"_meta\": {\"made-by\": \"Tidemark\"}}}}"
                : path.contains("/_search")
                ? "{\"took\": 2, \"timed_out\": false, \"_shards\": {\"failed\": 0}, \"hits\": {\"total\": "
                        + "{\"value\": 7, \"relation\": \"eq\"}, \"hits\": [{\"_id\": \"4\", \"_score\": 1.5}]}}"
                : path.contains("/_bulk")
                ? "{\"errors\": false, \"items\": [{\"index\": {\"status\": 201}}, {\"index\": {\"status\": 200}}]}"
                : "{\"_shards\": {\"total\": 1, \"successful\": 1, \"failed\": 0}}");
    }

    private SearchTarget target(StandInServer server) {
        Values values = OpenSearchParams.ALL.defaults().with("address", server.address(), SettingOrigin.SET)
                .with("namespace", "bench", SettingOrigin.SET);
        return (SearchTarget) new OpenSearchDriver().open(values, new Context(Clock.system(), folder,
                Secrets.ofThisProcess(),
                _ -> { }, () -> false));
    }

    private static SearchAnswer search(SearchSession session) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.raw("sea"), 10, true, 10), answer);
        return answer;
    }

    private static void add(SearchSession session) throws Exception {
        session.add(List.of(new SearchDocument(1, "salt", 0, null), new SearchDocument(2, "sea", 0, null)));
    }

    @Test
    void anAnswerThatIsNotTheDocumentedOneIsAFailure() throws Exception {
        try (StandInServer server = new StandInServer(OpenSearchAnswersTest::documented); SearchTarget target = target(server);
                SearchSession session = target.session(0, SearchSession.class)) {
            assertThat(search(session).hits).isEqualTo(7);
            add(session);
            target.refresh();
            for (Reply wrong : StandInServer.WRONG) {
                server.answer(asked -> !asked.path().equals("/") && !asked.path().contains("/_mapping"), wrong);
                assertThatThrownBy(() -> search(session)).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
                assertThatThrownBy(() -> add(session)).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
                assertThatThrownBy(target::refresh).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
                server.answer(_ -> true, wrong);
                assertThatThrownBy(() -> target.session(1)).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
            }
            server.answer(asked -> asked.path().contains("/_bulk"),
                    Reply.json("{\"errors\": false, \"items\": [{\"index\": {\"status\": 201}}]}"));
            assertThatThrownBy(() -> add(session)).hasMessageContaining("it tells not of each of 2 documents");
        }
    }

    @Test
    void aQueryThatTheServerGivesUpIsATimeoutAndTheConnectionStays() throws Exception {
        try (StandInServer server = new StandInServer(OpenSearchAnswersTest::documented); SearchTarget target = target(server);
                SearchSession session = target.session(0, SearchSession.class)) {
            server.answer(asked -> asked.path().contains("/_search"), Reply.json("{\"took\": 2, \"timed_out\": true, "
                    + "\"_shards\": {\"failed\": 0}, \"hits\": {\"total\": {\"value\": 0}, \"hits\": []}}"));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> search(session)).isInstanceOf(TimeoutException.class)
                        .hasMessageEndingWith("the server has given the query up");
            }
            assertThat(SearchTargetContract.sum(target.read(), RemoteTarget.RECONNECTS)).isZero();
        }
    }

    /** As a managed cluster's, whose users may not see everything. */
    @Test
    void whatAUserMayNotSeeOfTheClusterIsLeftOut() throws Exception {
        try (StandInServer server = new StandInServer(OpenSearchAnswersTest::documented); SearchTarget target = target(server)) {
            server.answer(asked -> asked.path().startsWith("/_nodes/jvm"), Reply.json("{\"nodes\": {\"a\": {\"jvm\": {\"mem\": "
                    + "{\"heap_max_in_bytes\": 1048576}}, \"settings\": {\"indices.queries.cache.size\": \"5%\"}}}}"));
            Setting cache = Setting.detected("server-indices-queries-cache-size", "5%");
            assertThat(target.facts()).contains(cache, NonDefaultSettings.COMPLETE);
            server.answer(asked -> asked.path().startsWith("/_nodes/jvm"), Reply.json("{\"nodes\": {\"a\": {\"jvm\": {\"mem\": "
                    + "{\"heap_max_in_bytes\": 2147483648}}, \"settings\": {\"indices.queries.cache.size\": \"5%\"}}, "
                    + "\"b\": {\"jvm\": {\"mem\": {\"heap_max_in_bytes\": 1073741824}}, \"settings\": {}}}}"));
            assertThat(target.facts()).as("of nodes that differ").contains(Setting.detected("server-heap",
                    "1024 MiB, 2048 MiB"), Setting.detected("server-indices-queries-cache-size", "5%, default"));
        }
        try (StandInServer server = new StandInServer(asked -> asked.path().startsWith("/_cluster/settings")
                ? new Reply(403, "application/json", "{\"error\": {\"reason\": \"no permissions\"}, \"status\": 403}")
                : documented(asked)); SearchTarget target = target(server)) {
            assertThat(target.facts()).isNotEmpty().doesNotContain(NonDefaultSettings.COMPLETE);
        }
    }

    /** Nobody takes a web server for OpenSearch, either. */
    @Test
    void whoeverGreetsOtherwiseIsNotConnectedTo() throws Exception {
        for (Reply wrong : StandInServer.WRONG) {
            try (StandInServer server = new StandInServer(_ -> wrong); SearchTarget target = target(server)) {
                assertThatThrownBy(target::version).as(wrong.toString())
                        .hasMessageContaining("is none of this server's");
            }
        }
    }

    @Test
    void documentsOfAShardAreCountedOnceWhateverCopiesItHas() throws Exception {
        String copy = "{\"routing\": {\"node\": \"%s\", \"primary\": %b}, \"docs\": {\"count\": 60}, "
                + "\"merges\": {\"total\": 1, \"total_size_in_bytes\": 30}, "
                + "\"store\": {\"size_in_bytes\": 100}}";
        String shards = "{\"indices\": {\"bench\": {\"shards\": {\"0\": [" + copy.formatted("a", true) + ", "
                + copy.formatted("b", false) + "]}}}}";
        try (StandInServer server = new StandInServer(asked -> asked.path().contains("/_stats") ? Reply.json(shards)
                : documented(asked));
                SearchTarget target = target(server); SearchSession session = target.session(0, SearchSession.class)) {
            assertThat(search(session).hits).isEqualTo(7);
            List<MetricSnapshot> read = target.read();
            assertThat(SearchTargetContract.sum(read, OpenSearchMeasures.DOCUMENTS)).isEqualTo(60);
            assertThat(SearchTargetContract.sum(read, OpenSearchMeasures.COMPACTION_READ)).isEqualTo(60);
            assertThat(SearchTargetContract.sum(read, EngineMeasures.ON_DISK_SIZE)).as("of all copies").isEqualTo(200);
        }
    }
}
