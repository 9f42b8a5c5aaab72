package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.RandomNumbers;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Queries made of words that the documents have. All are made beforehand, so that the measurement does not wait for
 * it, and no two are the same: where a kind has no more of the usual form, its queries get another word.
 *
 * <p>New queries and repeats are dealt, so that among the first {@code n} questions {@code n} times the repeat share,
 * rounded up, are repeats. A repeat is one of those asked before, of rank {@code r} among them with odds about
 * {@code 1/r} (Zipf), as users ask: a few again and again.
 */
public final class GeneratedQueries implements Queries {

    private static final long WARM_UP = 21;
    private static final long TEST = 22;
    private static final long REPEAT = 23;
    private static final int FREQUENT = 100;
    /** Words of a document among which one is looked for. */
    private static final int EXCERPT = 32;
    private static final int LONGEST_PHRASE = 3;
    private static final int SHORT = 3;
    /** How often a query is made that was there before, until one with another word is. */
    private static final int TRIES = 8;
    private static final int MOST_MORE = 30;

    private final Spec spec;
    private final SearchDocuments documents;
    private final VectorSource vectors;
    private final int distinct;
    private final SearchQuery[] queries;

    /**
     * What is generated.
     *
     * @param distinct   different queries; where some are by vector and the vectors are those of a file, at most half
     *                   as many as that has, the other half being the warm-up's
     * @param repeats    share of the questions that were asked before, below 1
     * @param filteredOut share of the documents that a filter leaves out
     * @param overlap    share of the warm-up's queries that are the test's, too; no other is
     * @param warmUp     whether these are the warm-up's
     * @param vocabulary words that a term may be; 0: only those of documents
     */
    public record Spec(long seed, QueryMix mix, int distinct, double repeats, double filteredOut, double overlap,
            boolean warmUp, int vocabulary) {}

    /**
     * Makes them.
     *
     * @param vectors null where no query has one
     * @throws InvalidInputException when the documents cannot be read, or have too few words for so many queries
     */
    public GeneratedQueries(Spec spec, SearchDocuments documents, VectorSource vectors) {
        this.spec = spec;
        this.documents = documents;
        this.vectors = vectors;
        distinct = !spec.mix().hasVectors() ? spec.distinct()
                : (int) Math.clamp(vectors.queries() / 2, 1, spec.distinct());
        try {
            Set<String> taken = new HashSet<>();
            SearchQuery[] tests = new SearchQuery[distinct];
            for (int id = 0; id < distinct; id++) {
                tests[id] = another(id, TEST, taken);
            }
            queries = spec.warmUp() ? warmUp(tests, taken) : tests;
        } catch (IOException e) {
            throw new InvalidInputException("texts: a document cannot be read for its words: " + e.getMessage());
        }
    }

    private SearchQuery[] warmUp(SearchQuery[] tests, Set<String> taken) throws IOException {
        SearchQuery[] warmUp = new SearchQuery[distinct];
        for (int id = 0; id < distinct; id++) {
            warmUp[id] = shared(id) ? tests[id] : another(id, WARM_UP, taken);
        }
        return warmUp;
    }

    @Override
    public int distinct() {
        return distinct;
    }

    @Override
    public long count() {
        return (long) (distinct / (1 - spec.repeats()));
    }

    /** How many of the first {@code n} questions are new. */
    private long fresh(long n) {
        return (long) (n * (1 - spec.repeats()) + 1e-9);
    }

    @Override
    public int at(long n) {
        long number = n % count();
        long before = fresh(number);
        if (before == 0 || fresh(number + 1) > before) {
            return (int) Math.min(before, distinct - 1);
        }
        double share = new RandomNumbers(spec.seed(), REPEAT, number).share();
        return (int) Math.min(before - 1, (long) Math.pow(before + 1, share) - 1);
    }

    @Override
    public SearchQuery query(int id) {
        return queries[id];
    }

    /** Spreads the queries that warm-up and test have in common evenly over all. */
    private boolean shared(int id) {
        return (long) ((id + 1) * spec.overlap() + 1e-9) > (long) (id * spec.overlap() + 1e-9);
    }

    /** One that is not among those taken; with as few words more than the usual form has as that needs. */
    private SearchQuery another(int id, long purpose, Set<String> taken) throws IOException {
        RandomNumbers random = new RandomNumbers(spec.seed(), purpose, id);
        QueryMix.Shape shape = spec.mix().shape(random.share());
        long vector = purpose == TEST ? id : (long) distinct + id;
        for (int more = 0; more <= MOST_MORE; more++) {
            for (int tries = 0; tries < TRIES; tries++) {
                SearchQuery query = make(shape, random, more, vector);
                if (query.vector() != null || taken.add(key(query))) {
                    return query;
                }
            }
        }
        throw new InvalidInputException("distinct-queries: the documents have words for about " + taken.size()
                + " different queries, fewer than are wanted");
    }

    /** The same for queries that ask for the same in another order. */
    private static String key(SearchQuery query) {
        return query.clauses().stream().map(clause -> clause.occur() + " " + String.join(" ", clause.words())).sorted()
                .collect(Collectors.joining("\n")) + "\n" + query.below();
    }

    /** @param more words that a query of words has beyond the usual */
    private SearchQuery make(QueryMix.Shape shape, RandomNumbers random, int more, long vector) throws IOException {
        return switch (shape) {
            case TERM -> must(spec.vocabulary() == 0 ? someOf(random, 1 + more) : anyFrequency(random, 1 + more));
            case FREQUENT -> must(spec.vocabulary() == 0 ? someOf(random, 1 + more) : frequent(random, 1 + more));
            case RARE -> must(rarest(random, 1 + more));
            case PHRASE -> phrase(random, more);
            case BOOLEAN -> mixed(random, more);
            case FILTERED -> must(someOf(random, 1 + more)).below(below());
            case VECTOR -> SearchQuery.near(vectors.query(vector));
            case FILTERED_VECTOR -> SearchQuery.near(vectors.query(vector)).below(below());
            case HYBRID -> new SearchQuery(must(someOf(random, 1)).clauses(), null, SearchDocument.BUCKETS,
                    vectors.query(vector));
        };
    }

    private int below() {
        return (int) Math.max(1, Math.round(SearchDocument.BUCKETS * (1 - spec.filteredOut())));
    }

    private static SearchQuery must(List<String> words) {
        return SearchQuery.of(words.stream().map(word -> new Clause(Occur.MUST, List.of(word))).toList());
    }

    /** Each class of frequency, a power of ten of the ranks, is as likely. */
    private List<String> anyFrequency(RandomNumbers random, int words) {
        return random.stream(words).mapToObj(share -> (int) (Math.pow(spec.vocabulary(), share) - 1)).distinct()
                .map(Vocabulary::word).toList();
    }

    private List<String> frequent(RandomNumbers random, int words) {
        return random.stream(words).mapToObj(share -> (int) (share * Math.min(FREQUENT, spec.vocabulary())))
                .distinct().map(Vocabulary::word).toList();
    }

    /** Words in a row of one of the documents. */
    private List<String> excerpt(RandomNumbers random) throws IOException {
        for (int tries = 0; tries < FREQUENT; tries++) {
            long document = (long) (random.share() * documents.count());
            List<String> words = documents.excerpt(document, random.share(), EXCERPT);
            if (!words.isEmpty()) {
                return words;
            }
        }
        throw new InvalidInputException("texts: " + FREQUENT + " documents in a row have no word");
    }

    /** Words of a document; fewer where it has fewer. */
    private List<String> someOf(RandomNumbers random, int most) throws IOException {
        return someOf(excerpt(random), random, most);
    }

    private static List<String> someOf(List<String> words, RandomNumbers random, int most) {
        List<String> left = new ArrayList<>(words);
        Set<String> some = new LinkedHashSet<>();
        while (some.size() < most && !left.isEmpty()) {
            some.add(left.remove(random.below(left.size())));
        }
        return List.copyOf(some);
    }

    /** Generated words by their rank, others by their length: long words are seldom frequent. */
    private int rarity(String word) {
        return spec.vocabulary() == 0 ? word.length() : Vocabulary.rankOf(word);
    }

    private List<String> rarest(RandomNumbers random, int most) throws IOException {
        return excerpt(random).stream().distinct()
                .sorted(Comparator.comparingInt(this::rarity).reversed().thenComparing(Comparator.naturalOrder()))
                .limit(most).toList();
    }

    private boolean isCommon(String word) {
        return spec.vocabulary() == 0 ? word.length() <= SHORT : rarity(word) < FREQUENT;
    }

    /** With a common word in it, where the document has one. */
    private SearchQuery phrase(RandomNumbers random, int more) throws IOException {
        List<String> words = excerpt(random);
        int length = Math.min(words.size(), 2 + random.below(LONGEST_PHRASE - 1) + more);
        int begin = random.below(words.size() - length + 1);
        for (int i = 0; i <= words.size() - length; i++) {
            int from = (begin + i) % (words.size() - length + 1);
            if (words.subList(from, from + length).stream().anyMatch(this::isCommon)) {
                begin = from;
                break;
            }
        }
        return SearchQuery.of(List.of(new Clause(Occur.MUST, words.subList(begin, begin + length))));
    }

    /** Words that must and should occur are of one document, the one that must not of any, but none of those. */
    private SearchQuery mixed(RandomNumbers random, int more) throws IOException {
        List<String> words = someOf(random, LONGEST_PHRASE + more);
        List<Clause> clauses = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean should = i > 0 && i == words.size() - 1;
            clauses.add(new Clause(should ? Occur.SHOULD : Occur.MUST, List.of(words.get(i))));
        }
        excerpt(random).stream().filter(word -> !words.contains(word)).findFirst()
                .ifPresent(word -> clauses.add(new Clause(Occur.MUST_NOT, List.of(word))));
        return SearchQuery.of(clauses);
    }
}
