package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.RandomNumbers;
import dev.tidemark.core.data.SplitMix64;

/**
 * Documents with the word frequencies of a {@linkplain Vocabulary natural language} and with topics. How many words one
 * has is distributed log-normally (deviation of the logarithm: 0.5); buckets are uniform.
 *
 * <p>Each document is about one of {@value #TOPICS} topics, all as likely. The ranks after the first {@value #TOPICS},
 * which belong to no topic, are taken {@value #TOPICS} at a time, and of these each is the word of one topic. A word is
 * drawn by its frequency, and with odds of 0.4 the word of the document's topic among those of about the same rank
 * takes its place. So words of a topic stand together far more often than by chance, as in real texts, and the share
 * that ranks have of all words hardly changes.
 *
 * <p>A word follows from seed, document and place alone: any part of a long document is made without the rest.
 */
public final class GeneratedDocuments implements SearchDocuments {

    static final int TOPICS = 100;
    static final double ON_TOPIC = 0.4;

    private static final long TEXT = 1;
    private static final long BUCKET = 2;
    private static final long LENGTH = 3;
    private static final long TOPIC = 4;
    private static final long TOPIC_OF_WORD = 5;
    /** Random numbers for each word: its rank, and whether it is the topic's. */
    private static final int DRAWN = 2;
    private static final double SPREAD = 0.5;

    private final long seed;
    private final long count;
    private final int words;
    private final Vocabulary vocabulary;
    private final VectorSource vectors;

    /**
     * @param words      of a document, on average
     * @param vocabulary how many different words there are
     * @param vectors    null where documents have none
     */
    public GeneratedDocuments(long seed, long count, int words, int vocabulary, VectorSource vectors) {
        this.seed = seed;
        this.count = vectors == null ? count : Math.min(count, vectors.count());
        this.words = words;
        this.vocabulary = new Vocabulary(vocabulary);
        this.vectors = vectors;
    }

    /** Bytes of a text, on average, with the blanks between its words. @param words and {@code vocabulary} as above */
    public static double meanBytes(long words, int vocabulary) {
        return words * (new Vocabulary(vocabulary).meanLetters() + 1);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public int dimension() {
        return vectors == null ? 0 : vectors.dimension();
    }

    @Override
    public SearchDocument document(long n) {
        return new SearchDocument(n, text(n), bucket(seed, n), vectors == null ? null : vectors.vector(n));
    }

    private String text(long n) {
        long length = length(n);
        int topic = topic(n);
        RandomNumbers random = new RandomNumbers(seed, TEXT, n);
        StringBuilder text = new StringBuilder();
        for (long i = 0; i < length; i++) {
            text.append(i == 0 ? "" : " ").append(Vocabulary.word(rank(random, topic)));
        }
        return text.toString();
    }

    @Override
    public List<String> excerpt(long n, double at, int most) {
        long length = length(n);
        long from = (long) (at * (Math.max(0, length - most) + 1));
        int topic = topic(n);
        RandomNumbers random = new RandomNumbers(seed, TEXT, n).skip(from * DRAWN);
        List<String> excerpt = new ArrayList<>();
        for (long i = from; i < Math.min(length, from + most); i++) {
            excerpt.add(Vocabulary.word(rank(random, topic)));
        }
        return excerpt;
    }

    private long length(long n) {
        return length(new RandomNumbers(seed, LENGTH, n).normal());
    }

    long length(double normal) {
        return Math.max(1, Math.round(words * Math.exp(SPREAD * normal - SPREAD * SPREAD / 2)));
    }

    private int topic(long n) {
        return new RandomNumbers(seed, TOPIC, n).below(TOPICS);
    }

    private int rank(RandomNumbers random, int topic) {
        int rank = vocabulary.rank(random.share());
        return random.share() < ON_TOPIC && hasTopic(rank) ? ofTopic(rank / TOPICS, topic) : rank;
    }

    /** The most frequent words have none, and the last few, of which not every topic could have one. */
    boolean hasTopic(int rank) {
        return rank >= TOPICS && rank < vocabulary.size() / TOPICS * TOPICS;
    }

    /** The word of a topic in a block of ranks. Words of different blocks go together by chance. */
    private static int ofTopic(int block, int topic) {
        return block * TOPICS + (int) ((topic + shift(block)) % TOPICS);
    }

    private static long shift(int block) {
        return SplitMix64.mix(TOPIC_OF_WORD + block * SplitMix64.STEP) >>> 8;
    }

    static int bucket(long seed, long n) {
        return new RandomNumbers(seed, BUCKET, n).below(SearchDocument.BUCKETS);
    }
}
