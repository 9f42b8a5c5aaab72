package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to OpenSearch and Elasticsearch, as their logs and the files of their users have them. */
class RequestLogsTest {

    private static final String BODY = "{\"size\":0,\"query\":{\"match\":{\"t\":{\"query\":\"a ] b\",\"boost\":1.10}}},"
            + "\"aggs\":{\"a\":{\"terms\":{\"field\":\"b\"}}}}";

    @TempDir
    private Path folder;

    private QueryLog log(String... lines) throws Exception {
        return QueryLog.read(Files.writeString(folder.resolve("log"), String.join("\n", lines) + "\n"), true);
    }

    private List<SentRequest> sent(String... lines) throws Exception {
        QueryLog log = log(lines);
        return Arrays.stream(log.ids()).mapToObj(id -> log.requests().get(id)).toList();
    }

    private static SentRequest search(String parameters, String body) {
        return new SentRequest("/_search", parameters, body);
    }

    private static String text(String logger, String rest) {
        return "[2026-03-04T10:00:00,123][WARN ][" + logger + "] " + rest;
    }

    private static String rest(int shard, int shards) {
        return "[node-0] [books][" + shard + "] took[78.4micros], took_millis[0], total_hits[3 hits], stats[], "
                + "search_type[QUERY_THEN_FETCH], total_shards[" + shards + "], source[" + BODY + "], id[MY ] ID], ";
    }

    /** Each shard has a line of its own; a query that only one was asked for stands there whichever it was. */
    @Test
    void slowLogsAsTextAreReadWithEveryWayOfWritingTheirLoggers() throws Exception {
        assertThat(sent(text("index.search.slowlog.query", rest(0, 3)), text("i.s.s.query              ", rest(1, 3)),
                text("i.s.s.query              ", rest(0, 3)), "node1 | " + text("i.s.s.query", rest(2, 1)),
                text("i.s.s.fetch              ", rest(0, 3)), text("index.search.slowlog.fetch", rest(0, 3))))
                .containsExactly(search("", BODY), search("", BODY), search("", BODY));
        assertThat(sent(text("c.s.r.slowlog            ", "[node-0] took[80.8ms], took_millis[80], phase_took_millis"
                + "[{expand=0, query=39, fetch=22}], total_hits[4 hits], search_type[DFS_QUERY_THEN_FETCH], "
                + "shards[{total: 10, successful: 10, skipped: 0, failed: 0}], source[" + BODY + "], id[]")))
                .containsExactly(search("search_type=dfs_query_then_fetch", BODY));
        assertThat(sent(text("index.search.slowlog.query", "[node][books][0] took[1ms], types[book], "
                + "search_type[QUERY_THEN_FETCH], total_shards[5], source[], extra_source[], ")))
                .containsExactly(search("", "{}"));
    }

    /** Loggers write no more than so many characters of a line. */
    @Test
    void whatWasCutOffIsToldAndNotSent() throws Exception {
        QueryLog log = log(text("i.s.s.query", rest(0, 1)), text("i.s.s.query", rest(0, 1).substring(0, 200)),
                text("i.s.s.query", rest(0, 1).replace(BODY, BODY.substring(0, 60) + "…")));
        assertThat(log.requests()).containsExactly(search("", BODY));
        assertThat(log.malformed()).isEqualTo(2);
        assertThat(log.complaint().orElseThrow()).contains("2 lines could not be read", "its source is cut off, or no JSON");
    }

    @Test
    void slowLogsAsJsonAreReadInEveryLayout() throws Exception {
        String source = BODY.replace("\"", "\\\"");
        String seven = "{\"type\": \"index_search_slowlog\", \"timestamp\": \"2026-03-04T10:00:00,123Z\", \"component\": "
                + "\"i.s.s.%s\", \"message\": \"[books][%d]\", \"total_shards\": \"3\", \"search_type\": "
                + "\"QUERY_THEN_FETCH\", \"source\": \"" + source + "\"}";
        assertThat(sent(seven.formatted("query", 0), seven.formatted("query", 1), seven.formatted("fetch", 0)))
                .containsExactly(search("", BODY));
        String ecs = "{\"@timestamp\":\"2026-03-04T10:00:00.123Z\",\"log.level\":\"WARN\",\"elasticsearch.slowlog.message\":"
                + "\"[books][%d]\",\"elasticsearch.slowlog.search_type\":\"DFS_QUERY_THEN_FETCH\","
                + "\"elasticsearch.slowlog.source\":\"" + source + "\",\"elasticsearch.slowlog.total_shards\":%d,"
                + "\"event.dataset\":\"elasticsearch.index_search_slowlog\",\"log.logger\":\"index.search.slowlog.query\"}";
        assertThat(sent(ecs.formatted(0, 3), ecs.formatted(1, 3), ecs.formatted(2, 1)))
                .containsExactly(search("search_type=dfs_query_then_fetch", BODY),
                        search("search_type=dfs_query_then_fetch", BODY));
        String filebeat = "{\"@timestamp\":\"2026-03-04T10:00:00.123Z\",\"event\":{\"dataset\":\"elasticsearch.slowlog\"},"
                + "\"elasticsearch\":{\"index\":{\"name\":\"books\"},\"shard\":{\"id\":\"%d\"},\"slowlog\":{\"logger\":"
                + "\"index.search.slowlog.query\",\"source_query\":\"" + source + "\"}}}";
        assertThat(sent(filebeat.formatted(0), filebeat.formatted(1))).containsExactly(search("", BODY));
    }

    /** What was stored stands in the other slow log; nobody searched for it. */
    @Test
    void theSlowLogOfIndexingIsNoneOfRequests() throws Exception {
        assertThatThrownBy(() -> log("{\"type\": \"index_indexing_slowlog\", \"timestamp\": \"2026-03-04T10:00:00,123Z\", "
                + "\"component\": \"i.i.s.index\", \"message\": \"[books/abc]\", \"source\": \"{\\\"a\\\":1}\"}"))
                .hasMessageContaining("it has no query");
    }

    @Test
    void requestsOfSeveralIndexesAreTold() throws Exception {
        assertThat(log(text("i.s.s.query", rest(0, 1))).complaint()).isEmpty();
        assertThat(log(text("i.s.s.query", rest(0, 1)), text("i.s.s.query", rest(0, 1).replace("[books]", "[maps]")))
                .complaint().orElseThrow()).contains("2 indexes, books, maps");
    }

    /** As it stands there, with its blanks and numbers. */
    @Test
    void pathAndBodyAreSentAsTheyStandThere() throws Exception {
        String body = "{ \"query\" : {\"range\":{\"p\":{\"gte\":1.10, \"lt\":1e3}}}, \"t\":\"\\u00e9\" }";
        assertThat(sent("{\"path\":\"/books/_search?size=3\",\"params\":{\"preference\":\"_local\",\"stats\":[\"a\",\"b c\"]},"
                + "\"body\":" + body + ",\"time\":5}", "{\"method\":\"GET\",\"path\":\"/_count?q=a\",\"time\":6}",
                "{\"path\":\"/_msearch\",\"body\":\"{}\\n{}\\n\",\"time\":7}"))
                .containsExactly(search("size=3&preference=_local&stats=a&stats=b+c", body),
                        new SentRequest("/_count", "q=a", null), new SentRequest("/_msearch", "", "{}\n{}\n"));
        assertThat(sent(body)).containsExactly(search("", body));
        assertThat(sent("[", "{\"path\": \"/_search\", \"body\": " + body + "}", "]")).containsExactly(search("", body));
    }

    @Test
    void twoLinesOfASearchOfManyAreOne() throws Exception {
        assertThat(sent("{\"index\":\"books\",\"preference\":\"a b\",\"search_type\":\"dfs_query_then_fetch\"}", BODY, "{}",
                "{\"size\":1}", "{\"index\":[\"x\",\"y\"]}", "{}"))
                .containsExactly(search("preference=a+b&search_type=dfs_query_then_fetch", BODY), search("",
                        "{\"size\":1}"), search("", "{}"));
    }

    @Test
    void operationsOfABenchmarkAreReadThatSearch() throws Exception {
        assertThat(sent("[{\"name\": \"term\", \"operation-type\": \"search\", \"index\": \"books\", \"cache\": false, "
                + "\"request-params\": {\"preference\": \"_local\"}, \"body\": " + BODY + "},",
                "{\"name\": \"force-merge\", \"operation-type\": \"force-merge\"}]"))
                .containsExactly(search("request_cache=false&preference=_local", BODY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_delete_by_query", "/_doc/1", "/_bulk", "/_search/../_close", "/_refresh", "/update?commit=true",
        "/admin/x", "/config", "/_search/scroll", "/x/../update", "/_update_by_query", "/_forcemerge",
        "/%5Fdelete_by_query", "//_delete_by_query", "/%75pdate", "/select?qt=/update&stream.body=a",
        "/select?q=a&%71t=%2Fupdate", "/select?qt=update", "/stream?expr=update(books,search(books,q=a))",
        "/stream?expr=DAEMON%28id=x", "/stream/x?expr=topic+(a)", "/stream?expr=list(search(a),delete(b,search(a)))",
        "/stream?expr=commit(a)", "/stream?expr=executor(a)", "/stream?expr=search(a,q=100%)", "/stream?expr=${a}(b)&a=x",
        "/stream?action=kill&id=a", "/select?qt=/stream&expr=update(a)", "/export?expr=update(a)"})
    void whatDoesMoreThanAskIsKnown(String path) throws Exception {
        assertThat(sent("{\"path\":\"" + path + "\",\"body\":{}}")).allMatch(request -> !request.onlyReads());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_search", "/_msearch/template", "/_count", "/_knn_search", "/_validate/query", "/_explain/1",
        "/_field_caps", "/_termvectors/1", "/_mget", "/select", "/browse", "/export", "/sql?stmt=select", "/graph?expr=nodes(a)",
        "/stream?expr=search(books,q=update)", "/stream?expr=unique(search(a),over=%22topic%22)", "/stream?action=list",
        "/select?q=update(a)&qt=/browse", "/select?q=50%"})
    void whatAsksIsKnown(String path) throws Exception {
        assertThat(sent("{\"path\":\"" + path + "\",\"body\":{}}")).allMatch(SentRequest::onlyReads);
    }

    /** Expressions are posted, too. */
    @Test
    void whatABodyOfAStreamChangesIsKnown() {
        assertThat(new SentRequest("/stream", "", "expr=update%28books%29").onlyReads()).isFalse();
        assertThat(new SentRequest("/stream", "", "expr=update(books)").onlyReads()).isFalse();
        assertThat(new SentRequest("/stream", "", "expr=search%28books%29").onlyReads()).isTrue();
        assertThat(new SentRequest("/stream", "", null).onlyReads()).isTrue();
    }

    /** Else the header of the next two would be sent as a search. */
    @Test
    void aBodyThatIsDamagedTakesItsHeaderAlong() throws Exception {
        QueryLog log = log("{\"index\":\"books\"}", "{\"size\":}", "{\"preference\":\"x\"}", "{\"size\":2}",
                "{\"index\":\"books\"}", "{\"size\":3", "{\"preference\":\"y\"}", "{\"size\":4}");
        assertThat(Arrays.stream(log.ids()).mapToObj(id -> log.requests().get(id)))
                .containsExactly(search("preference=x", "{\"size\":2}"), search("preference=y", "{\"size\":4}"));
        assertThat(log.malformed()).isEqualTo(2);
    }

    @Test
    void nothingIsPutOrDeleted() throws Exception {
        assertThat(log("{\"path\":\"/_search\"}", "{\"path\":\"/_search\",\"method\":\"DELETE\"}").complaint().orElseThrow())
                .contains("its method DELETE is not one of asking");
        assertThat(sent("{\"path\":\"/_doc/1\"}")).allMatch(SentRequest::onlyReads);
    }

    @Test
    void requestsOfAConsoleAreNotTexts() throws Exception {
        assertThat(sent("// what users ask", "", "GET /_search?q=sea", "### another", "POST /shop/_search HTTP/1.1",
                "Content-Type: application/json", "{", "  \"size\": 3 // of these", "}", "# a remark", "",
                "GET shop/_count", "GET /shop/select?q=a:b&rows=1", "GET /solr/shop/browse?q=c", "POST _msearch", "{}",
                "{\"size\": 7}"))
                .containsExactly(search("q=sea", null), search("", "{\n  \"size\": 3 // of these\n}\n"),
                        new SentRequest("/_count", "", null), new SentRequest("/select", "q=a:b&rows=1", null),
                        new SentRequest("/browse", "q=c", null),
                        new SentRequest("/_msearch", "", "{}\n{\"size\": 7}\n"));
        Path file = Files.writeString(folder.resolve("http"), "GET /shop/select?q=sea&fq=a\nPOST /_search\n{}\n");
        QueryLog texts = QueryLog.read(file);
        assertThat(texts.distinct()).as("of a folder, which is not sent requests").containsExactly("sea");
        assertThat(texts.others()).isEqualTo(1);
        assertThat(texts.format()).isEqualTo(QueryLogFormat.REQUESTS);
    }

    @Test
    void whatAConsoleHasThatIsNotSentIsTold() throws Exception {
        QueryLog log = log("GET /_search?q=a", "DELETE /shop/_doc/1", "GET http://x/_search", "POST /_search", "<a/>",
                "POST /_search", "X-A: 1", "{}");
        assertThat(log.requests()).containsExactly(search("q=a", null));
        assertThat(log.malformed()).isEqualTo(4);
        assertThat(log.firstBad()).isEqualTo("line 2: 'DELETE /shop/_doc/1': its method DELETE is not one of asking");
        for (String[] script : new String[][] {{"\\set n 1", "GET /_search?q=:n"}, {"GET /_search", "\\set n 1"}}) {
            assertThatThrownBy(() -> log(script)).hasMessageEndingWith("log: it has a command of a script, "
                    + "'\\set n 1': such a file is named by query-template");
        }
    }
}
