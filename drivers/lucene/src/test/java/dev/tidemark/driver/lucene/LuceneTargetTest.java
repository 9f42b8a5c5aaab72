package dev.tidemark.driver.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.data.search.ClusteredVectors;
import dev.tidemark.core.data.search.ExactNeighbours;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.MountedDisk;
import dev.tidemark.driver.contract.TargetContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Its folder, its opening and closing, its settings and its counters. */
class LuceneTargetTest extends TargetContract {

    private static final SearchDocuments DOCUMENTS = new GeneratedDocuments(1, 3000, 40, 500, null);

    private static final String FREQUENT = new GeneratedDocuments(1, 1, 1, 1, null).document(0).text().split(" ")[0];

    @RegisterExtension
    private final MountedDisk disk = new MountedDisk();

    private List<String> more = List.of();

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    private SearchTarget target() throws DriverException {
        return (SearchTarget) driver().open(values(), context());
    }

    private SearchTarget filled(SearchDocuments documents) throws Exception {
        SearchTarget target = target();
        target.create();
        target.makeSearchIndex(documents.dimension());
        add(target, documents);
        target.refresh();
        return target;
    }

    private static void add(SearchTarget target, SearchDocuments documents) throws Exception {
        try (SearchSession session = target.session(0, SearchSession.class)) {
            for (long n = 0; n < documents.count(); n++) {
                session.add(List.of(documents.document(n)));
            }
        }
    }

    private static SearchAnswer ask(SearchTarget target, SearchQuery query, int top, boolean countsAll)
            throws Exception {
        try (SearchSession session = target.session(0, SearchSession.class)) {
            SearchAnswer answer = new SearchAnswer(top);
            session.search(new SearchRequest(query, top, countsAll, Math.max(top, 100)), answer);
            return answer;
        }
    }

    private static SearchQuery word(String word) {
        return SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(word))));
    }

    private static String anyWord() throws Exception {
        return DOCUMENTS.document(0).text().split(" ")[0];
    }

    private Path home() {
        return directory.resolve(LuceneTarget.FOLDER);
    }

    @Test
    void droppingLeavesNothingAndCreatingAnewEmpties() throws Exception {
        try (SearchTarget target = filled(DOCUMENTS)) {
            target.create();
            assertThat(target.statistics().documents()).isZero();
            assertOneLine(() -> target.session(0), "must be made first");
            target.makeSearchIndex(0);
            add(target, DOCUMENTS);
            target.drop();
            assertThat(directory).isEmptyDirectory();
            assertOneLine(() -> target.makeSearchIndex(0), "must be created first");
            assertThat(directory).isEmptyDirectory();
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void filesOfOthersAreNeitherUsedNorDeleted() throws Exception {
        try (SearchTarget target = target()) {
            Path foreign = Files.createDirectories(home()).resolve("letters.txt");
            Files.writeString(foreign, "dear");
            assertOneLine(target::create, "holds files that Tidemark did not make (letters.txt)");
            Files.delete(foreign);
            target.create();
            target.makeSearchIndex(0);
            Files.writeString(foreign, "dear");
            target.drop();
            assertThat(foreign).hasContent("dear");
            assertThat(notes).singleElement().asString().contains("letters.txt");
        }
    }

    @Test
    void aFolderInUseIsNotTouched() throws Exception {
        try (SearchTarget target = filled(DOCUMENTS); SearchTarget other = target()) {
            assertOneLine(other::create, "in use by another run");
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS.count());
        }
    }

    @Test
    void aFolderThatIsReplacedWhileItIsInUseIsRefusedAndNotTouched() throws Exception {
        try (SearchTarget target = filled(DOCUMENTS)) {
            Path held = Files.move(home(), home().resolveSibling("held"));
            Files.createDirectories(home().resolve("shard-0"));
            Files.copy(held.resolve(OwnedDataDirectory.MARKER), home().resolve(OwnedDataDirectory.MARKER));
            Path users = Files.writeString(home().resolve("shard-0").resolve("_0.cfs"), "precious");
            assertOneLine(() -> target.makeSearchIndex(0), "was replaced by another one");
            assertOneLine(target::drop, "was replaced by another one");
            assertOneLine(target::create, "was replaced by another one");
            assertThat(users).hasContent("precious");
        }
    }

    /** Leaves out what is merged away meanwhile. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    copy(entry, to.resolve(entry.getFileName()));
                } else {
                    copyFile(entry, to.resolve(entry.getFileName()));
                }
            }
        }
    }

    private static void copyFile(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to);
        } catch (NoSuchFileException e) {
            // merged away meanwhile
        }
    }

    /** A copy of the folder in the middle of adding is what a killed run leaves. */
    @Test
    void whatAKilledRunLeavesIsMadeAnew() throws Exception {
        more = List.of("shards", "2", "ram-buffer", "1MiB");
        Path copy = directory.resolve("copy");
        try (SearchTarget target = filled(DOCUMENTS)) {
            add(target, DOCUMENTS);
            copy(home(), copy.resolve(directory.relativize(home())));
        }
        more = List.of("directory", copy.toString());
        try (SearchTarget next = filled(DOCUMENTS)) {
            assertThat(next.statistics().documents()).isEqualTo(DOCUMENTS.count());
            next.drop();
            assertThat(copy).isEmptyDirectory();
        }
    }

    @Test
    void coolingDownLosesNothingAndCountersOnlyGrow() throws Exception {
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type()), "in memory");
        more = List.of("shards", "2");
        try (SearchTarget target = filled(DOCUMENTS)) {
            long hits = ask(target, word(anyWord()), 10, true).hits;
            try (SearchSession session = target.session(0, SearchSession.class)) {
                session.add(List.of(new SearchDocument(DOCUMENTS.count(), anyWord(), 1, null)));
            }
            double flushed = target.read().getFirst().counters().get("flush-write");
            assertThat(storage(target).dropCaches()).isTrue();
            assertThat(ask(target, word(anyWord()), 10, true).hits).isEqualTo(hits + 1);
            assertThat(target.read().getFirst().counters().get("flush-write")).isGreaterThan(flushed).isPositive();
        }
    }

    private static LocalStorage storage(SearchTarget target) {
        return target.localStorage().orElseThrow();
    }

    @Test
    void aClosedTargetSaysSo() throws Exception {
        SearchTarget target = filled(DOCUMENTS);
        SearchSession session = target.session(0, SearchSession.class);
        target.close();
        target.close();
        target.abort();
        assertOneLine(target::create, "the target was closed");
        assertOneLine(() -> target.makeSearchIndex(0), "the target was closed");
        assertOneLine(() -> target.session(0), "the target was closed");
        assertOneLine(target::refresh, "the target was closed");
        assertOneLine(() -> session.add(List.of(DOCUMENTS.document(0))), "the target was closed");
        assertOneLine(storage(target)::dropCaches, "the target was closed");
        assertThat(target.read()).containsExactly(new MetricSnapshot("", Map.of(), Map.of()));
        assertThat(target.statistics().documents()).isZero();
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDiskThatFillsUpIsToldInOneLine() throws Exception {
        directory = disk.mount(directory, "tmpfs", "size=6m");
        more = List.of("ram-buffer", "1MiB");
        try (SearchTarget target = target()) {
            target.create();
            target.makeSearchIndex(0);
            assertOneLine(() -> {
                for (long i = 0; i < 100; i++) {
                    long first = i * DOCUMENTS.count();
                    try (SearchSession session = target.session(0, SearchSession.class)) {
                        for (long n = 0; n < DOCUMENTS.count(); n++) {
                            session.add(List.of(new SearchDocument(first + n, DOCUMENTS.document(n).text(), 1, null)));
                        }
                    }
                    target.refresh();
                }
            }, "the disk of " + home() + " is full");
            if (target.backgroundFailure().isPresent()) { // not where a commit failed, which may be tried again
                assertThat(target.backgroundFailure().get()).hasMessage("the disk of " + home() + " is full");
                assertOneLine(() -> target.settle(Progress.none()), "is full");
            }
            target.drop();
            assertThat(directory).isEmptyDirectory();
        }
    }

    /** Every measure that is declared has a number, and nothing else has. */
    @ParameterizedTest
    @CsvSource({"0B", "1MiB"})
    void whatIsDeclaredIsMeasured(String cache) throws Exception {
        more = List.of("ram-buffer", "1MiB", "query-cache", cache, "segments-per-tier", "2");
        SearchDocuments many = new GeneratedDocuments(1, 20_000, 20, 500, null);
        try (SearchTarget target = filled(many)) {
            target.settle(Progress.none());
            target.mergeAll(Progress.none());
            for (int i = 0; i < 50; i++) {
                ask(target, word(FREQUENT).below(500), 10, true);
            }
            MetricSnapshot read = target.read().getFirst();
            List<String> names = new ArrayList<>(read.counters().keySet());
            names.addAll(read.gauges().keySet());
            assertThat(names).containsExactlyInAnyOrderElementsOf(driver().measures().all().stream()
                    .map(measure -> measure.name()).toList());
            assertThat(read.gauges()).containsEntry("documents", 20_000.0).containsEntry("segments", 1.0);
            assertThat(read.gauges().get("on-disk-size")).isBetween(100_000.0, 20e6)
                    .isEqualTo(target.statistics().bytes().orElseThrow());
            assertThat(read.counters().get("merges")).isPositive();
            assertThat(read.counters().get("flush-write")).isGreaterThan(100_000.0);
            assertThat(read.counters().get("compaction-write")).isGreaterThan(read.gauges().get("on-disk-size") / 2);
            assertThat(read.counters().get("cache-hits") > 0).isEqualTo(!cache.equals("0B"));
            assertThat(target.clearCaches()).isTrue();
        }
    }

    @Test
    void settingsReachTheEngine() throws Exception {
        more = List.of("ram-buffer", "3MiB", "segments-per-tier", "5", "merge-threads", "3", "file-access", "nio",
                "shards", "2", "search-threads", "3");
        try (SearchTarget target = filled(DOCUMENTS)) {
            assertThat(target.effective().texts()).containsAllEntriesOf(Map.of("ram-buffer", "3MiB",
                    "segments-per-tier", "5", "merge-threads", "3", "file-access", "nio", "shards", "2"));
            assertThat(ask(target, word(anyWord()), 10, true).hits).isPositive();
            assertThat(target.facts()).extracting(fact -> fact.name())
                    .contains("engine-process", "vector-instructions");
        }
    }

    @Test
    void shardsScoreAsOneIndexDoes() throws Exception {
        SearchQuery query = SearchQuery.of(List.of(new Clause(Occur.SHOULD, List.of(anyWord())),
                new Clause(Occur.SHOULD, List.of(DOCUMENTS.document(7).text().split(" ")[1]))));
        List<Float> one = scores(query);
        more = List.of("shards", "3");
        assertThat(scores(query)).isEqualTo(one);
    }

    private List<Float> scores(SearchQuery query) throws Exception {
        List<Float> scores = new ArrayList<>();
        try (SearchTarget target = filled(DOCUMENTS)) {
            SearchAnswer answer = ask(target, query, 20, true);
            for (int i = 0; i < answer.size(); i++) {
                scores.add(answer.score(i));
            }
            target.drop();
        }
        return scores;
    }

    @Test
    void countingStopsWhereItNeedNotBeExact() throws Exception {
        SearchDocuments many = new GeneratedDocuments(1, 20_000, 20, 50, null);
        try (SearchTarget target = filled(many)) {
            target.mergeAll(Progress.none());
            SearchAnswer all = ask(target, SearchQuery.raw("text:" + FREQUENT + " OR text:" + anyWord()), 10, true);
            SearchAnswer some = ask(target, SearchQuery.raw("text:" + FREQUENT + " OR text:" + anyWord()), 10, false);
            assertThat(all.exact).isTrue();
            assertThat(some.exact).isFalse();
            assertThat(some.hits).isBetween(1000L, all.hits);
            assertThat(some.engineNanos).isPositive();
            assertThat(some.number(0)).isEqualTo(all.number(0));
        }
    }

    @ParameterizedTest
    @EnumSource(LuceneParams.VectorType.class)
    void roundedVectorsFindMostOfTheNeighbours(LuceneParams.VectorType type) throws Exception {
        more = List.of("vector-type", type.name().toLowerCase(Locale.ROOT), "shards", "2");
        ClusteredVectors vectors = new ClusteredVectors(3, 64, 8, 20);
        SearchDocuments documents = new GeneratedDocuments(1, 2000, 3, 100, vectors);
        ExactNeighbours exact = ExactNeighbours.of(documents);
        try (SearchTarget target = filled(documents)) {
            int right = 0;
            for (int i = 0; i < 40; i++) {
                SearchAnswer answer = ask(target, SearchQuery.near(vectors.query(i)), 10, true);
                long[] found = new long[answer.size()];
                for (int n = 0; n < found.length; n++) {
                    found[n] = answer.number(n);
                }
                right += exact.of(vectors.query(i), SearchDocument.BUCKETS, 10).right(found);
            }
            assertThat(right / 400.0).isGreaterThan(type == LuceneParams.VectorType.INT4 ? 0.7 : 0.9);
            assertThat(target.facts()).isNotEmpty();
        }
    }

    @Test
    void vectorsThatAreTooLongAndThoseOfAnotherLengthAreRefused() throws Exception {
        ClusteredVectors longest = new ClusteredVectors(3, LuceneCodec.MOST_DIMENSIONS, 2, 1);
        try (SearchTarget target = filled(new GeneratedDocuments(1, 3, 3, 100, longest))) {
            assertThat(ask(target, SearchQuery.near(longest.query(0)), 3, true).size()).isEqualTo(3);
            assertOneLine(() -> ask(target, SearchQuery.near(new float[] {1, 0}), 3, true), "Lucene: ");
            assertOneLine(() -> target.makeSearchIndex(LuceneCodec.MOST_DIMENSIONS + 1), "vector-dimension");
        }
    }

    @Test
    void queriesInItsOwnLanguageThatCannotBeAreToldWhy() throws Exception {
        try (SearchTarget target = filled(DOCUMENTS)) {
            for (String wrong : List.of("salt AND (", "/(a|b)*a(a|b){30}/", "/[/", "a:[1 TO", "^")) {
                assertOneLine(() -> ask(target, SearchQuery.raw(wrong), 10, true), "the query cannot be understood: ");
            }
            String word = anyWord();
            long hits = ask(target, word(word), 10, true).hits;
            assertThat(ask(target, SearchQuery.raw(word), 10, true).hits).isEqualTo(hits);
            assertThat(ask(target, SearchQuery.raw("+" + word + " -\"" + word + " nowhere\""), 10, true).hits)
                    .isEqualTo(hits);
            assertThat(ask(target, SearchQuery.raw(word).below(500), 10, true).hits).isBetween(1L, hits - 1);
        }
    }

    @ParameterizedTest
    @EnumSource(LuceneParams.VectorType.class)
    void theTimeOfAVectorsSearchIsThatOfRewriting(LuceneParams.VectorType type) throws Exception {
        more = List.of("vector-type", type.name().toLowerCase(Locale.ROOT));
        ClusteredVectors vectors = new ClusteredVectors(3, 16, 4, 5);
        SearchDocuments documents = new GeneratedDocuments(1, 500, 20, 100, vectors);
        SearchQuery both = new SearchQuery(word(documents.document(0).text().split(" ")[0]).clauses(), null,
                SearchDocument.BUCKETS, vectors.query(0));
        try (SearchTarget target = filled(documents); SearchSession session = target.session(0, SearchSession.class)) {
            long start = System.nanoTime();
            String explanation = session.explain(new SearchRequest(both, 10, true, 50));
            double elapsed = (System.nanoTime() - start) / 1e6;
            assertThat(explanation).contains("TermQuery", "segments").hasSizeLessThan(4100).doesNotContain("\n");
            Matcher rewrite = Pattern.compile("^rewrite ([\\d.]+) ms").matcher(explanation);
            assertThat(rewrite.find()).isTrue();
            assertThat(Double.parseDouble(rewrite.group(1))).isPositive().isLessThanOrEqualTo(elapsed);
        }
    }

    @Test
    void mergingEndsWhenCancelled() throws Exception {
        try (SearchTarget target = filled(DOCUMENTS)) {
            cancelled = true;
            target.mergeAll(Progress.none());
            target.settle(Progress.none());
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS.count());
        }
    }
}
