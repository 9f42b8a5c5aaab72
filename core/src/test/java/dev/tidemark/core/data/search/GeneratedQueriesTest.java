package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.data.search.QueryMix.Shape;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class GeneratedQueriesTest {

    private static final int VOCABULARY = 3000;
    private static final GeneratedDocuments DOCUMENTS = new GeneratedDocuments(5, 500, 60, VOCABULARY, null);

    private static GeneratedQueries queries(QueryMix mix, int distinct, double repeats, double overlap,
            boolean warmUp) {
        return new GeneratedQueries(new GeneratedQueries.Spec(9, mix, distinct, repeats, 0.9, overlap, warmUp,
                VOCABULARY), DOCUMENTS, new ClusteredVectors(1, 8, 3, 4));
    }

    private static QueryMix only(Shape shape) {
        return new QueryMix(Map.of(shape, 1));
    }

    private static List<String> texts(GeneratedQueries queries) {
        return IntStream.range(0, queries.distinct()).mapToObj(id -> meaning(queries.query(id))).toList();
    }

    /** Queries that differ in the order of their clauses alone have the same. */
    private static String meaning(SearchQuery query) {
        return new TreeSet<>(query.clauses().stream().map(Clause::toString).toList()) + " " + query.below() + " "
                + Arrays.toString(query.vector());
    }

    @Property(tries = 60)
    void theShareOfRepeatsIsExactAllAlong(@ForAll @IntRange(min = 1, max = 400) int distinct,
            @ForAll @DoubleRange(max = 0.95) double repeats) {
        GeneratedQueries queries = queries(QueryMix.USUAL, distinct, repeats, 0, false);
        Set<String> asked = new HashSet<>();
        for (long n = 0; n < queries.count(); n++) {
            asked.add(meaning(queries.query(queries.at(n))));
            // The first question of all cannot be a repeat.
            assertThat((double) asked.size()).isCloseTo(Math.max(1, (n + 1) * (1 - repeats)), within(1.0));
        }
        assertThat(queries.count()).isEqualTo((long) (distinct / (1 - repeats)));
    }

    @Property(tries = 40)
    void noTwoQueriesAreTheSame(@ForAll Shape shape) {
        assertThat(texts(queries(only(shape), 600, 0, 0, false))).doesNotHaveDuplicates();
    }

    @Property(tries = 20)
    void warmUpAndTestHaveTheStatedShareInCommon(@ForAll @DoubleRange(max = 1) double overlap) {
        Set<String> tests = new HashSet<>(texts(queries(QueryMix.USUAL, 200, 0, overlap, false)));
        List<String> warmUp = texts(queries(QueryMix.USUAL, 200, 0, overlap, true));
        assertThat(warmUp).doesNotHaveDuplicates();
        assertThat((double) warmUp.stream().filter(tests::contains).count()).isCloseTo(200 * overlap, within(1.0));
    }

    @Example
    void theSameSpecMakesTheSameQueries() {
        assertThat(texts(queries(QueryMix.USUAL, 300, 0.3, 0.5, true)))
                .isEqualTo(texts(queries(QueryMix.USUAL, 300, 0.3, 0.5, true)));
    }

    @Example
    void repeatsFallOffAsZipfHasThem() {
        GeneratedQueries queries = queries(only(Shape.VECTOR), 1000, 0.9, 0, false);
        Map<Integer, Integer> counts = new HashMap<>();
        LongStream.range(queries.count() / 2, queries.count())
                .forEach(n -> counts.merge(queries.at(n), 1, Integer::sum));
        // Repeats: 0.9 of 5,000, of which the first has about ln 2 / ln 751, the first nine ln 10 / ln 751.
        double repeats = 0.9 * queries.count() / 2;
        assertThat((double) counts.get(0)).isCloseTo(repeats * Math.log(2) / Math.log(751), within(90.0));
        assertThat(IntStream.range(0, 9).mapToDouble(counts::get).sum())
                .isCloseTo(repeats * Math.log(10) / Math.log(751), within(180.0));
    }

    @Example
    void phrasesOccurAndHaveACommonWord() {
        GeneratedQueries queries = queries(only(Shape.PHRASE), 300, 0, 0, false);
        List<String> texts = LongStream.range(0, DOCUMENTS.count()).mapToObj(n ->
                " " + DOCUMENTS.document(n).text() + " ").toList();
        int common = 0;
        for (int id = 0; id < 300; id++) {
            Clause phrase = queries.query(id).clauses().getFirst();
            assertThat(texts).as("%s", phrase).anyMatch(t -> t.contains(" " + String.join(" ", phrase.words()) + " "));
            common += phrase.words().stream().anyMatch(w -> Vocabulary.rankOf(w) < 100) ? 1 : 0;
        }
        assertThat(common).isGreaterThan(295);
    }

    @Example
    void rareWordsAreRarerThanFrequentOnes() {
        GeneratedQueries rare = queries(only(Shape.RARE), 100, 0, 0, false);
        GeneratedQueries frequent = queries(only(Shape.FREQUENT), 60, 0, 0, false);
        assertThat(IntStream.range(0, 60)).allMatch(id -> rank(frequent, id) < 100);
        double middle = IntStream.range(0, 100).map(id -> rank(rare, id)).sorted().skip(50).findFirst().orElseThrow();
        assertThat(middle).isGreaterThan(1000);
    }

    private static int rank(GeneratedQueries queries, int id) {
        return Vocabulary.rankOf(queries.query(id).clauses().getFirst().words().getFirst());
    }

    @Example
    void aBooleanQueryDemandsAllowsAndForbids() {
        GeneratedQueries queries = queries(only(Shape.BOOLEAN), 100, 0, 0, false);
        for (int id = 0; id < 100; id++) {
            List<Clause> clauses = queries.query(id).clauses();
            assertThat(clauses).extracting(Clause::occur).contains(Occur.MUST, Occur.SHOULD, Occur.MUST_NOT);
            assertThat(clauses).extracting(Clause::words).doesNotHaveDuplicates();
        }
    }

    @Example
    void aFilterLeavesOutItsShareOfTheDocuments() {
        SearchQuery query = queries(only(Shape.FILTERED), 1, 0, 0, false).query(0);
        assertThat(query.below()).isEqualTo(100);
        GeneratedDocuments many = new GeneratedDocuments(5, 20_000, 1, 100, null);
        double passes = LongStream.range(0, 20_000).filter(n -> many.document(n).bucket() < query.below()).count();
        assertThat(passes).isCloseTo(2000, within(6 * Math.sqrt(1800)));
    }

    @Example
    void kindsComeByTheirWeights() {
        QueryMix mix = new QueryMix(Map.of(Shape.PHRASE, 3, Shape.VECTOR, 1));
        GeneratedQueries queries = queries(mix, 2000, 0, 0, false);
        double byVector = IntStream.range(0, 2000).filter(id -> queries.query(id).vector() != null).count();
        assertThat(byVector).isCloseTo(500, within(6 * Math.sqrt(375)));
    }

    @Example
    void tooFewWordsForSoManyQueriesAreNamed() {
        GeneratedDocuments one = new GeneratedDocuments(1, 1, 3, 100, null);
        assertThatThrownBy(() -> new GeneratedQueries(new GeneratedQueries.Spec(1, only(Shape.PHRASE), 1000, 0, 0.5, 0,
                false, 100), one, null)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("distinct-queries").hasMessageContaining("fewer than are wanted");
    }

    @Example
    void aMixReadsWhatItWrites() {
        QueryMix.Type type = new QueryMix.Type();
        QueryMix mix = type.parse("phrase:2; term:5;filtered");
        assertThat(mix.weights()).isEqualTo(Map.of(Shape.PHRASE, 2, Shape.TERM, 5, Shape.FILTERED, 1));
        assertThat(type.parse(type.format(mix))).isEqualTo(mix);
        assertThat(Arrays.stream(Shape.values()).map(s -> type.format(only(s))).collect(Collectors.toSet()))
                .hasSize(Shape.values().length);
        assertThatThrownBy(() -> type.parse("terms")).hasMessageContaining("term");
        assertThatThrownBy(() -> type.parse("term:0")).hasMessageContaining("term:0");
        assertThatThrownBy(() -> type.parse("term;term")).hasMessageContaining("twice");
    }
}
