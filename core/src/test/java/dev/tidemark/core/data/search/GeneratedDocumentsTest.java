package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.statistics.distribution.NormalDistribution;

class GeneratedDocumentsTest {

    private static final int VOCABULARY = 5000;
    private static final int DOCUMENTS = 4000;
    private static final Vocabulary WORDS = new Vocabulary(VOCABULARY);
    /** Of the distribution of lengths, for what is expected of them all: the middle of each of so many equal parts. */
    private static final int PARTS = 64;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final GeneratedDocuments MANY = new GeneratedDocuments(3, DOCUMENTS, 100, VOCABULARY, null);

    private static List<String> words(SearchDocument document) {
        return List.of(document.text().split(" "));
    }

    @Example
    void noTwoRanksHaveTheSameWord() {
        Set<String> words = new HashSet<>();
        IntStream.range(0, 1_000_000).forEach(rank -> words.add(Vocabulary.word(rank)));
        assertThat(words).hasSize(1_000_000).allMatch(word -> word.matches("[a-z]+"));
    }

    @Property
    void aWordTellsItsRank(@ForAll @IntRange(max = 100_000_000) int rank) {
        assertThat(Vocabulary.rankOf(Vocabulary.word(rank))).isEqualTo(rank);
    }

    @Example
    void whatIsNoWordHasNoRank() {
        assertThat(List.of("", "a", "the", "ba", "Baba", "bab")).allMatch(word -> Vocabulary.rankOf(word) < 0);
    }

    @Property(tries = 200)
    void growingKeepsTheEarlierDocuments(@ForAll long seed, @ForAll @LongRange(max = 99) long n) {
        SearchDocument small = new GeneratedDocuments(seed, 100, 50, VOCABULARY, null).document(n);
        assertThat(new GeneratedDocuments(seed, 1_000_000, 50, VOCABULARY, null).document(n)).isEqualTo(small);
        assertThat(small.text()).matches("[a-z]+( [a-z]+)*");
        assertThat(small.bucket()).isBetween(0, SearchDocument.BUCKETS - 1);
    }

    @Property(tries = 200)
    void anExcerptIsAPartOfTheDocument(@ForAll @LongRange(max = DOCUMENTS - 1) long n,
            @ForAll @DoubleRange(max = 1, maxIncluded = false) double at,
            @ForAll @IntRange(min = 1, max = 300) int most)
            throws Exception {
        SearchDocuments all = new SearchDocuments() {
            @Override
            public long count() {
                return MANY.count();
            }

            @Override
            public int dimension() {
                return 0;
            }

            @Override
            public SearchDocument document(long n) {
                return MANY.document(n);
            }
        };
        assertThat(MANY.excerpt(n, at, most)).isEqualTo(all.excerpt(n, at, most)).isNotEmpty();
    }

    @Example
    void lengthsHaveTheMeanThatWasAskedFor() {
        double mean = LongStream.range(0, DOCUMENTS).mapToInt(n -> words(MANY.document(n)).size())
                .average().orElseThrow();
        // Deviation of a length: 100·sqrt(e^0.25 - 1) = 53; six standard deviations of the mean.
        assertThat(mean).isCloseTo(100, within(6 * 53.3 / Math.sqrt(DOCUMENTS)));
    }

    @Example
    void bucketsAreUniform() {
        int[] tenths = new int[10];
        LongStream.range(0, DOCUMENTS).forEach(n -> tenths[MANY.document(n).bucket() / 100]++);
        assertThat(Arrays.stream(tenths)).allMatch(count -> Math.abs(count - 400) < 6 * Math.sqrt(400));
    }

    @Example
    void wordsAreAsFrequentAsZipfAndMandelbrotHaveThem() {
        long[] counts = new long[VOCABULARY];
        LongStream.range(0, DOCUMENTS).forEach(n -> words(MANY.document(n))
                .forEach(w -> counts[Vocabulary.rankOf(w)]++));
        double all = Arrays.stream(counts).sum();
        Vocabulary vocabulary = new Vocabulary(VOCABULARY);
        assertThat(IntStream.range(0, VOCABULARY).mapToDouble(vocabulary::frequency).sum()).isCloseTo(1, within(1e-9));
        for (int from = 0, to = 1; to <= VOCABULARY; from = to, to *= 3) {
            double expected = vocabulary.frequency(from, to - from);
            double share = Arrays.stream(counts, from, to).sum() / all;
            assertThat(share).as("ranks %d to %d", from, to).isCloseTo(expected, within(0.03 * expected));
        }
    }

    /**
     * Share of the documents in which the word of a rank is expected, by the distributions of words, topics and
     * lengths: a word that is at each place with odds {@code q} is in a document of {@code l} words with odds
     * {@code 1 - (1 - q)^l}.
     */
    private static double documentFrequency(int rank) {
        if (!MANY.hasTopic(rank)) {
            return share(WORDS.frequency(rank));
        }
        int topics = GeneratedDocuments.TOPICS;
        double byChance = (1 - GeneratedDocuments.ON_TOPIC) * WORDS.frequency(rank);
        double onTopic = byChance + GeneratedDocuments.ON_TOPIC * WORDS.frequency(rank / topics * topics, topics);
        return share(onTopic) / topics + share(byChance) * (topics - 1) / topics;
    }

    private static double share(double odds) {
        double sum = 0;
        for (int i = 0; i < PARTS; i++) {
            sum -= Math.expm1(MANY.length(NORMAL.inverseCumulativeProbability((i + 0.5) / PARTS)) * Math.log1p(-odds));
        }
        return sum / PARTS;
    }

    @Example
    void theFrequencyOfAWordIsTheExpectedOne() {
        long[] counts = new long[VOCABULARY];
        LongStream.range(0, DOCUMENTS).forEach(n -> words(MANY.document(n)).stream().distinct()
                .forEach(w -> counts[Vocabulary.rankOf(w)]++));
        for (int rank : new int[] {0, 1, 5, 20, 99, 100, 150, 199, 500, 1000, 2500, 4999}) {
            double expected = DOCUMENTS * documentFrequency(rank);
            // Six standard deviations of a binomial count, and two documents for the rarest.
            assertThat((double) counts[rank]).as("rank %d", rank).isCloseTo(expected,
                    within(6 * Math.sqrt(expected) + 2));
        }
    }

    @Example
    void wordsOfATopicStandTogether() {
        Vocabulary vocabulary = new Vocabulary(VOCABULARY);
        long together = 0;
        double byChance = 0;
        for (long n = 0; n < DOCUMENTS; n++) {
            int[] ranks = words(MANY.document(n)).stream().mapToInt(Vocabulary::rankOf).toArray();
            for (int i = 1; i < ranks.length; i++) {
                together += ranks[i - 1] / 100 == 3 && ranks[i] == ranks[i - 1] ? 1 : 0;
                byChance += Math.pow(vocabulary.frequency(300, 100), 2) / 100;
            }
        }
        // 0.4 squared of 100 times as often: 16, but for those that come by chance.
        assertThat((double) together).isGreaterThan(8 * byChance);
    }
}
