package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.ClusteredVectors;
import dev.tidemark.core.data.search.ExactNeighbours;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.data.search.GeneratedQueries;
import dev.tidemark.core.data.search.QueryMix;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.data.search.VectorSource;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of a target that is searched. */
public abstract class SearchContract extends TargetContract {

    private static final int DOCUMENTS = 1500;
    private static final int VOCABULARY = 2000;
    private static final int DISTINCT = 300;
    private static final int TOP = 10;
    private static final int DIMENSION = 16;
    private static final int NEIGHBOURS = 400;

    /** Settings by which the index has several shards: name, value …; none where it cannot. */
    protected List<String> sharded() {
        return List.of("shards", "3");
    }

    /** Beside the others; what a test has set. */
    private List<String> more = List.of();

    /** Settings of the target without those of a test. */
    protected List<String> ownSettings() {
        return super.settings();
    }

    @Override
    protected final List<String> settings() {
        List<String> all = new ArrayList<>(ownSettings());
        all.addAll(more);
        return all;
    }

    private SearchTarget search() throws DriverException {
        SearchTarget target = (SearchTarget) driver().open(values(), context());
        target.create();
        return target;
    }

    private static void fill(SearchTarget target, SearchDocuments documents) throws Exception {
        target.makeSearchIndex(documents.dimension());
        try (SearchSession session = target.session(0, SearchSession.class)) {
            List<SearchDocument> batch = new ArrayList<>();
            for (long n = 0; n < documents.count(); n++) {
                batch.add(documents.document(n));
                if (batch.size() == 200 || n + 1 == documents.count()) {
                    session.add(batch);
                    batch.clear();
                }
            }
        }
        target.refresh();
    }

    private static SearchAnswer ask(SearchSession session, SearchQuery query, int top) throws Exception {
        SearchAnswer answer = new SearchAnswer(top);
        session.search(new SearchRequest(query, top, true, Math.max(top, NEIGHBOURS)), answer);
        return answer;
    }

    private static Set<Long> numbers(SearchAnswer answer) {
        Set<Long> numbers = new TreeSet<>();
        for (int i = 0; i < answer.size(); i++) {
            numbers.add(answer.number(i));
        }
        return numbers;
    }

    @Test
    void theDoctorFindsAllOfItWorking() throws Exception {
        examined();
    }

    @Test
    void everyQueryFindsWhatReadingAllDocumentsFinds() throws Exception {
        assertFindsAll();
    }

    @Test
    void severalShardsFindTheSame() throws Exception {
        more = sharded();
        org.junit.jupiter.api.Assumptions.assumeFalse(more.isEmpty(), "an index of " + driver().name()
                + " has one shard");
        assertFindsAll();
    }

    private void assertFindsAll() throws Exception {
        SearchDocuments documents = new GeneratedDocuments(1, DOCUMENTS, 40, VOCABULARY, null);
        GeneratedQueries queries = new GeneratedQueries(new GeneratedQueries.Spec(2, QueryMix.USUAL, DISTINCT, 0, 0.7,
                0, false, VOCABULARY), documents, null);
        NaiveSearch naive = new NaiveSearch(documents);
        try (SearchTarget target = search()) {
            fill(target, documents);
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS);
            try (SearchSession session = target.session(0, SearchSession.class)) {
                int found = 0;
                for (int id = 0; id < DISTINCT; id++) {
                    Set<Long> expected = naive.matches(queries.query(id));
                    SearchAnswer answer = ask(session, queries.query(id), DOCUMENTS);
                    assertThat(numbers(answer)).as("%s", queries.query(id)).isEqualTo(expected);
                    assertThat(answer.hits).isEqualTo(expected.size());
                    assertThat(answer.exact).isTrue();
                    assertThat(answer.missingShards).isZero();
                    found += expected.size();
                }
                assertThat(found).isGreaterThan(10 * DISTINCT);
            }
            target.drop();
        }
    }

    @Test
    void theBestComeFirstAndNoMoreThanAreWanted() throws Exception {
        try (SearchTarget target = search()) {
            fill(target, new GeneratedDocuments(1, DOCUMENTS, 40, 100, null));
            try (SearchSession session = target.session(0, SearchSession.class)) {
                String frequent = new GeneratedDocuments(1, 1, 40, 1, null).document(0).text().split(" ")[0];
                SearchAnswer answer = ask(session, SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(frequent)))),
                        TOP);
                assertThat(answer.size()).isEqualTo(TOP);
                assertThat(answer.hits).isGreaterThan(TOP);
                for (int i = 1; i < TOP; i++) {
                    assertThat(answer.score(i)).isLessThanOrEqualTo(answer.score(i - 1));
                }
            }
            target.drop();
        }
    }

    @Test
    void neighboursAreTheExactOnesWhereEnoughIsLookedAt() throws Exception {
        assumeCapable(Capability.VECTOR_SEARCH);
        ClusteredVectors vectors = new ClusteredVectors(3, DIMENSION, 6, 20);
        SearchDocuments documents = new GeneratedDocuments(1, NEIGHBOURS, 5, VOCABULARY, vectors);
        ExactNeighbours exact = ExactNeighbours.of(documents);
        try (SearchTarget target = search()) {
            fill(target, documents);
            try (SearchSession session = target.session(0, SearchSession.class)) {
                int right = 0;
                for (int i = 0; i < 50; i++) {
                    int below = i % 2 == 0 ? SearchDocument.BUCKETS : 500;
                    SearchAnswer answer = ask(session, SearchQuery.near(vectors.query(i)).below(below), TOP);
                    assertThat(answer.size()).isEqualTo(TOP);
                    right += exact.of(vectors.query(i), below, TOP).right(numbers(answer).stream()
                            .mapToLong(Long::longValue).toArray());
                }
                assertThat(right).isGreaterThanOrEqualTo((int) (0.98 * 50 * TOP));
            }
            target.drop();
        }
    }

    /** Vectors of lengths from 0.2 to 4.7, of which other ones are near by each distance. */
    private record Uneven(VectorSource source, VectorDistance distance) implements VectorSource {

        private float[] stretched(float[] vector, long n) {
            for (int i = 0; i < vector.length; i++) {
                vector[i] *= 0.2f + 0.5f * (n * 7 % 10);
            }
            return distance.prepared(vector);
        }

        @Override
        public int dimension() {
            return source.dimension();
        }

        @Override
        public long count() {
            return source.count();
        }

        @Override
        public float[] vector(long n) {
            return stretched(source.vector(n), n);
        }

        @Override
        public float[] query(long n) {
            return stretched(source.query(n), n + 3);
        }
    }

    @ParameterizedTest
    @EnumSource(VectorDistance.class)
    void neighboursAreThoseByTheDistanceThatIsAskedFor(VectorDistance distance) throws Exception {
        assumeCapable(Capability.VECTOR_SEARCH);
        more = List.of("distance", distance.name().toLowerCase(Locale.ROOT));
        if (distance == VectorDistance.INNER && driver().name().equals("solr")) {
            assertThatThrownBy(() -> driver().params().check(values()))
                    .hasMessageStartingWith("distance: Solr has no inner product");
            return;
        }
        VectorSource vectors = new Uneven(new ClusteredVectors(3, DIMENSION, 6, 20), distance);
        SearchDocuments documents = new GeneratedDocuments(1, NEIGHBOURS, 5, VOCABULARY, vectors);
        ExactNeighbours exact = ExactNeighbours.of(documents, distance);
        int[] right = new int[2];
        try (SearchTarget target = search()) {
            fill(target, documents);
            try (SearchSession session = target.session(0, SearchSession.class)) {
                for (int i = 0; i < 50; i++) {
                    SearchAnswer answer = ask(session, SearchQuery.near(vectors.query(i)), TOP);
                    long[] found = numbers(answer).stream().mapToLong(Long::longValue).toArray();
                    right[0] += exact.of(vectors.query(i), SearchDocument.BUCKETS, TOP).right(found);
                    right[1] += ExactNeighbours.of(documents, distance == VectorDistance.L2 ? VectorDistance.INNER
                            : VectorDistance.L2)
                            .of(vectors.query(i), SearchDocument.BUCKETS, TOP).right(found);
                }
            }
            target.drop();
        }
        assertThat(right[0]).isGreaterThanOrEqualTo((int) (0.98 * 50 * TOP));
        if (distance != VectorDistance.COSINE) { // of vectors of length 1 they are the same
            assertThat(right[1]).isLessThan((int) (0.9 * 50 * TOP));
        }
    }

    @Test
    void anotherTargetGoesOnWithWhatOneHasLeft() throws Exception {
        SearchDocuments documents = new GeneratedDocuments(1, 200, 10, 100, null);
        SearchQuery query = SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(documents.document(0).text()
                .split(" ")[0]))));
        long hits;
        SearchTarget.Statistics before;
        try (SearchTarget target = search()) {
            fill(target, documents);
            target.settle(Progress.none());
            before = target.statistics();
            try (SearchSession session = target.session(0, SearchSession.class)) {
                hits = ask(session, query, TOP).hits;
            }
            assertThat(target.leavesData(values(), values())).isTrue();
        }
        try (SearchTarget target = (SearchTarget) driver().open(values(), context())) {
            target.takeOver();
            assertThat(target.statistics().documents()).isEqualTo(before.documents());
            assertThat(target.statistics().segments()).isEqualTo(before.segments());
            try (SearchSession session = target.session(0, SearchSession.class)) {
                assertThat(ask(session, query, TOP).hits).isEqualTo(hits).isPositive();
            }
            target.drop();
        }
    }

    @Test
    void whatAnIndexIsMadeOfIsNotLeftToOthers() throws Exception {
        List<String> shards = sharded();
        org.junit.jupiter.api.Assumptions.assumeFalse(shards.isEmpty(), "an index of " + driver().name()
                + " has one shard");
        try (SearchTarget target = search()) {
            Values plain = values();
            more = shards;
            assertThat(target.leavesData(plain, values())).isFalse();
            more = List.of();
            target.drop();
        }
    }

    @Test
    void whatCannotBeUnderstoodIsRefusedInOneLine() throws Exception {
        try (SearchTarget target = search()) {
            fill(target, new GeneratedDocuments(1, 10, 5, 100, null));
            try (SearchSession session = target.session(0, SearchSession.class)) {
                assertRawQueries(session);
            }
            target.drop();
        }
    }

    /** In the engine's own language: one that is answered, one that is not. */
    protected void assertRawQueries(SearchSession session) throws Exception {
        assertThat(ask(session, SearchQuery.raw("nowhere"), TOP).hits).isZero();
        assertThatThrownBy(() -> ask(session, SearchQuery.raw("salt AND ("), TOP)).isInstanceOf(DriverException.class)
                .message().doesNotContain("\n");
        assertThat(ask(session, SearchQuery.raw("nowhere"), TOP).hits).isZero();
    }

    @Test
    void whereTimeGoesIsSaid() throws Exception {
        try (SearchTarget target = search()) {
            fill(target, new GeneratedDocuments(1, 100, 20, 100, null));
            try (SearchSession session = target.session(0, SearchSession.class)) {
                String word = new GeneratedDocuments(1, 100, 20, 100, null).document(5).text().split(" ")[0];
                assertThat(session.explain(new SearchRequest(SearchQuery.of(List.of(new Clause(Occur.MUST,
                        List.of(word)))), TOP, true, TOP))).isNotBlank();
            }
            target.drop();
        }
    }

    @Test
    void severalSearchWhileOneAdds() throws Exception {
        SearchDocuments documents = new GeneratedDocuments(1, DOCUMENTS, 40, VOCABULARY, null);
        SearchQuery query = SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(documents.document(0).text()
                .split(" ")[0]))));
        try (SearchTarget target = search()) {
            fill(target, documents);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int worker = i;
                threads.add(Thread.ofPlatform().start(() -> {
                    try (SearchSession session = target.session(worker, SearchSession.class)) {
                        while (!over.get()) {
                            assertThat(ask(session, query, TOP).hits).isPositive();
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }));
            }
            try (SearchSession session = target.session(3, SearchSession.class)) {
                for (long n = DOCUMENTS; n < DOCUMENTS + 300; n += 100) {
                    List<SearchDocument> batch = new ArrayList<>();
                    for (long i = n; i < n + 100; i++) {
                        batch.add(new SearchDocument(i, "another document", 1, null));
                    }
                    session.add(batch);
                    target.refresh();
                }
            } finally {
                over.set(true);
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            assertThat(failure.get()).isNull();
            target.settle(Progress.none());
            assertThat(target.statistics().documents()).isEqualTo(DOCUMENTS + 300);
            target.drop();
        }
    }

    @Test
    void anIndexThatIsMadeAnewIsEmptyAndOneThatIsDroppedIsGone() throws Exception {
        try (SearchTarget target = search()) {
            assertThat(target.statistics().documents()).isZero();
            fill(target, new GeneratedDocuments(1, 50, 5, 100, null));
            assertThat(target.statistics().documents()).isEqualTo(50);
            target.makeSearchIndex(0);
            assertThat(target.statistics().documents()).isZero();
            target.drop();
            assertOneLine(() -> {
                try (SearchSession session = target.session(0, SearchSession.class)) {
                    ask(session, SearchQuery.raw("nowhere"), TOP);
                }
            }, "");
        }
    }
}
