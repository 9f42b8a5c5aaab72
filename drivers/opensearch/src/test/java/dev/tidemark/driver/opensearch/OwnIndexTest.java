package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.os.Sha256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.OwnVectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An index that was made by plain requests, as its users make one: mappings by the documents, 3 shards, a replica. */
@HeavyServer
class OwnIndexTest {

    private static final int DOCUMENTS = 200;

    @TempDir
    private Path folder;
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void make() throws Exception {
        drop();
        Fixture.ask("PUT", "/books-1", "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":1},\"aliases\":"
                + "{\"books\":{}}}");
        Fixture.ask("POST", "/books-1/_bulk?refresh=true", IntStream.range(0, DOCUMENTS).mapToObj(n -> "{\"index\":{\"_id\":\"b/"
                + n + "\"}}\n{\"title\":\"" + (n % 2 == 0 ? "old man" : "blue whale") + " " + n + "\",\"year\":" + (1900 + n % 50)
                + ",\"price\":1.5}\n").collect(Collectors.joining()));
        Fixture.ask("POST", "/books-1/_flush?force=true&wait_if_ongoing=true", "");
    }

    @AfterEach
    void drop() throws Exception {
        Fixture.ask("DELETE", "/books-*", "");
    }

    private Map<String, String> settings(String address) {
        Map<String, String> settings = new LinkedHashMap<>(Fixture.server().server().target());
        settings.put("address", address);
        settings.put("index", "books");
        return settings;
    }

    private Context context() {
        return new Context(Clock.system(), folder, Secrets.ofThisProcess(), notes::add, () -> false);
    }

    private Values values(String address) {
        Values values = OpenSearchParams.ALL.defaults();
        for (Map.Entry<String, String> setting : settings(address).entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        return values;
    }

    private SearchTarget target() {
        return target(Fixture.server().server().address());
    }

    private SearchTarget target(String address) {
        SearchTarget target = (SearchTarget) new OpenSearchDriver().open(values(address), context());
        target.visit();
        return target;
    }

    private static SearchAnswer ask(SearchSession session, SentRequest sent) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.sent(sent), 10, true, 10), answer);
        return answer;
    }

    private void run(String address, Path log, String more) {
        run(address, "query-log: \"" + log + "\"" + more);
    }

    /** @param settings of the workload, as in a flow mapping of YAML */
    private void run(String address, String settings) {
        String target = settings(address).entrySet().stream().map(s -> s.getKey() + ": \"" + s.getValue() + "\", ")
                .collect(Collectors.joining());
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: query\ntarget: opensearch\nset: {" + target
                + "warm-up-queries: none, checked-queries: none, slowest-queries: none, " + settings + "}\n", "test.yaml"), Map.of()).points().getFirst().values().settings();
        events.clear();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "query", "opensearch", point, 7, folder.resolve("scratch").toString(), false),
                    events::add);
        }
        assertThat(events.stream().filter(RunEvent.Ended.class::isInstance).map(RunEvent.Ended.class::cast)
                .map(RunEvent.Ended::state)).as(events.getLast().toString()).containsExactly(IterationState.DONE);
    }

    private List<OutcomeCount> outcomes() {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .flatMap(p -> p.outcomes().stream()).toList();
    }

    /** What of the server could differ afterwards. */
    private static Map<String, String> everything() throws Exception {
        Map<String, String> all = new TreeMap<>();
        for (String path : List.of("/_all/_settings", "/_all/_mapping", "/_all/_alias", "/_cluster/settings",
                "/_index_template", "/_scripts", "/books/_segments?filter_path=indices.*.shards.*.segments.*.generation")) {
            if (!path.equals("/_scripts")) {
                all.put(path, Fixture.ask("GET", path, ""));
            }
        }
        JsonNode shards = JsonMapper.shared().readTree(Fixture.ask("GET", "/_all/_stats/docs,segments,store,flush,refresh,"
                + "merge,indexing?level=shards", ""));
        shards.path("indices").properties().forEach(index -> index.getValue().path("shards").properties().forEach(shard ->
                shard.getValue().forEach(copy -> all.put(index.getKey() + shard.getKey(), Stream.of("docs", "segments",
                        "store", "flush", "merges", "indexing", "commit", "seq_no").map(part -> copy.path(part).toString())
                        .collect(Collectors.joining(" "))))));
        all.put("files", files());
        return all;
    }

    /** Of each index on the disk, as the server has them in its folder. */
    private static String files() throws IOException {
        Path rigs = Fixture.server().server().target().get("password") == null ? null
                : Path.of(Fixture.server().server().target().get("password").substring("file:".length())).getParent();
        try (Stream<Path> walk = Files.walk(rigs)) {
            return walk.filter(path -> path.toString().matches(".*/indices/.*/(?:index|translog)/.*"))
                    .map(path -> path + " " + path.toFile().length()).sorted().collect(Collectors.joining("\n"));
        }
    }

    private static final List<String> REQUESTS = List.of(
            "{\"path\":\"/_search?q=title:whale&size=3&preference=_local&typed_keys\"}",
            "{\"path\":\"/_search\",\"body\":{ \"query\" : {\"match\":{\"title\":\"old\"}}, \"size\" : 20, \"sort\":[{\"year\":"
                    + "\"desc\"}] , \"highlight\":{\"fields\":{\"title\":{}}}}}",
            "{\"path\":\"/_search?request_cache=true\",\"body\":{\"size\":0,\"track_total_hits\":false,\"aggs\":{\"y\":{\"terms\":"
                    + "{\"field\":\"year\",\"size\":50}}}}}",
            "{\"path\":\"/_msearch\",\"body\":\"{}\\n{\\\"query\\\":{\\\"match_all\\\":{}}}\\n{\\\"preference\\\":\\\"x\\\"}\\n"
                    + "{\\\"size\\\":1}\\n\"}",
            "{\"path\":\"/_count?q=title:%22old+man%22&df=title\"}",
            "{\"path\":\"/_search\",\"body\":{\"query\":{\"match\":{\"title\":\"nobody\"}}}}",
            "{\"path\":\"/_search?rest_total_hits_as_int=true&filter_path=hits.total\",\"body\":{\"query\":{\"range\":{\"price\":"
                    + "{\"gte\":1.50,\"lt\":1e2}}}}}",
            "{\"q\":\"old AND whale\"}");

    @Test
    void termsAreThoseOfDocumentsThatAreDrawn() throws Exception {
        try (SearchTarget target = target()) {
            TermSample title = target.terms("title", 7);
            assertThat(title.terms(TermFrequency.FREQUENT)).containsOnly("old", "man", "blue", "whale");
            assertThat(title.terms(TermFrequency.RARE)).hasSize(DOCUMENTS).contains("0", "199");
            assertThat(target.terms("title", 7).terms(TermFrequency.RARE)).isEqualTo(title.terms(TermFrequency.RARE));
            assertThat(target.terms("title.keyword", 7).terms(TermFrequency.RARE)).hasSize(DOCUMENTS)
                    .contains("old man 8");
            assertThatThrownBy(() -> target.terms("titel", 7)).isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("the index has no field 'titel' (did you mean 'title'?)");
            assertThatThrownBy(() -> target.terms("year", 7)).isInstanceOf(DriverException.class)
                    .hasMessage("field 'year' has no terms; it is of type long");
        }
    }

    @Test
    void requestsAreDrawnByATemplate() throws Exception {
        Map<String, String> before = everything();
        try (RecordingProxy proxy = new RecordingProxy(Fixture.server().server().address())) {
            run(proxy.address(), "query-template-text: \"\\\\set word term('title', 'frequent')\\n\\\\set size random(1, 5)"
                    + "\\nPOST /_search\\n{\\\"query\\\": {\\\"match\\\": {\\\"title\\\": :word}}, \\\"size\\\": :size}\", "
                    + "queries: 40");
            assertThat(proxy.carried.stream().filter(carried -> carried.address().equals("/books/_search")
                    && !carried.body().contains("random_score")).toList()).hasSize(40).allMatch(carried ->
                    carried.body().matches("\\{\"query\": \\{\"match\": \\{\"title\": \"(old|man|blue|whale)\"\\}\\}, "
                            + "\"size\": [1-5]\\}"));
        }
        assertThat(outcomes()).singleElement().satisfies(all -> assertThat(all.outcome()).isEqualTo(Outcome.OK));
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void whatIsSentIsWhatTheFileHasAndNothingIsDifferentAfterwards() throws Exception {
        Path log = Files.write(folder.resolve("requests.ndjson"), REQUESTS);
        Map<String, String> before = everything();
        assertThat(before.get("files")).isNotEmpty();
        try (RecordingProxy proxy = new RecordingProxy(Fixture.server().server().address())) {
            run(proxy.address(), log, ", queries: 16, workers: 1, top: 5");
            List<RecordingProxy.Carried> sent = new ArrayList<>(proxy.carried);
            sent.removeIf(carried -> !carried.address().matches("/books/_(?:m?search|count\\?).*"));
            JsonMapper json = JsonMapper.shared();
            List<RecordingProxy.Carried> expected = REQUESTS.stream().map(line -> {
                JsonNode node = json.readTree(line);
                String body = node.path("body").isString() ? node.path("body").asString()
                        : node.has("body") ? line.substring(line.indexOf("\"body\":") + 7, line.length() - 1) : "";
                return new RecordingProxy.Carried(body.isEmpty() ? "GET" : "POST", "/books" + (node.has("q")
                        ? "/_search?q=old+AND+whale&size=5" : node.path("path").asString()), body);
            }).toList();
            assertThat(sent).containsExactlyElementsOf(Stream.concat(expected.stream(), expected.stream()).toList());
            proxy.carried.removeAll(sent);
            assertThat(proxy.carried).isNotEmpty().allMatch(carried -> carried.method().equals("GET"))
                    .as("the server is asked for what it says of itself").allMatch(carried -> carried.address()
                            .matches("/|/_nodes.*|/_cluster/settings.*|/books/_(?:stats|mapping|settings|count).*"));
        }
        assertThat(everything()).isEqualTo(before);
        assertThat(outcomes()).allMatch(o -> o.outcome() == Outcome.OK || o.outcome() == Outcome.MISS);
        assertThat(outcomes().stream().filter(o -> o.outcome() == Outcome.MISS).mapToLong(OutcomeCount::operations).sum())
                .isEqualTo(4);
        assertThat(events.toString()).doesNotContain("has changed");
        Map<String, String> detected = new TreeMap<>();
        events.stream().filter(RunEvent.Detected.class::isInstance).map(RunEvent.Detected.class::cast)
                .forEach(d -> d.settings().forEach(setting -> detected.put(setting.name(), setting.text())));
        assertThat(detected).containsEntry("shards", "3").containsKey("server-mappings")
                .as("what says how an index of ours is made").doesNotContainKeys("namespace", "store-text", "hnsw-m",
                        "distance", "query-cache");
    }

    @Test
    void answersAreThoseOfTheServer() throws Exception {
        try (SearchTarget target = target(); SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer old = ask(session, SentRequest.of("/_search?size=7&track_total_hits=true",
                    "{\"query\":{\"match\":{\"title\":\"old\"}}}"));
            assertThat(old.hits).isEqualTo(DOCUMENTS / 2);
            assertThat(old.size()).isEqualTo(7);
            assertThat(old.bytes).isGreaterThan(500);
            assertThat(old.engineNanos).isNotNegative();
            assertThat(ask(session, SentRequest.of("/_msearch", "{}\n{}\n{\"index\":\"nowhere\"}\n{}\n")).partial)
                    .isEqualTo("1 of 2 searches failed: index_not_found_exception: no such index [nowhere]");
            assertThat(ask(session, SentRequest.of("/_search?terminate_after=1", "{}")).exact).isFalse();
            assertThatThrownBy(() -> ask(session, SentRequest.of("/_search", "{\"query\":{\"nonsense\":{}}}")))
                    .isInstanceOf(DriverException.class).hasMessageContaining("unknown query [nonsense]");
            assertThat(session.explain(new SearchRequest(SearchQuery.sent(SentRequest.of("/_search?q=old", null)), 1, true,
                    1))).startsWith("took ").contains("query");
        }
    }

    @Test
    void otherParametersStandInThePlaceOfARequestsOwn() throws Exception {
        Path log = Files.write(folder.resolve("requests.ndjson"), List.of("{\"path\":\"/_search?preference=a&size=3\"}",
                "{\"path\":\"/_search\",\"body\":{\"size\":3,\"aggs\":{\"y\":{\"terms\":{\"field\":\"year\"}}}}}"));
        try (RecordingProxy proxy = new RecordingProxy(Fixture.server().server().address())) {
            run(proxy.address(), log, ", queries: 2, workers: 1, "
                    + "request-parameters: \"size=50;track_total_hits=true;preference=_local;aggs=\"");
            assertThat(proxy.carried.stream().filter(carried -> carried.address().startsWith("/books/_search"))
                    .map(carried -> carried.address() + carried.body())).containsExactly(
                    "/books/_search?preference=_local&size=50&track_total_hits=true",
                    "/books/_search?preference=_local&track_total_hits=true{\"size\":50}");
        }
    }

    @Test
    void whatItIsIsRecordedAndThatItHasChangedIsSeen() throws Exception {
        try (SearchTarget target = target()) {
            assertThat(target.version()).startsWith("OpenSearch ");
            assertThat(target.effective().get(SearchParams.SHARDS)).isEqualTo(3);
            Map<String, String> facts = target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text));
            assertThat(facts).containsEntry("server-index", "books-1").containsEntry("server-documents", "200")
                    .containsEntry("server-deleted-documents", "0").containsEntry("server-replicas", "1")
                    .containsEntry("server-shards", "0 on node-1, 1 on node-1, 2 on node-1")
                    .containsEntry("server-caches", "requests 1%, queries 10%");
            assertThat(facts.get("server-mappings")).matches("#[0-9a-f]{8}")
                    .isEqualTo("#" + Sha256.brief(facts.get("server-mappings-text")));
            assertThat(facts.get("server-mappings-text")).startsWith("{\"properties\":{\"price\":{");
            assertThat(facts.get("server-index-settings-text")).contains("\"index.number_of_shards\":\"3\"");
            String before = target.state();
            assertThat(target.state()).isEqualTo(before).contains("200 documents, 0 deleted").endsWith("200 operations");
            assertThat(target.read().getFirst().gauges()).containsEntry("documents", 200.0);
            Fixture.ask("PUT", "/books-1/_doc/new?refresh=true", "{\"title\":\"new\",\"author\":\"her\"}");
            assertThat(target.state()).isNotEqualTo(before).contains("201 documents");
            assertThat(target.facts()).noneMatch(fact -> fact.name().equals("server-mappings")
                    && fact.text().equals(facts.get("server-mappings")));
        }
        assertThat(notes).isEmpty();
    }

    /** As after each night's new index behind an alias. */
    @Test
    void anAliasOfSeveralIndexesIsTheirSum() throws Exception {
        Fixture.ask("PUT", "/books-2", "{\"aliases\":{\"books\":{}}}");
        Fixture.ask("PUT", "/books-2/_doc/1?refresh=true", "{\"title\":\"another\"}");
        try (SearchTarget target = target()) {
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS + 1);
            assertThat(target.state()).matches("books-1 \\(.+; books-2 \\(.+ 1 operations");
            assertThat(target.facts()).anyMatch(fact -> fact.name().equals("server-shards")
                    && fact.text().contains("books-2[0] on node-1"));
        }
    }

    @Test
    void anIndexThatIsDroppedMeanwhileIsAFailureOfItsRequests() throws Exception {
        try (SearchTarget target = target(); SearchSession session = target.session(0, SearchSession.class)) {
            SentRequest all = SentRequest.of("/_search", "{}");
            assertThat(ask(session, all).hits).isEqualTo(DOCUMENTS);
            drop();
            assertThatThrownBy(() -> ask(session, all)).isInstanceOf(DriverException.class)
                    .hasMessageContaining("no such index [books]");
            assertThatThrownBy(target::facts).hasMessageContaining("there is no index or alias 'books'");
            assertThat(target.read()).hasSize(1);
        }
    }

    @Test
    void aNodeThatIsGoneIsNoAnswer() throws Exception {
        CuttableProxy proxy = new CuttableProxy(Fixture.server().server().address());
        try (proxy; SearchTarget target = target(proxy.address());
                SearchSession session = target.session(0, SearchSession.class)) {
            SentRequest all = SentRequest.of("/_search", "{}");
            assertThat(ask(session, all).hits).isEqualTo(DOCUMENTS);
            proxy.close();
            assertThatThrownBy(() -> ask(session, all)).isInstanceOf(UnreachableException.class);
        }
    }

    /** Of whatever kind the server and its plug-ins have. */
    @Test
    void neighboursOfOnesOwnVectorsAreRequestsAsAnyOther() throws Exception {
        Fixture.ask("PUT", "/books-3", "{\"settings\":{\"index.knn\":true},\"mappings\":{\"properties\":{\"v\":{\"type\":"
                + "\"knn_vector\",\"dimension\":2,\"method\":{\"name\":\"hnsw\",\"engine\":\"lucene\"}}}},\"aliases\":{\"books\":"
                + "{}}}");
        Fixture.ask("PUT", "/books-3/_doc/near?refresh=true", "{\"v\":[1.0,0.0]}");
        try (SearchTarget target = target(); SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer near = ask(session, SentRequest.of("/_search?ignore_unavailable=true", "{\"query\":{\"bool\":{\"filter\":"
                    + "{\"term\":{\"_index\":\"books-3\"}},\"must\":{\"script_score\":{\"query\":{\"exists\":{\"field\":\"v\"}},"
                    + "\"script\":{\"source\":\"1.0\"}}}}}}"));
            assertThat(near.hits).isEqualTo(1);
        }
        Fixture.ask("DELETE", "/books-1", "");
        try (SearchTarget target = target(); SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer near = ask(session, SentRequest.of("/_search", "{\"size\":1,\"query\":{\"knn\":{\"v\":{\"vector\":"
                    + "[0.9,0.1],\"k\":1}}}}"));
            assertThat(near.size()).isEqualTo(1);
        }
    }

    @Test
    void neighboursOfAFieldAreToldWithTheirRecall() throws Exception {
        Fixture.ask("DELETE", "/books-1", "");
        Fixture.ask("PUT", "/books-4", "{\"settings\":{\"index.knn\":true,\"number_of_shards\":2,"
                + "\"number_of_replicas\":0},\"mappings\":{\"properties\":{\"emb\":{\"type\":"
                + "\"knn_vector\",\"dimension\":" + OwnVectors.DIMENSION + ",\"method\":{\"name\":"
                + "\"hnsw\",\"engine\":\"lucene\",\"space_type\":\"cosinesimil\"}}}},\"aliases\":"
                + "{\"books\":{}}}");
        Fixture.ask("POST", "/books-4/_bulk?refresh=true", IntStream.range(0, OwnVectors.ALL.size()).mapToObj(n ->
                "{\"index\":{\"_id\":\"v" + n + "\"}}\n{\"title\":\"old man\",\"emb\":" + OwnVectors.json(
                OwnVectors.ALL.get(n)) + "}\n{\"index\":{}}\n{\"title\":\"none\"}\n").collect(Collectors.joining()));
        Map<String, String> before = everything();
        try (SearchTarget target = target()) {
            OwnVectors.check(target, "emb", "title");
        }
        run(Fixture.server().server().address(), "vector-field: emb, query-vectors: \"" + OwnVectors.file(folder)
                + "\", queries: 24, candidates: 200");
        assertThat(OwnVectors.recall("opensearch", events)).hasValue(100);
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void theDoctorOnlyAsks() throws Exception {
        Map<String, String> before = everything();
        List<Trial> trials = new ArrayList<>();
        new Trials(new OpenSearchDriver(), values(Fixture.server().server().address()), context(), new Trials.Listener() {
            @Override
            public void found(List<Setting> facts) {}

            @Override
            public void completed(Trial trial) {
                trials.add(trial);
            }
        }).run();
        assertThat(trials.stream().filter(trial -> trial.verdict() == TrialResult.WORKS).map(Trial::name))
                .containsExactlyInAnyOrder("connect", "search");
        assertThat(trials.toString()).contains("200 documents");
        assertThat(everything()).isEqualTo(before);
    }
}
