package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Progress;
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

/** What is not the answer that Solr documents is a failure, whoever has answered. */
class SolrAnswersTest {

    private static final String OK = "{\"responseHeader\": {\"status\": 0, \"QTime\": 2}";

    /** Of servers that count nothing, and of one that tells it in other formats. */
    static final List<Reply> WITHOUT_METRICS = List.of(
            Reply.json(OK + ", \"a:1_solr\": {\"error\": \"metrics collection is disabled\"}}"),
            Reply.json(OK + ", \"error\": \"metrics collection is disabled\"}"),
            new Reply(400, "application/json", "{\"error\": {\"msg\": \"Only Prometheus and OpenMetrics metric formats "
                    + "supported. Unsupported format requested: json\", \"code\": 400}}"));

    private final List<String> notes = new CopyOnWriteArrayList<>();
    @TempDir
    private Path folder;

    /** The few requests of a session, as the server's documentation has their answers. */
    private static Reply documented(Request asked) {
        String path = asked.path();
        return Reply.json(OK + (path.contains("action=LIST") ? ", \"collections\": [\"bench\"]}"
                : path.contains("action=CLUSTERSTATUS")
                ? ", \"cluster\": {\"collections\": {\"bench\": {\"configName\": "
                        + "\"bench.made-by-Tidemark\", \"shards\": {\"shard1\": {}}}}}}"
                : path.contains("/config/query")
                ? ", \"config\": {\"query\": {\"queryResultCache\": {\"size\": \"512\"}, "
                        + "\"documentCache\": {\"size\": \"512\"}, \"filterCache\": {\"size\": \"512\"}, "
                        + "\"queryResultWindowSize\": 20}}}"
                : path.contains("/select")
                ? ", \"response\": {\"numFound\": 7, \"docs\": [{\"id\": \"4\", \"score\": 1.5}]}}" : "}"));
    }

    private SearchTarget target(StandInServer server) {
        Values values = SolrParams.ALL.defaults().with("address", server.address(), SettingOrigin.SET)
                .with("namespace", "bench", SettingOrigin.SET);
        return (SearchTarget) new SolrDriver().open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(),
                notes::add, () -> false));
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
        try (StandInServer server = new StandInServer(SolrAnswersTest::documented); SearchTarget target = target(server);
                SearchSession session = target.session(0, SearchSession.class)) {
            assertThat(search(session).hits).isEqualTo(7);
            add(session);
            target.refresh();
            for (Reply wrong : StandInServer.WRONG) {
                server.answer(asked -> !asked.path().contains("/admin/"), wrong);
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
            server.answer(asked -> asked.path().contains("/update"),
                    Reply.json("{\"responseHeader\": {\"status\": 500}}"));
            assertThatThrownBy(() -> add(session)).hasMessageContaining("it has no status 0");
        }
    }

    @Test
    void whereNothingIsCountedThatMergesAreNotWaitedForIsToldOnce() throws Exception {
        for (Reply without : WITHOUT_METRICS) {
            notes.clear();
            try (StandInServer server = new StandInServer(asked -> asked.path().contains("/admin/metrics") ? without
                    : documented(asked)); SearchTarget target = target(server)) {
                assertThat(target.facts()).extracting(Setting::name).contains("server-shards")
                        .doesNotContain("server-nodes", "server-heap");
                target.settle(Progress.none());
                assertThat(target.statistics().segments()).isEmpty();
                assertThat(target.read().getFirst().counters()).containsOnlyKeys("reconnects");
            }
            assertThat(notes).as(without.toString()).singleElement().asString()
                    .contains("does not tell its metrics, without which merges cannot be waited for: ")
                    .containsPattern("disabled|has no metrics|OpenMetrics");
        }
    }

    /** Of a cluster with two copies of the second shard, and another collection whose name goes on with a dot. */
    @Test
    void documentsAreCountedOnceAndWhatIsNotToldIsNotNone() throws Exception {
        String core = "{\"SEARCHER.searcher.numDocs\": %d, \"INDEX.sizeInBytes\": 100, \"INDEX.segments\": 2}";
        String nodes = OK + ", \"a:1_solr\": {\"metrics\": {\"solr.jvm\": {\"memory.heap.used\": 7}, "
                + "\"solr.core.bench.shard1.replica_n1\": " + core.formatted(40)
                + ", \"solr.core.bench.shard2.replica_n3\": " + core.formatted(60)
                + ", \"solr.core.bench.2024.shard1.replica_n1\": " + core.formatted(5000)
                + "}}, \"b:1_solr\": {\"metrics\": {\"solr.core.bench.shard2.replica_n5\": " + core.formatted(60) + "}}}";
        try (StandInServer server = new StandInServer(asked -> asked.path().contains("/admin/metrics")
                ? Reply.json(nodes) : documented(asked));
                SearchTarget target = target(server); SearchSession session = target.session(0, SearchSession.class)) {
            assertThat(search(session).hits).isEqualTo(7);
            List<MetricSnapshot> read = target.read();
            assertThat(SearchTargetContract.sum(read, EngineMeasures.DOCUMENTS)).isEqualTo(100);
            assertThat(SearchTargetContract.sum(read, EngineMeasures.ON_DISK_SIZE)).as("of all copies").isEqualTo(300);
            assertThat(read).noneMatch(node -> node.counters().containsKey("merges")
                    || node.counters().containsKey("cache-hits"));
        }
    }
}
