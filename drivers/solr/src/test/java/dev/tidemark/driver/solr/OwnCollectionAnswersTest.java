package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent to a collection of others', and what each answer comes to. */
class OwnCollectionAnswersTest {

    private static final String OK = "{\"responseHeader\": {\"status\": 0, \"QTime\": 2}";

    private final Queue<Request> asked = new ConcurrentLinkedQueue<>();
    private final Queue<String> notes = new ConcurrentLinkedQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile Reply reply;
    @TempDir
    private Path folder;

    @AfterEach
    void release() {
        released.countDown();
    }

    private Reply answer(Request request) {
        if (request.path().contains("/admin/info/")) {
            return Reply.json(OK + "}");
        }
        if (request.path().contains("/luke")) {
            return Reply.json(OK + ", \"schema\": {\"uniqueKeyField\": \"isbn\"}}");
        }
        asked.add(request);
        if (request.path().contains("slow")) {
            await();
        }
        return reply;
    }

    private void await() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private SearchTarget target(String address, String... settings) {
        Values values = SolrParams.ALL.defaults().with("address", address, SettingOrigin.SET)
                .with("collection", "books", SettingOrigin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        return (SearchTarget) new SolrDriver().open(values, new Context(Clock.system(), folder,
                Secrets.ofThisProcess(), notes::add, () -> false));
    }

    private static SearchAnswer ask(SearchSession session, SentRequest request) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.sent(request), 10, true, 10), answer);
        return answer;
    }

    private SearchAnswer answered(Reply replied) throws Exception {
        reply = replied;
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address());
                SearchSession session = target.session(0, SearchSession.class)) {
            return ask(session, SentRequest.of("/select?q=sea", null));
        }
    }

    @Test
    void aRequestIsSentAsItIs() throws Exception {
        reply = Reply.json(OK + "}");
        String parameters = "q=%7B!edismax+v=$qq%7D&qq=a&fq=x:1&fq=y:2&&rows=";
        String many = "fq=genre_s:(" + "prose+".repeat(1500) + ")";
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address());
                SearchSession session = target.session(0, SearchSession.class)) {
            ask(session, new SentRequest("/books", parameters, null));
            ask(session, new SentRequest("/select", "q={!field f=t}\"a|b\"^2+é", null));
            ask(session, new SentRequest("/select", "debug=false", "{\"query\": \"é\"}"));
            ask(session, new SentRequest("/select", many, null));
            ask(session, target.request("salt AND sea", 3).orElseThrow());
        }
        assertThat(asked).containsExactly(new Request("GET", "/solr/books/books?" + parameters, ""),
                new Request("GET", "/solr/books/select?q=%7B!field%20f=t%7D%22a%7Cb%22%5E2+%C3%A9", ""),
                new Request("POST", "/solr/books/select?debug=false", "{\"query\": \"é\"}"),
                new Request("POST", "/solr/books/select", many),
                new Request("GET", "/solr/books/select?q=salt+AND+sea&rows=3", ""));
    }

    @Test
    void nothingIsMadeOrChanged() throws Exception {
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address());
                SearchSession session = target.session(0, SearchSession.class)) {
            assertThatThrownBy(() -> session.add(List.of())).isInstanceOf(DriverException.class);
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class);
            assertThatThrownBy(target::refresh).isInstanceOf(DriverException.class);
            assertThat(target.clearCaches()).isFalse();
            target.drop();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void whatTheServerDoesNotTellIsNotTakenFromTheDefaults() throws Exception {
        reply = new Reply(404, "application/json", "{}");
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address())) {
            assertThat(target.effective().find(SearchParams.SHARDS)).isEmpty();
            assertThat(target.effective().find(SolrParams.RESULT_CACHE)).isEmpty();
        }
    }

    /** Their nodes may hold thousands of cores. */
    @Test
    void ofOtherCollectionsNoMetricsAreAskedFor() throws Exception {
        reply = Reply.json(OK + ", \"cluster\": {\"collections\": {\"books\": {}}}}");
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address())) {
            target.read();
        }
        assertThat(asked).extracting(Request::path).filteredOn(path -> path.contains("/admin/metrics")).singleElement()
                .asString().contains("&group=jvm&registry=solr.core.books.&");
    }

    @Test
    void aServerWithoutMetricsIsSearchedAllTheSame() throws Exception {
        for (Reply without : SolrAnswersTest.WITHOUT_METRICS) {
            notes.clear();
            reply = new Reply(404, "application/json", "{}");
            try (StandInServer server = new StandInServer(asked -> asked.path().contains("/admin/metrics") ? without
                    : answer(asked)); SearchTarget target = target(server.address());
                    SearchSession session = target.session(0, SearchSession.class)) {
                assertThat(target.facts()).extracting(Setting::name).doesNotContain("server-nodes", "server-heap");
                target.read();
                reply = Reply.json("{\"response\": {\"numFound\": 7, \"docs\": []}}");
                assertThat(ask(session, SentRequest.of("/select?q=sea", null)).hits).isEqualTo(7);
            }
            assertThat(notes).as(without.toString()).filteredOn(note -> note.contains("its metrics")).hasSize(1);
        }
    }

    @Test
    void hitsAndIdentifiersAreRead() throws Exception {
        SearchAnswer found = answered(Reply.json(OK + ", \"response\": {\"numFound\": 7, \"numFoundExact\": false, "
                + "\"docs\": [{\"isbn\": \"b4\", \"score\": 1.5}, {\"isbn\": 12}, {\"title\": \"none\"}]}}"));
        SearchAnswer same = new SearchAnswer(3);
        same.add("b4", 1.5f);
        same.add("12", 0);
        assertThat(found.hits).isEqualTo(7);
        assertThat(found.exact).isFalse();
        assertThat(found.engineNanos).isEqualTo(2_000_000);
        assertThat(found.size()).isEqualTo(2);
        assertThat(found.number(0)).isEqualTo(same.number(0));
        assertThat(found.number(1)).isEqualTo(same.number(1));
        assertThat(found.score(0)).isEqualTo(1.5f);
        assertThat(found.partial).isNull();
        SearchAnswer grouped = answered(Reply.json(OK + ", \"grouped\": {\"genre_s\": {\"matches\": 30, \"groups\": "
                + "[{\"doclist\": {\"docs\": [{\"isbn\": \"b3\"}]}}, "
                + "{\"doclist\": {\"docs\": [{\"isbn\": \"b5\"}]}}]}}}"));
        assertThat(grouped.hits).isEqualTo(30);
        assertThat(grouped.size()).isEqualTo(2);
        SearchAnswer terms = answered(Reply.json(OK + ", \"terms\": {\"t\": [\"sea\", 7]}}"));
        assertThat(terms.hits).isEqualTo(SearchAnswer.UNKNOWN);
        assertThat(answered(Reply.json("{\"response\": {\"numFound\": 1, \"docs\": []}}")).hits)
                .as("omitHeader").isEqualTo(1);
        SearchAnswer stream = answered(Reply.json("{\"result-set\": {\"docs\": [{\"isbn\": \"b3\"}, "
                + "{\"EOF\": true}]}}"));
        assertThat(stream.hits).isEqualTo(SearchAnswer.UNKNOWN);
        assertThat(stream.size()).isEqualTo(1);
        assertThat(answered(new Reply(200, "text/plain", OK + ", \"response\": {\"numFound\": 3}}")).hits).isEqualTo(3);
    }

    /** Of these only the bytes are counted. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain;charset=utf-8", "application/xml; charset=UTF-8", "application/octet-stream"})
    void anotherFormatIsNoFailure(String type) throws Exception {
        SearchAnswer answer = answered(new Reply(200, type, "isbn,title\nb4,é\n"));
        assertThat(answer.hits).isEqualTo(SearchAnswer.UNKNOWN);
        assertThat(answer.bytes).isEqualTo(17);
        assertThat(answer.engineNanos).isEqualTo(SearchAnswer.UNKNOWN);
    }

    @Test
    void whatAnAnswerLacksIsTold() throws Exception {
        String header = "{\"responseHeader\": {\"status\": 0, \"QTime\": 2, ";
        String response = ", \"response\": {\"numFound\": 1, \"docs\": []}}";
        assertThat(answered(Reply.json(header + "\"partialResults\": true, "
                + "\"partialResultsDetails\": \"Limits exceeded\"}" + response)).partial).isEqualTo("Limits exceeded");
        assertThat(answered(Reply.json(header + "\"partialResults\": \"omitted\"}" + response)).partial)
                .isEqualTo("partialResults: omitted");
        assertThat(answered(Reply.json(OK + ", \"shards.info\": {\"http://a/solr/s1/\": {\"numFound\": 1}, \"\": "
                + "{\"error\": \"org.apache.solr.common.SolrException: no servers hosting shard: shard2\"}}"
                + response)).partial).endsWith("no servers hosting shard: shard2").doesNotContain("org.apache");
    }

    @Test
    void failuresKeepTheServersWords() {
        failed(new Reply(400, "application/json", "{\"error\": {\"msg\": \"org.apache.solr.search.SyntaxError: "
                + "Expected identifier\"}}"), DriverException.class, "Expected identifier");
        failed(new Reply(400, "application/xml", "<response><lst name=\"error\"><lst name=\"metadata\"/>\n"
                + "<str name=\"msg\">no field x</str></lst></response>"), DriverException.class, "no field x");
        failed(new Reply(503, "application/json", "{\"error\": {\"msg\": \"no servers hosting shard\"}}"),
                DriverException.class, "no servers hosting shard");
        failed(new Reply(500, "text/html", "<html>Oops</html>"), DriverException.class, "the server answers 500");
        failed(new Reply(404, "text/html", "<html>Not Found</html>"), DriverException.class,
                "the server answers 404 to GET /solr/");
        failed(new Reply(400, "text/html", "<html><title>Error 400 {metadata={error-class=o.a.S,root-error-class=b},"
                + "msg=Error when parsing:\n missing key &quot;a&quot;,code=400}</title></html>"),
                DriverException.class, "Error when parsing: missing key \"a\"");
        failed(new Reply(429, "application/json", "{\"error\": {\"msg\": \"Circuit breakers tripped\"}}"),
                OverloadedException.class, "Circuit breakers tripped");
        failed(Reply.json("{\"responseHeader\": {\"status\": 400}, \"response\": {\"docs\": [{\"EXCEPTION\": "
                + "\"fl must be specified\"}], \"numFound\": 0}}"), DriverException.class, "fl must be specified");
        for (Reply wrong : StandInServer.WRONG) {
            failed(wrong, DriverException.class, "is none of this server's");
        }
    }

    private void failed(Reply wrong, Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> answered(wrong)).as(wrong.toString()).isInstanceOf(type).hasMessageContaining(message);
    }

    @Test
    void anAnswerThatComesTooLateIsATimeout() throws Exception {
        reply = Reply.json(OK + "}");
        try (StandInServer server = new StandInServer(this::answer); SearchTarget target = target(server.address(),
                "operation-timeout", "300ms"); SearchSession session = target.session(0, SearchSession.class)) {
            assertThatThrownBy(() -> ask(session, new SentRequest("/slow", "", null)))
                    .isInstanceOf(TimeoutException.class);
            released.countDown();
            assertThat(ask(session, new SentRequest("/select", "", null)).hits).isEqualTo(SearchAnswer.UNKNOWN);
        }
    }

    /** The first one stops in the middle. */
    @Test
    void nodesAreAskedInTurnAndOneThatIsDownIsPassedOver() throws Exception {
        reply = Reply.json(OK + "}");
        Queue<Request> others = new ConcurrentLinkedQueue<>();
        try (StandInServer first = new StandInServer(this::answer);
                StandInServer second = new StandInServer(request -> {
                    others.add(request);
                    return answer(request);
                }); SearchTarget target = target(first.address() + "," + second.address());
                SearchSession session = target.session(0, SearchSession.class)) {
            others.clear();
            for (int i = 0; i < 10; i++) {
                ask(session, new SentRequest("/select", "q=" + i, null));
            }
            assertThat(others).hasSize(5);
            first.close();
            int answers = 0;
            for (int i = 0; i < 10; i++) {
                try {
                    ask(session, new SentRequest("/select", "q=" + i, null));
                    answers++;
                } catch (DriverException e) {
                    assertThat(e).as("what broke off in the middle").hasMessageContaining(first.address());
                }
            }
            assertThat(answers).isGreaterThanOrEqualTo(8);
        }
        assertThat(notes).filteredOn(note -> note.contains("is passed over")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "../admin", "a b", "-a", "a,,b", ".", "a/b"})
    void aNameIsThatOfACollection(String name) {
        assertThatThrownBy(() -> target("127.0.0.1:1", "collection", name)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("collection: '" + name + "' is no name of a collection");
    }

    @Test
    void whatAnIndexOfOursHasNeedsNoIndexOfOthers() {
        Values values = SolrParams.ALL.defaults().with("result-cache", "as the index has it", SettingOrigin.SET);
        assertThatThrownBy(() -> SolrParams.ALL.check(values)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("result-cache: as the index has it needs index");
        SolrParams.ALL.check(values.with("collection", "books", SettingOrigin.SET));
    }
}
