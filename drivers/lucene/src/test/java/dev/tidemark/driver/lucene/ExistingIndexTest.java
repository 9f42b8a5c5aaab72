package dev.tidemark.driver.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.driver.contract.OwnVectors;
import dev.tidemark.driver.contract.TargetContract;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatPoint;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An index that a program of somebody else's has made, with Lucene alone. */
class ExistingIndexTest extends TargetContract {

    private static final String[] WORDS = "Salt Sea Wind tide harbours the whale old man and boat".split(" ");
    private static final int DOCUMENTS = 3000;

    private final List<RunEvent> events = new ArrayList<>();
    private Map<String, String> more = new LinkedHashMap<>();
    private Path index;

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> settings = new ArrayList<>(List.of("index", index.toString()));
        more.forEach((name, value) -> settings.addAll(List.of(name, value)));
        return settings;
    }

    @BeforeEach
    void anIndexOfTwoShards() throws IOException {
        index = directory.resolve("books");
        for (int shard = 0; shard < 2; shard++) {
            write(index.resolve("shard" + shard), shard, new IndexWriterConfig(new StandardAnalyzer()));
        }
    }

    private static void write(Path folder, int shard, IndexWriterConfig config) throws IOException {
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(folder), config)) {
            for (int i = shard; i < DOCUMENTS; i += 2) {
                writer.addDocument(document(i));
                if (i % 1000 < 2) {
                    writer.commit();
                }
            }
            writer.deleteDocuments(new Term("id", "Book-" + (10 + shard)));
        }
    }

    private static Document document(int i) {
        Document document = new Document();
        StringBuilder text = new StringBuilder();
        for (int w = 0; w < WORDS.length; w++) {
            text.append(i % (w + 2) == 0 ? WORDS[w] + " " : "");
        }
        document.add(new StringField("id", "Book-" + i, Field.Store.YES));
        document.add(new TextField("body", text.toString(), Field.Store.NO));
        document.add(new IntPoint("year", 1500 + i % 500));
        document.add(new LongPoint("bytes", i * 1_000_000_000L));
        document.add(new FloatPoint("price", i / 4f));
        document.add(new DoublePoint("weight", -i / 8.0));
        document.add(new NumericDocValuesField("rank", i));
        return document;
    }

    private SearchTarget target() throws DriverException {
        SearchTarget target = (SearchTarget) driver().open(values(), context());
        assertThat(target.visit()).isTrue();
        return target;
    }

    private static SearchAnswer ask(SearchTarget target, String text, int top, boolean countsAll) throws Exception {
        try (SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer answer = new SearchAnswer(top);
            session.search(new SearchRequest(SearchQuery.raw(text), top, countsAll, top), answer);
            return answer;
        }
    }

    private static long hits(SearchTarget target, String text) throws Exception {
        SearchAnswer answer = ask(target, text, 10, true);
        assertThat(answer.exact).isTrue();
        return answer.hits;
    }

    /** Names, sizes, times and digests of all files. */
    private static Map<String, String> files(Path folder) throws Exception {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.toList()) {
                String content = Files.isDirectory(file) ? "" : HexFormat.of().formatHex(
                        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
                files.put(folder.relativize(file).toString(), Files.getLastModifiedTime(file) + " "
                        + Files.getPosixFilePermissions(file) + " " + content);
            }
        }
        return files;
    }

    /** What Lucene itself answers, with the shards searched as one. */
    private TopDocs plain(Query query, int top, int counted) throws IOException {
        try (IndexReader reader = new MultiReader(
                DirectoryReader.open(FSDirectory.open(index.resolve("shard0"))),
                DirectoryReader.open(FSDirectory.open(index.resolve("shard1"))))) {
            return new IndexSearcher(reader).search(query, new TopScoreDocCollectorManager(top, null, counted));
        }
    }

    private static void assertSame(SearchAnswer answer, TopDocs expected) {
        assertThat(answer.hits).isEqualTo(expected.totalHits.value());
        assertThat(answer.size()).isEqualTo(expected.scoreDocs.length);
        for (int i = 0; i < answer.size(); i++) {
            assertThat(answer.number(i)).isEqualTo(expected.scoreDocs[i].doc);
            assertThat(answer.score(i)).isEqualTo(expected.scoreDocs[i].score);
        }
    }

    @ParameterizedTest
    @EnumSource(LuceneParams.FileAccess.class)
    void answersAreThoseOfLuceneItself(LuceneParams.FileAccess access) throws Exception {
        more.put("file-access", access.name().toLowerCase(Locale.ROOT));
        Analyzer analyzer = new StandardAnalyzer();
        try (SearchTarget target = target()) {
            for (String text : List.of("salt", "salt sea", "+salt -sea", "\"salt sea\"", "wind AND (tide OR harbours)",
                    "whal*", "sal?", "harbour~1", "[salt TO sea]", "body:boat^2 old", "*:*", "nowhere", "nofield:salt")) {
                Query query = new QueryParser("body", analyzer).parse(text);
                assertSame(ask(target, text, 20, true), plain(query, 20, Integer.MAX_VALUE));
            }
            SearchAnswer counted = ask(target, "salt", 3, false);
            assertThat(counted.exact).isFalse();
            assertThat(counted.hits).isGreaterThanOrEqualTo(1000);
            assertSame(ask(target, "id:Book\\-7", 5, true), plain(new TermQuery(new Term("id", "Book-7")), 5, 1000));
            assertThat(hits(target, "id:Book\\-7")).isEqualTo(1);
            assertThat(ask(target, "salt", 3, true).internal).isTrue();
            assertThat(hits(target, "*:*")).isEqualTo(DOCUMENTS - 2);
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS - 2);
        }
    }

    @Test
    void pointsAreFoundByTheirNumbers() throws Exception {
        more.put("field-types", "year=int;bytes=long;price=float;weight=double");
        Map<String, Integer> expected = Map.ofEntries(Map.entry("year:1507", 6), Map.entry("year:[1500 TO 1509]", 60),
                Map.entry("year:{1500 TO 1509}", 48), Map.entry("year:[1990 TO *]", 60),
                Map.entry("year:[* TO 1500}", 0), Map.entry("year:[1509 TO 1500]", 0),
                Map.entry("year:{2147483647 TO *]", 0), Map.entry("year:[99999999999 TO *]", 0),
                Map.entry("year:[* TO 99999999999]", 2998), Map.entry("bytes:[5000000000 TO 7000000000]", 3),
                Map.entry("bytes:{* TO 2000000000}", 2), Map.entry("bytes:{9223372036854775807 TO *]", 0),
                Map.entry("price:[1 TO 2]", 5), Map.entry("price:{1 TO 2}", 3), Map.entry("price:0.25", 1),
                Map.entry("price:{* TO 1}", 4), Map.entry("weight:[\\-1.0 TO 0]", 9),
                Map.entry("weight:{\\-1 TO 0}", 7),
                Map.entry("+year:[1500 TO 1503] +bytes:[* TO 3000000000]", 4));
        try (SearchTarget target = target()) {
            for (Map.Entry<String, Integer> query : expected.entrySet()) {
                assertThat(hits(target, query.getKey())).as(query.getKey()).isEqualTo((long) query.getValue());
            }
        }
    }

    /** Stored, or with doc values of words or of numbers; what has neither tells no document from another. */
    @Test
    void documentsAreCalledByAFieldOfTheirs() throws Exception {
        for (Map.Entry<String, String> field : Map.of("id", "Book-7", "rank", "7").entrySet()) {
            more = new LinkedHashMap<>(Map.of("id-field", field.getKey()));
            try (SearchTarget target = target()) {
                SearchAnswer expected = new SearchAnswer(1);
                expected.add(field.getValue(), 1);
                SearchAnswer answer = ask(target, "id:Book\\-7", 1, true);
                assertThat(answer.number(0)).as(field.getKey()).isEqualTo(expected.number(0));
                assertThat(answer.internal).isFalse();
            }
        }
        more = new LinkedHashMap<>(Map.of("id-field", "year"));
        try (SearchTarget target = target()) {
            assertOneLine(() -> ask(target, "id:Book\\-7", 1, true), "no value of 'year' that can be read");
        }
        more = new LinkedHashMap<>(Map.of("id-field", "isbn"));
        assertOneLine(this::target, "id-field: the index has no field 'isbn'");
    }

    @Test
    void nobodyGuessesWhichNumberAPointIs() throws Exception {
        try (SearchTarget target = target()) {
            assertOneLine(() -> hits(target, "year:1507"), "field-types=year=int or float");
            assertOneLine(() -> hits(target, "bytes:[1 TO 2]"), "field-types=bytes=long or double");
            assertOneLine(() -> hits(target, "salt AND ("), "the query cannot be understood: ");
            assertOneLine(() -> hits(target, "*alt"), "the query cannot be understood: ");
        }
        more.put("field-types", "year=int");
        try (SearchTarget target = target()) {
            assertOneLine(() -> hits(target, "year:old"), "year: a number was expected (int)");
        }
    }

    @Test
    void settingsThatDoNotFitTheIndexAreRefused() {
        Map<String, String> refused = Map.of("field-types=year=long",
                "field-types: year holds points of 4 bytes, and no long, which is a point of 8 bytes",
                "field-types=body=int", "field-types: body holds text, and no int",
                "field-types=yaer=int", "field-types: the index has no field 'yaer' (did you mean 'year'?); it has body (text), "
                        + "bytes (points of 8 bytes), id (keyword), price (points of 4 bytes), rank (doc values), ",
                "default-field=boddy", "default-field: the index has no field 'boddy' (did you mean 'body'?); it has "
                        + "body (text)");
        refused.forEach((setting, why) -> {
            more = new LinkedHashMap<>(Map.of(setting.split("=", 2)[0], setting.split("=", 2)[1]));
            assertOneLine(this::target, why);
        });
        more = new LinkedHashMap<>(Map.of("field-types", "year=integer"));
        assertThatThrownBy(this::values).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("field-types: year: 'integer' is not one of int, long, float, double, standard, ");
        Values alone = driver().params().defaults().with(Map.of("analyzer", "english"),
                SettingOrigin.SET);
        assertThatThrownBy(() -> driver().params().check(alone))
                .hasMessageContaining("analyzer has no meaning without index");
    }

    @Test
    void textsAreAnalyzedAsIsSaid() throws Exception {
        try (SearchTarget target = target()) {
            assertThat(hits(target, "Salt")).isEqualTo(hits(target, "salt")).isPositive();
            assertThat(target.effective().texts()).containsEntry("analyzer", "standard")
                    .containsEntry("default-field", "body");
        }
        more.putAll(Map.of("analyzer", "whitespace", "field-types", "id=simple", "default-field", "id"));
        try (SearchTarget target = target()) {
            assertThat(hits(target, "body:Salt")).isZero();
            assertThat(hits(target, "body:salt")).isPositive();
            assertThat(hits(target, "Book\\-7")).isZero();
            assertThat(target.effective().texts()).containsEntry("default-field", "id");
        }
        more = new LinkedHashMap<>(Map.of("analyzer", "english"));
        try (SearchTarget target = target()) {
            assertThat(hits(target, "the")).as("a stop word").isZero();
        }
    }

    @Test
    void aFieldIsNamedWhereThereIsMoreThanOne() throws Exception {
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index.resolve("shard0")), new IndexWriterConfig())) {
            Document titled = new Document();
            titled.add(new TextField("title", "Moby Dick", Field.Store.NO));
            writer.addDocument(titled);
        }
        assertOneLine(this::target, "the index has 2 fields of texts; say by default-field which is searched");
        more.put("default-field", "title");
        try (SearchTarget target = target()) {
            assertThat(hits(target, "moby")).isEqualTo(1);
        }
    }

    @Test
    void whatIsThereIsToldAsFacts() throws Exception {
        try (SearchTarget target = target()) {
            Map<String, String> facts = new LinkedHashMap<>();
            target.facts().forEach(fact -> assertThat(facts.put(fact.name(), fact.text())).isNull());
            assertThat(facts).containsEntry("index-documents", "2998").containsEntry("index-deleted", "2")
                    .containsEntry("index-shards", "2").containsEntry("index-codecs", Codec.getDefault().getName())
                    .containsEntry("index-versions", "10.6.0").containsKeys("index-segments", "index-size");
            assertThat(facts.get("index-fields")).contains("body (text)", "id (keyword)", "year (points of 4 bytes)");
            assertThat(target.read()).singleElement().satisfies(reading -> assertThat(reading.gauges())
                    .containsEntry("documents", 2998.0).containsKeys("segments", "on-disk-size"));
            assertThat(target.state()).contains("shard0: segments_", "shard1: segments_", "documents 1499, deleted 1");
            assertOneLine(target::create, "is read-only");
            assertOneLine(() -> target.makeSearchIndex(0), "is read-only");
            target.drop();
        }
        assertThat(index.resolve("shard0")).isNotEmptyDirectory();
    }

    @Test
    void theDoctorLooksAndMakesNothing() throws Exception {
        Map<String, String> before = files(directory);
        Map<String, Trial> trials = new LinkedHashMap<>();
        new Trials(driver(), values(), context(), new Trials.Listener() {
            @Override
            public void found(List<Setting> facts) {
                assertThat(facts).anyMatch(f -> f.name().equals("index-documents"));
            }

            @Override
            public void completed(Trial trial) {
                assertThat(trials.put(trial.name(), trial)).isNull();
            }
        }).run();
        assertThat(trials.get("search").verdict()).isEqualTo(TrialResult.WORKS);
        assertThat(trials.get("search").message()).startsWith("*:* finds 2998; shard0: segments_");
        assertThat(trials.get("connect").message()).startsWith("Lucene 10");
        assertThat(trials.get("create").verdict()).isEqualTo(TrialResult.NOT_TRIED);
        assertThat(trials.values()).noneMatch(Trial::failed);
        assertThat(files(directory)).isEqualTo(before);
    }

    private Path log(String... lines) throws IOException {
        return Files.writeString(directory.resolve("queries.txt"), String.join("\n", lines) + "\n");
    }

    private Values point(String settings) {
        return plan(settings).points().getFirst().values();
    }

    private Plan plan(String settings) {
        return Planner.plan(ExperimentReader.read("workload: query\ntarget: lucene\nset: {index: \"" + index + "\", "
                + settings + "}\n", "test.yaml"), Map.of());
    }

    private void run(String settings) {
        events.clear();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "query", "lucene", point(settings).settings(), 7,
                    directory.resolve("scratch").toString(), false), events::add);
        }
        assertThat(((RunEvent.Ended) events.getLast()).state()).as(events.getLast().toString())
                .isEqualTo(IterationState.DONE);
    }

    private List<OutcomeCount> outcomes(Phase phase) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(p -> p.span().phase() == phase).flatMap(p -> p.outcomes().stream()).toList();
    }

    private List<String> notes(String kind) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note()).filter(n -> n.kind().equals(kind)).map(n -> n.text())
                .toList();
    }

    @Test
    void termsAreThoseOfAllShardsByHowManyDocumentsHaveThem() throws Exception {
        try (SearchTarget target = target()) {
            assertThat(target.terms("id", 7).terms(TermFrequency.RARE)).hasSizeBetween(2998, 3000).contains("Book-7");
            assertThat(target.terms("body", 7).terms(TermFrequency.FREQUENT)).contains("salt", "whale").hasSizeBetween(
                    WORDS.length - 3, WORDS.length);
            assertThat(target.terms("body", 7).terms(TermFrequency.RARE)).isEmpty();
            assertThat(target.terms("id", 7).terms(TermFrequency.RARE)).isEqualTo(target.terms("id", 7)
                    .terms(TermFrequency.RARE)).isNotEqualTo(target.terms("id", 8).terms(TermFrequency.RARE));
            assertThatThrownBy(() -> target.terms("boddy", 7)).isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("the index has no field 'boddy' (did you mean 'body'?); it has body (text), ");
            assertThatThrownBy(() -> target.terms("year", 7)).isInstanceOf(DriverException.class)
                    .hasMessage("field 'year' has no terms; it holds points of 4 bytes");
        }
    }

    @Test
    void requestsAreDrawnByATemplate() {
        String template = "query-template-text: \"\\\\operation words 3\\n\\\\set word term('body', 'frequent')\\n"
                + "\\\\set year random(1500, 1900)\\nbody::word AND year:[:year TO 2000]\\n\\\\operation ids\\n"
                + "\\\\set id term('id', 'rare')\\nid::id\", field-types: year=int, queries: 400, warm-up-queries: 50";
        run(template);
        assertThat(outcomes(Phase.MEASURE)).singleElement().satisfies(all -> {
            assertThat(all.outcome()).isEqualTo(Outcome.OK);
            assertThat(all.operations()).isEqualTo(400);
        });
        assertThat(notes("note")).anyMatch(note -> note.matches(
                "query-template-text: 400 requests were drawn, 3\\d\\d of them different\\."));
        String digest = digest();
        assertThat(digest).matches("#[0-9a-f]{8}");
        run(template);
        assertThat(digest()).isEqualTo(digest);
    }

    /** What the graph of another similarity than the usual one leads to, and what none of it has. */
    @Test
    void neighboursOfAFieldAreToldWithTheirRecall() throws Exception {
        index = directory.resolve("near");
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index), new IndexWriterConfig())) {
            for (int n = 0; n < OwnVectors.ALL.size(); n++) {
                Document document = new Document();
                document.add(new StringField("id", "v" + n, Field.Store.YES));
                document.add(new TextField("body", "salt", Field.Store.NO));
                document.add(new KnnFloatVectorField("emb", OwnVectors.ALL.get(n), VectorSimilarityFunction.COSINE));
                writer.addDocument(document);
                writer.addDocument(document(n));
            }
        }
        more.put("id-field", "id");
        try (SearchTarget target = target()) {
            OwnVectors.check(target, "emb", "body");
        }
        String asked = "vector-field: emb, query-vectors: \"" + OwnVectors.file(directory) + "\", queries: 24";
        run(asked + ", candidates: 200");
        assertThat(OwnVectors.recall("lucene", events)).hasValue(100);
        assertThat(events.toString()).contains("vector-similarity");
        run(asked + ", least-recall: none, recall-samples: 5");
        assertThat(OwnVectors.recall("lucene", events)).isNotEmpty();
    }

    /** Before anything is run or stored. */
    @Test
    void whatTheIndexHasNotIsBadInput() throws Exception {
        Map<String, String> wrong = Map.of(
                "query-template-text: \"\\\\set word term('boddy', 'frequent')\\nbody::word\"",
                "query-template-text: line 1: \\set: term: the index has no field 'boddy' (did you mean 'body'?)",
                "vector-field: boddy, query-vectors: \"" + OwnVectors.file(directory) + "\"",
                "vector-field: the index has no field 'boddy' (did you mean 'body'?)");
        Workload query = Workloads.named("query");
        try (SearchTarget target = target()) {
            wrong.forEach((settings, why) -> {
                Values values = point(settings);
                assertThat(query.named(values)).contains("boddy");
                assertThatThrownBy(() -> query.requireNamed(values, target)).isInstanceOf(InvalidInputException.class)
                        .hasMessageStartingWith(why).hasMessageNotContaining("\n");
            });
            Values right = point("query-template-text: \"\\\\set word term('body', 'frequent')\\nbody::word\"");
            query.requireNamed(right, target);
        }
        String named = wrong.keySet().iterator().next();
        assertThat(plan(named).naming(query)).hasSize(1);
        assertThat(plan(named + ", prepare: ./make.sh").naming(query)).as("it is made first").isEmpty();
    }

    private String digest() {
        return events.stream().filter(RunEvent.Detected.class::isInstance).flatMap(e -> ((RunEvent.Detected) e).settings()
                .stream()).filter(fact -> fact.name().equals("requests-digest")).findFirst().orElseThrow().text();
    }

    @Test
    void aRunLeavesTheFolderAsItIsThoughNobodyMayWriteThere() throws Exception {
        try (Stream<Path> all = Files.walk(index)) {
            for (Path file : all.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(Files.isDirectory(file)
                        ? "r-xr-xr-x" : "r--r--r--"));
            }
        }
        Map<String, String> before = files(index);
        try {
            run("query-log: \"" + log("salt", "\"salt sea\"", "nowhere", "wind") + "\", queries: 40, "
                    + "warm-up-queries: 10, workers: 2, count-all: false, slowest-queries: 2");
            assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(40);
            assertThat(outcomes(Phase.MEASURE)).allMatch(o -> o.outcome() == Outcome.OK || o.outcome() == Outcome.MISS);
            assertThat(outcomes(Phase.VERIFY).stream().mapToLong(OutcomeCount::operations).sum()).as("each twice")
                    .isEqualTo(8);
            assertThat(notes("warning")).noneMatch(text -> text.contains("has changed"));
            run("query-log: \"" + log("salt") + "\", queries: 5, cache: cold");
            assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(5);
            assertThat(files(index)).isEqualTo(before);
        } finally {
            try (Stream<Path> all = Files.walk(index)) {
                for (Path file : all.toList()) {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
        }
    }

    /** A writer of somebody else's has its lock, and is not kept from anything. */
    @Test
    void anIndexThatIsWrittenToMeanwhileIsTold() throws Exception {
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index.resolve("shard0")), new IndexWriterConfig());
                SearchTarget target = target()) {
            String before = target.state();
            writer.addDocument(document(DOCUMENTS));
            assertThat(target.state()).isEqualTo(before);
            writer.commit();
            assertThat(target.state()).isNotEqualTo(before).contains("documents 1500, deleted 1");
            assertThat(hits(target, "*:*")).as("as it was opened").isEqualTo(DOCUMENTS - 2);
            writer.forceMerge(1);
            writer.commit();
            assertThat(hits(target, "salt")).as("though its files were deleted").isPositive();
            target.localStorage().orElseThrow().dropCaches();
            assertThat(hits(target, "*:*")).isEqualTo(DOCUMENTS - 1);
        }
    }

    @Test
    void documentsThatServersHaveOnlyMarkedAsDeletedAreNotFound() throws Exception {
        index = directory.resolve("server");
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index.resolve("0").resolve("index")),
                new IndexWriterConfig().setSoftDeletesField("__soft_deletes"))) {
            for (int i = 0; i < 10; i++) {
                writer.addDocument(document(i));
            }
            writer.softUpdateDocument(new Term("id", "Book-3"), document(3),
                    new NumericDocValuesField("__soft_deletes", 1));
        }
        try (SearchTarget target = target()) {
            assertThat(hits(target, "*:*")).isEqualTo(10);
            assertThat(hits(target, "id:Book\\-3")).isEqualTo(1);
            assertThat(target.state()).contains("0/index: ", "documents 10, deleted 1");
        }
    }

    @Test
    void whatCannotBeReadIsToldInOneLine() throws Exception {
        index = Files.createDirectories(directory.resolve("empty"));
        assertOneLine(this::target, "holds no Lucene index: there is no file segments_N in it");
        Files.createFile(index.resolve("letters.txt"));
        assertOneLine(this::target, "holds no Lucene index");
        index = directory.resolve("gone");
        assertOneLine(this::target, "gone is not there");
        assertThat(index).doesNotExist();
        index = directory.resolve("begun");
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(index), new IndexWriterConfig())) {
            writer.commit();
            writer.addDocument(document(1));
            assertOneLine(this::target, "the last commit of the index holds no documents");
        }
        index = directory.resolve("theirs");
        write(index, 0, new IndexWriterConfig().setCodec(new FilterCodec("Theirs", Codec.getDefault()) { }));
        assertOneLine(this::target, "was written with 'Theirs', which Lucene 10.6.0 alone does not know");
        index = directory.resolve("books").resolve("shard0");
        Path commit = commit(index);
        byte[] bytes = Files.readAllBytes(commit);
        Files.write(commit, Arrays.copyOf(bytes, bytes.length / 2));
        assertOneLine(this::target, "is damaged: ");
        bytes[0] = 0;
        Files.write(commit, bytes);
        assertOneLine(this::target, "is too old for Lucene 10.6.0: ");
    }

    private static Path commit(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().startsWith("segments_")).findFirst().orElseThrow();
        }
    }

    @Test
    void indexesOfEarlierVersionsCanBeRead() {
        assertThat(Codec.availableCodecs()).contains("Lucene90", "Lucene912", "Lucene101");
    }

    @Test
    void whatHasNoMeaningIsRefusedBeforeAnythingRuns() throws Exception {
        String queries = "query-log: \"" + log("salt") + "\"";
        Map.of("directory: /tmp", "directory has no meaning with index", "documents: 5", "documents has no meaning",
                "request-parameters: \"rows=5\"", "request-parameters has no meaning with index",
                "updates: 5/s", "updates has no meaning with index").forEach((setting, why) -> assertThatThrownBy(() ->
                Workloads.named("query").estimate(point(queries + ", " + setting))).hasMessageStartingWith(why));
        Workloads.named("query").estimate(point(queries + ", cache: cold, count-all: false"));
        index = directory.resolve("nowhere");
        assertThatThrownBy(() -> Workloads.named("query").estimate(point(queries)))
                .hasMessage("index: " + index + " does not exist");
    }

    /** Of requests to servers their query is asked. */
    @Test
    void aLogOfSolrsIsAskedByItsQueries() throws Exception {
        run("query-log: \"" + log("2026-03-04 10:00:00.000 INFO  (qtp1-2) [c:books s:shard1 r:core_node1 x:books] "
                + "o.a.s.c.S.Request webapp=/solr path=/select params={q=salt+AND+sea&fq=a:1} hits=3 status=0 QTime=12")
                + "\", queries: 1, warm-up-queries: none");
        assertThat(outcomes(Phase.MEASURE)).singleElement().satisfies(o -> assertThat(o.outcome())
                .isEqualTo(Outcome.OK));
        assertThat(notes("note")).contains("query-log: 1 query had filters or other parameters, which are left out.");
    }
}
