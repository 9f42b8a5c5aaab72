package dev.tidemark.core.data.search;

/**
 * Documents of words drawn independently, with the frequencies of a {@linkplain Vocabulary natural language}. How many
 * words one has is distributed log-normally (deviation of the logarithm: 0.5); buckets are uniform.
 */
public final class GeneratedDocuments implements SearchDocuments {

    private static final long TEXT = 1;
    private static final long BUCKET = 2;
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
        RandomNumbers random = new RandomNumbers(seed, TEXT, n);
        long length = Math.max(1, Math.round(words * Math.exp(SPREAD * random.normal() - SPREAD * SPREAD / 2)));
        StringBuilder text = new StringBuilder();
        for (long i = 0; i < length; i++) {
            text.append(i == 0 ? "" : " ").append(Vocabulary.word(vocabulary.rank(random.share())));
        }
        return text.toString();
    }

    static int bucket(long seed, long n) {
        return new RandomNumbers(seed, BUCKET, n).below(SearchDocument.BUCKETS);
    }
}
