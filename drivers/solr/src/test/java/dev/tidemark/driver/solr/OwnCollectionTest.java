package dev.tidemark.driver.solr;

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
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.OwnVectors;
import dev.tidemark.driver.contract.SearchTargetContract;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A collection that was made without Tidemark: by its own API, with fields that came with the documents, a handler with
 * defaults and facets, 3 shards of 2 replicas each; and a user who may do nothing but read.
 */
@HeavyServer
@Timeout(120)
class OwnCollectionTest {

    private static final String COLLECTIONS = Fixture.COLLECTIONS;
    private static final String CONFIGS = Fixture.CONFIGS;
    private static final String REQUESTS = "/solr/admin/info/logging?wt=json&nodes=all&set="
            + "org.apache.solr.core.SolrCore.Request:";
    private static final Pattern LOGGED = Pattern.compile(
            ".*Request: (webapp=/solr path=(/\\S+) params=\\{(.*)\\} .*)");
    private static final int DOCUMENTS = 300;

    @TempDir
    private Path folder;
    private final List<String> notes = new ArrayList<>();
    private final List<RunEvent> events = new ArrayList<>();

    @BeforeAll
    static void make() throws Exception {
        Fixture.server();
        Fixture.send("POST", CONFIGS + "UPLOAD&name=library", "application/octet-stream",
                Fixture.library(schema -> schema));
        Fixture.ask("GET", COLLECTIONS + "CREATE&name=books&numShards=3&replicationFactor=2&waitForFinalState=true"
                + "&collection.configName=library", "");
        Fixture.ask("POST", "/solr/books/config", "{\"add-requesthandler\": {\"name\": \"/catalogue\", \"class\": "
                + "\"solr.SearchHandler\", \"defaults\": {\"defType\": \"edismax\", \"qf\": \"title_t^2 _text_\", "
                + "\"df\": \"_text_\", \"facet\": true, \"facet.field\": \"genre_s\", \"rows\": 7}}}");
        Fixture.ask("GET", COLLECTIONS + "CREATEALIAS&name=shelf&collections=books", "");
        Fixture.ask("POST", "/solr/books/update?commit=true&wt=json", IntStream.range(0, DOCUMENTS).mapToObj(n ->
                "{\"isbn\": \"b" + n + "\", \"title_t\": \"sea number " + n + "\", \"genre_s\": \""
                        + List.of("prose", "verse", "a|b\\\\c").get(n % 3) + "\", \"blurb\": \"salt wind " + n % 7
                        + "\"}")
                .collect(Collectors.joining(",", "[", "]")));
        Fixture.ask("GET", COLLECTIONS + "CREATE&name=near&numShards=2&waitForFinalState=true"
                + "&collection.configName=library", "");
        Fixture.ask("POST", "/solr/near/schema", "{\"add-field-type\": {\"name\": \"vector\", \"class\": "
                + "\"solr.DenseVectorField\", \"vectorDimension\": " + OwnVectors.DIMENSION
                + ", \"similarityFunction\": \"cosine\"}, "
                + "\"add-field\": {\"name\": \"emb\", \"type\": \"vector\", \"stored\": false}}");
        Fixture.ask("POST", "/solr/near/update?commit=true&wt=json", IntStream.range(0, OwnVectors.ALL.size())
                .mapToObj(n -> "{\"isbn\": \"v" + n + "\", \"title_t\": \"sea\", \"emb\": " + OwnVectors.json(
                        OwnVectors.ALL.get(n)) + "}, {\"isbn\": \"none" + n + "\"}")
                .collect(Collectors.joining(",", "[", "]")));
        Fixture.ask("POST", "/solr/admin/authentication", "{\"set-user\": {\"reader\": \"Only-4-reading\"}}");
        Fixture.ask("POST", "/solr/admin/authorization", "{\"set-user-role\": {\"reader\": [\"reader\"]}, "
                + "\"set-permission\": {\"name\": \"read\", \"role\": [\"reader\", \"admin\"], \"before\": 1}}");
        Fixture.ask("GET", REQUESTS + "INFO", "");
    }

    @AfterAll
    static void remove() throws Exception {
        Fixture.ask("GET", REQUESTS + "WARN", "");
        Fixture.ask("POST", "/solr/admin/authorization", "{\"delete-permission\": 1, "
                + "\"set-user-role\": {\"reader\": null}}");
        Fixture.ask("POST", "/solr/admin/authentication", "{\"delete-user\": [\"reader\"]}");
        Fixture.ask("GET", COLLECTIONS + "DELETEALIAS&name=shelf", "");
        Fixture.ask("GET", COLLECTIONS + "DELETE&name=books", "");
        Fixture.ask("GET", COLLECTIONS + "DELETE&name=near", "");
        Fixture.ask("GET", CONFIGS + "DELETE&name=library", "");
    }

    private Map<String, String> reader() throws IOException {
        Path password = folder.resolve("password");
        if (!Files.exists(password)) {
            Files.writeString(password, "Only-4-reading");
            Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        }
        return Map.of("address", Fixture.server().server().address(), "user", "reader", "password", "file:" + password);
    }

    private static Map<String, String> administrator() {
        return Fixture.server().server().target();
    }

    private static Values values(Map<String, String> who, String collection) {
        Values values = SolrParams.ALL.defaults().with("collection", collection, SettingOrigin.SET);
        for (Map.Entry<String, String> setting : who.entrySet()) {
            values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
        }
        return values;
    }

    private Context context() {
        return new Context(Clock.system(), folder, Secrets.ofThisProcess(), notes::add, () -> false);
    }

    private SearchTarget target(Map<String, String> who, String collection) {
        return (SearchTarget) new SolrDriver().open(values(who, collection), context());
    }

    private static Map<String, String> facts(SearchTarget target) throws DriverException {
        return target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    private static SearchAnswer ask(SearchSession session, String address, String body) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.sent(SentRequest.of(address, body)), 10, true, 10), answer);
        return answer;
    }

    @Test
    void whatItIsIsToldToWhoeverMayKnowIt() throws Exception {
        try (SearchTarget target = target(administrator(), "shelf")) {
            assertThat(target.visit()).isTrue();
            Map<String, String> facts = facts(target);
            assertThat(facts).containsEntry("server-collection", "books").containsEntry("server-config-set", "library")
                    .containsEntry("server-documents", "300").containsEntry("server-deleted-documents", "0")
                    .containsEntry("server-nodes", "2").containsEntry("server-lucene-match-version", "9.12.0")
                    .containsEntry("server-caches", "filterCache 512, queryResultCache 333, documentCache 512");
            assertThat(facts.get("server-schema")).matches("#[0-9a-f]{8}");
            assertThat(facts.get("server-schema-text")).startsWith("{").contains("\"uniqueKey\":\"isbn\"");
            assertThat(facts.get("server-schema")).isEqualTo("#" + Sha256.brief(facts.get("server-schema-text")));
            assertThat(facts.get("server-solrconfig")).matches("#[0-9a-f]{8}");
            assertThat(facts).as("which may hold what is secret").doesNotContainKey("server-solrconfig-text");
            assertThat(facts.get("server-index-size")).matches("[0-9.]+ KB \\+ [0-9.]+ KB \\+ [0-9.]+ KB");
            assertThat(facts.get("server-shards")).matches("(shard\\d on 127.0.0.1:\\d+ \\(nrt(, leader)?\\) and "
                    + "127.0.0.1:\\d+ \\(nrt(, leader)?\\)(, )?){3}");
            assertThat(target.version()).isEqualTo("Solr 9.10.1");
            assertThat(target.effective().texts()).containsEntry("result-cache", "333").containsEntry("shards", "3");
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS);
            List<MetricSnapshot> nodes = target.read().stream().filter(read -> !read.node().isEmpty()).toList();
            assertThat(nodes).hasSize(2).allMatch(node -> node.gauges().get(EngineMeasures.ON_DISK_SIZE.name()) > 1000);
            assertThat(SearchTargetContract.sum(nodes, EngineMeasures.DOCUMENTS)).as("each shard has two copies")
                    .isEqualTo(DOCUMENTS);
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void whoMayOnlyReadIsToldOnceWhatIsLeftOut() throws Exception {
        try (SearchTarget target = target(reader(), "books")) {
            assertThat(facts(target)).containsEntry("server-documents", "300").containsKey("server-index-size")
                    .doesNotContainKeys("server-caches", "server-shards");
            assertThat(target.version()).isEmpty();
            String state = target.state();
            assertThat(state).matches(
                    "(books_shard\\d_replica_n\\d+: \\d+ documents, 0 deleted, version \\d+(; )?){3}");
            assertThat(target.state()).isEqualTo(state);
            for (int i = 0; i < 3; i++) {
                facts(target);
                assertThat(target.read()).hasSize(1);
            }
            assertThat(target.effective().texts()).containsEntry("index", "books");
        }
        assertThat(notes).doesNotHaveDuplicates().hasSizeBetween(3, 6)
                .allMatch(note -> note.startsWith("The server does not tell this user its "));
    }

    @Test
    void anythingIsAskedAsUsersAskIt() throws Exception {
        try (SearchTarget target = target(reader(), "shelf");
                SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer found = ask(session, "/catalogue?q=sea&fl=isbn,score", null);
            assertThat(found.hits).isEqualTo(DOCUMENTS);
            assertThat(found.size()).isEqualTo(7);
            assertThat(found.score(0)).isPositive();
            assertThat(found.bytes).isPositive();
            assertThat(ask(session, "/select", "{\"query\": \"sea\", \"limit\": 2}").size()).isEqualTo(2);
            assertThat(ask(session, "/select?q=sea&group=true&group.field=genre_s", null).hits).isEqualTo(DOCUMENTS);
            assertThat(ask(session, "/select?q=sea&sort=isbn+asc&cursorMark=*", null).hits).isEqualTo(DOCUMENTS);
            assertThat(ask(session, "/export?q=*:*&sort=isbn+asc&fl=isbn", null).hits).isBetween(50L, 200L);
            assertThat(ask(session, "/select?q=sea&wt=csv", null).hits).isEqualTo(SearchAnswer.UNKNOWN);
            assertThat(ask(session, "/select?q=sea&wt=javabin", null).hits).isEqualTo(SearchAnswer.UNKNOWN);
            assertThat(ask(session, "/select?q=sea&timeAllowed=0", null).partial).startsWith("Limits exceeded");
            for (String format : List.of("json", "xml")) {
                assertThatThrownBy(() -> ask(session, "/select?q={!nope+qf=x}a&wt=" + format, null))
                        .isInstanceOf(DriverException.class).hasMessageStartingWith("invalid query parser 'nope'");
            }
            assertThatThrownBy(() -> ask(session, "/export?q=*:*&sort=isbn+asc", null))
                    .isInstanceOf(DriverException.class).hasMessageContaining("(fl) must be specified");
            assertThat(ask(session, target.request("sea", 3).orElseThrow().toString(), null).size()).isEqualTo(3);
            assertThat(session.explain(new SearchRequest(SearchQuery.sent(SentRequest.of("/catalogue?q=sea", null)), 10,
                    true, 10))).contains("QTime", "timing", "facet");
        }
    }

    /** Who may not know the schema asks as well. */
    @Test
    void neighboursOfAFieldAreToldWithTheirRecall() throws Exception {
        try (SearchTarget target = target(administrator(), "near")) {
            OwnVectors.check(target, "emb", "title_t");
        }
        run("collection: near, vector-field: emb, query-vectors: \"" + OwnVectors.file(folder)
                + "\", queries: 24, candidates: 200, warm-up-queries: none");
        assertThat(OwnVectors.recall("solr", events)).hasValue(100);
    }

    @Test
    void aReaderDrawsTermsOfAField() throws Exception {
        try (SearchTarget target = target(reader(), "shelf")) {
            TermSample title = target.terms("title_t", 7);
            assertThat(title.terms(TermFrequency.FREQUENT)).containsOnly("sea", "number");
            assertThat(title.terms(TermFrequency.RARE)).hasSizeBetween(60, 140).allMatch(term -> term.matches("[0-9]+"));
            assertThat(target.terms("title_t", 7).terms(TermFrequency.RARE)).isEqualTo(title.terms(TermFrequency.RARE));
            assertThat(target.terms("genre_s", 7).terms(TermFrequency.FREQUENT)).containsOnly("prose", "verse", "a|b\\c");
            assertThatThrownBy(() -> target.terms("titel_t", 7)).isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("the collection has no field 'titel_t' (did you mean 'title_t'?)");
        }
    }

    /** A dictionary that is too long to be read: all frequent terms, and others from all over it. */
    @Test
    void ofAFieldWithManyTermsSomeAreDrawnAllOver() throws Exception {
        Fixture.ask("GET", COLLECTIONS + "CREATE&name=words&numShards=1&waitForFinalState=true"
                + "&collection.configName=library", "");
        try (SearchTarget target = target(reader(), "words")) {
            for (int first = 0; first < 600; first += 100) {
                Fixture.ask("POST", "/solr/words/update?wt=json&commit=true", IntStream.range(first, first + 100)
                        .mapToObj(n -> "{\"isbn\": \"w" + n + "\", \"title_t\": \"the " + (n % 2 == 0 ? "sea " : "mist ")
                                + IntStream.range(0, 100).mapToObj(word -> (char) ('a' + word % 26) + "x" + word + "y" + n)
                                .collect(Collectors.joining(" ")) + "\"}").collect(Collectors.joining(",", "[", "]")));
            }
            TermSample terms = target.terms("title_t", 7);
            assertThat(terms.terms(TermFrequency.FREQUENT)).containsOnly("the", "sea", "mist");
            assertThat(terms.terms(TermFrequency.RARE)).hasSizeGreaterThan(500).anyMatch(term -> term.startsWith("m"))
                    .anyMatch(term -> term.startsWith("t")).noneMatch(term -> term.startsWith("a"));
            assertThat(target.terms("title_t", 7).terms(TermFrequency.RARE)).isEqualTo(terms.terms(TermFrequency.RARE));
        } finally {
            Fixture.ask("GET", COLLECTIONS + "DELETE&name=words", "");
        }
    }

    @Test
    void requestsAreDrawnByATemplate() throws Exception {
        long begin = Files.readString(log()).length();
        run("collection: shelf, query-template-text: \"\\\\set word term('title_t', 'frequent')\\n\\\\set genre "
                + "term('genre_s', 'frequent')\\nGET /catalogue?q=title_t::word&fq={!term%20f=genre_s}:genre&rows=3\\n"
                + "GET /solr/books/select?q=:word\", queries: 60, warm-up-queries: none, slowest-queries: none, "
                + "checked-queries: none");
        assertThat(events.getLast().toString()).contains("DONE");
        assertThat(outcomes(Outcome.OK)).isEqualTo(60);
        List<String> asked = logged(begin).stream().map(OwnCollectionTest::request).filter(r -> r.contains("q=")).toList();
        assertThat(asked).hasSize(60).allMatch(r -> r.matches(
                "/catalogue q=title_t:(sea|number)&fq=\\{!term[+]f(%3D|=)genre_s\\}(prose|verse|a(%7C|\\|)b(%5C|\\\\)c)&rows=3"
                        + "|/select q=(sea|number)"));
        assertThat(asked).anyMatch(r -> r.contains("}a"));
    }

    @Test
    void theDoctorTriesWhatAReaderNeeds() throws Exception {
        assertThat(trials(reader(), "shelf")).noneMatch(Trial::failed).contains(new Trial("connect", TrialResult.WORKS, ""))
                .filteredOn(trial -> trial.name().equals("search")).singleElement().extracting(Trial::message)
                .asString().startsWith("*:* finds 300; books_shard");
        assertThat(trials(reader(), "nowhere")).filteredOn(Trial::failed).singleElement()
                .isEqualTo(new Trial("search", TrialResult.REFUSED,
                        "the server answers 403: this user may not do that, or it is not there"));
        assertThat(trials(administrator(), "nowhere")).filteredOn(Trial::failed).singleElement()
                .extracting(Trial::message).asString().contains("nowhere", "not found");
    }

    private List<Trial> trials(Map<String, String> who, String collection) {
        List<Trial> tried = new ArrayList<>();
        new Trials(new SolrDriver(), values(who, collection), context(), new Trials.Listener() {
            @Override
            public void found(List<Setting> facts) {}

            @Override
            public void completed(Trial trial) {
                tried.add(trial);
            }
        }).run();
        return tried;
    }

    /** As another's client sends them. */
    private static List<SentRequest> requests() {
        Random random = new Random(7);
        List<String> words = List.of("sea", "salt wind", "\"sea number\"", "caf\u00e9 \u6570", "a|b\\c",
                "50% + more & less", "x=y;z", "title_t:sea^2", "#1 (sea OR wind)");
        return IntStream.range(0, 500).mapToObj(n -> {
            String word = encoded(words.get(random.nextInt(words.size())), random);
            String all = switch (n % 10) {
                case 0 -> "q=" + word + "&defType=edismax&qf=title_t%5E2+blurb&fq=genre_s:verse&fq=isbn:b*&rows="
                        + n % 7;
                case 1 -> "q={!edismax+qf%3D$f+v%3D$qq}&f=title_t^2+_text_&qq=" + word + "&fl=isbn,score&n=" + n;
                case 2 -> "q=*:*&fq=%7B!term+f=genre_s%7D" + word + "&facet=true&facet.field=genre_s"
                        + "&facet.field=isbn&x=" + n + "&facet.limit=3";
                case 3 -> "json=%7B%22query%22:%22sea%22,limit:" + n % 5 + ",facet:%7Bg:%7Bterms:genre_s%7D%7D%7D";
                case 4 -> "q=%7B!field+f=title_t+v=$qq%7D&qq=" + word + "&hl=true&hl.fl=title_t&sort=isbn+desc&empty="
                        + "&n=" + n;
                case 5 -> "q=sea&sort=isbn+asc&cursorMark=*&rows=5&n=" + n;
                case 6 -> "q=*:*&n=" + n + "&fq=isbn:(" + IntStream.range(0, 40 + n).mapToObj(i -> "b" + i)
                        .collect(Collectors.joining("+")) + ")";
                case 7 -> "q=*:*&note=" + word.repeat(n == 7 ? 1500 : 2) + "&rows=1&rows=2";
                case 8 -> "q=sea&group=true&group.field=genre_s&wt=xml&n=" + n;
                default -> "q=" + word + "&defType=edismax&df=_text_&debug=timing&n=" + n;
            };
            return new SentRequest(n % 3 == 0 ? "/catalogue" : "/select", all, null);
        }).toList();
    }

    /** With blanks as either of two, and digits in either case. */
    private static String encoded(String text, Random random) {
        String all = URLEncoder.encode(text, StandardCharsets.UTF_8);
        return switch (random.nextInt(3)) {
            case 0 -> all.replace("+", "%20");
            case 1 -> Pattern.compile("%[0-9A-F]{2}").matcher(all).replaceAll(m -> m.group().toLowerCase());
            default -> all;
        };
    }

    /** Lines of Solr's log on what users ask, from a place on. */
    private static List<Matcher> logged(long from) throws IOException {
        String text = Files.readString(log()).substring((int) from);
        return text.lines().map(LOGGED::matcher).filter(Matcher::matches)
                .filter(m -> !m.group(3).contains("isShard=true") && !m.group(3).contains("distrib=false") && !m.group(2).startsWith("/admin")
                && !m.group(2).startsWith("/replication") && !m.group(3).contains("shards.preference")).toList();
    }

    private static Path log() throws IOException {
        try (Stream<Path> files = Files.walk(SharedServer.folder().resolve("rigs"))) {
            return files.filter(f -> f.endsWith("solr/log") && f.toString().contains("solr,heap=256MiB,nodes=2"))
                    .findFirst().orElseThrow();
        }
    }

    @Test
    void theServersLogHoldsWhatTheLogHadAndNothingOnItDiffers() throws Exception {
        long begin = Files.readString(log()).length();
        for (SentRequest request : requests()) {
            Fixture.send("POST", "/solr/books" + request.path(), SolrApi.FORM,
                    request.form().getBytes(StandardCharsets.US_ASCII));
        }
        List<Matcher> theirs = logged(begin);
        assertThat(theirs).hasSize(500);
        Path log = Files.write(folder.resolve("solr.log"), theirs.stream().map(m -> "2026-03-04 10:00:59.000 INFO  "
                + "(qtp1) [] o.a.s.c.S.Request " + m.group(1)).toList());
        Map<String, String> before = server();
        long end = Files.readString(log()).length();
        run("collection: books, query-log: \"" + log + "\", queries: 500, warm-up-queries: none, "
                + "slowest-queries: none, checked-queries: none");
        assertThat(events.getLast().toString()).contains("DONE");
        assertThat(outcomes(Outcome.OK) + outcomes(Outcome.MISS)).isEqualTo(500);
        assertThat(outcomes(Outcome.OK)).isGreaterThan(300);
        assertThat(logged(end).stream().map(OwnCollectionTest::request))
                .containsExactlyElementsOf(theirs.stream().map(OwnCollectionTest::request).toList());
        assertThat(server()).isEqualTo(before);
        assertThat(events.toString()).doesNotContain("The index has changed");
    }

    private static String request(Matcher line) {
        return line.group(2) + " " + line.group(3);
    }

    private long outcomes(Outcome outcome) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(p -> p.span().phase() == Phase.MEASURE).flatMap(p -> p.outcomes().stream())
                .filter(o -> o.outcome() == outcome).mapToLong(o -> o.operations()).sum();
    }

    private void run(String settings) throws IOException {
        String target = reader().entrySet().stream().map(s -> s.getKey() + ": \"" + s.getValue() + "\", ")
                .collect(Collectors.joining());
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: query\ntarget: solr\nset: {" + target
                + settings + "}\n", "test.yaml"), Map.of()).points().getFirst().values().settings();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "query", "solr", point, 7, folder.resolve("scratch").toString(), false),
                    events::add);
        }
    }

    /** All that there is of collections, configurations and indexes, and the files of this one. */
    private static Map<String, String> server() throws Exception {
        Map<String, String> all = new TreeMap<>();
        for (String path : List.of(COLLECTIONS + "CLUSTERSTATUS", COLLECTIONS + "LIST", COLLECTIONS + "LISTALIASES",
                CONFIGS + "LIST", "/solr/books/config?wt=json", "/solr/books/schema?wt=json",
                "/solr/books/config/overlay?wt=json", "/solr/books/admin/file?wt=json&file=managed-schema.xml",
                "/solr/books/admin/file?wt=json&file=solrconfig.xml", "/solr/admin/authorization")) {
            all.put(path, Fixture.ask("GET", path, "").replaceAll("\"QTime\": ?\\d+", ""));
        }
        Matcher cores = Pattern.compile("books_shard\\d_replica_n\\d+").matcher(all.get(COLLECTIONS + "CLUSTERSTATUS"));
        for (String core : cores.results().map(m -> m.group()).distinct().toList()) {
            all.put(core, Fixture.ask("GET", "/solr/" + core + "/replication?command=indexversion&wt=json", "")
                    .replaceAll("\"QTime\": ?\\d+", ""));
        }
        try (Stream<Path> files = Files.walk(SharedServer.folder().resolve("rigs"))) {
            for (Path file : files.filter(f -> f.toString().contains("/books_shard")).filter(Files::isRegularFile)
                    .toList()) {
                all.put(file.toString(), String.valueOf(Files.size(file)));
            }
        }
        assertThat(all).hasSizeGreaterThan(50);
        return all;
    }

    @Test
    void aCollectionThatIsDroppedMeanwhileAndOneThatHasChangedAreTold() throws Exception {
        Fixture.ask("GET", COLLECTIONS + "CREATE&name=leaflets&numShards=1&waitForFinalState=true"
                + "&collection.configName=library", "");
        try (SearchTarget target = target(reader(), "leaflets");
                SearchSession session = target.session(0, SearchSession.class)) {
            String state = target.state();
            assertThat(ask(session, "/select?q=sea", null).hits).isZero();
            Fixture.ask("POST", "/solr/leaflets/update?commit=true&wt=json",
                    "[{\"isbn\": \"l1\", \"title_t\": \"sea\"}]");
            assertThat(target.state()).isNotEqualTo(state).contains(": 1 documents");
            Fixture.ask("GET", COLLECTIONS + "DELETE&name=leaflets", "");
            assertThatThrownBy(() -> ask(session, "/select?q=sea", null)).isInstanceOf(DriverException.class)
                    .hasMessage("the server answers 403: this user may not do that, or it is not there");
        }
    }
}
