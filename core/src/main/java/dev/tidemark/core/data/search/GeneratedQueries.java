package dev.tidemark.core.data.search;

import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Queries made of words that the documents have. Each is made when it is first asked for and kept.
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
    private static final int LONGEST_PHRASE = 3;

    private final Spec spec;
    private final SearchDocuments documents;
    private final VectorSource vectors;
    private final AtomicReferenceArray<SearchQuery> made;

    /**
     * What is generated.
     *
     * @param distinct   different queries
     * @param repeats    share of the questions that were asked before, below 1
     * @param filteredOut share of the documents that a filter leaves out
     * @param overlap    share of the warm-up's queries that are the test's, too
     * @param warmUp     whether these are the warm-up's
     * @param vocabulary words that a term may be; 0: only those of documents
     */
    public record Spec(long seed, QueryMix mix, int distinct, double repeats, double filteredOut, double overlap,
            boolean warmUp, int vocabulary) {}

    /** @param vectors null where no query has one */
    public GeneratedQueries(Spec spec, SearchDocuments documents, VectorSource vectors) {
        this.spec = spec;
        this.documents = documents;
        this.vectors = vectors;
        made = new AtomicReferenceArray<>(spec.distinct());
    }

    @Override
    public int distinct() {
        return spec.distinct();
    }

    @Override
    public long count() {
        return (long) (spec.distinct() / (1 - spec.repeats()));
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
            return (int) Math.min(before, spec.distinct() - 1);
        }
        double share = new RandomNumbers(spec.seed(), REPEAT, number).share();
        return (int) Math.min(before - 1, (long) Math.pow(before + 1, share) - 1);
    }

    @Override
    public SearchQuery query(int id) {
        SearchQuery there = made.get(id);
        if (there == null) {
            there = make(id);
            made.set(id, there);
        }
        return there;
    }

    private boolean shared(int id) {
        return (long) ((id + 1) * spec.overlap() + 1e-9) > (long) (id * spec.overlap() + 1e-9);
    }

    private SearchQuery make(int id) {
        boolean tests = !spec.warmUp() || shared(id);
        RandomNumbers random = new RandomNumbers(spec.seed(), tests ? TEST : WARM_UP, id);
        long vector = tests ? 2L * id : 2L * id + 1;
        return switch (spec.mix().shape(random.share())) {
            case TERM -> must(spec.vocabulary() == 0 ? word(random) : anyFrequency(random));
            case FREQUENT -> must(spec.vocabulary() == 0 ? word(random) : Vocabulary.word(random.below(Math.min(FREQUENT,
                    spec.vocabulary()))));
            case RARE -> must(rarest(random));
            case PHRASE -> phrase(random);
            case BOOLEAN -> mixed(random);
            case FILTERED -> must(word(random)).below(below());
            case VECTOR -> SearchQuery.near(vectors.query(vector));
            case FILTERED_VECTOR -> SearchQuery.near(vectors.query(vector)).below(below());
            case HYBRID -> new SearchQuery(must(word(random)).clauses(), null, SearchDocument.BUCKETS,
                    vectors.query(vector));
        };
    }

    private int below() {
        return (int) Math.max(1, Math.round(SearchDocument.BUCKETS * (1 - spec.filteredOut())));
    }

    private static SearchQuery must(String word) {
        return SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(word))));
    }

    /** Each class of frequency, a power of ten of the ranks, is as likely. */
    private String anyFrequency(RandomNumbers random) {
        return Vocabulary.word((int) (Math.pow(spec.vocabulary(), random.share()) - 1));
    }

    private String[] words(RandomNumbers random) {
        try {
            for (int tries = 0; tries < FREQUENT; tries++) {
                String text = documents.document((long) (random.share() * documents.count())).text();
                if (!text.isEmpty()) {
                    return text.split(" ");
                }
            }
            throw new IllegalStateException("the documents have no words");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String word(RandomNumbers random) {
        String[] words = words(random);
        return words[random.below(words.length)];
    }

    /** The longest of the words that occur least often in their document: generated words grow with their rank. */
    private String rarest(RandomNumbers random) {
        String[] words = words(random);
        Map<String, Long> counts = Arrays.stream(words).collect(Collectors.groupingBy(Function.identity(),
                Collectors.counting()));
        return Arrays.stream(words).min((a, b) -> {
            int byCount = Long.compare(counts.get(a), counts.get(b));
            int byLength = Integer.compare(b.length(), a.length());
            return byCount != 0 ? byCount : byLength != 0 ? byLength : a.compareTo(b);
        }).orElseThrow();
    }

    private SearchQuery phrase(RandomNumbers random) {
        String[] words = words(random);
        int length = Math.min(words.length, 2 + random.below(LONGEST_PHRASE - 1));
        int from = random.below(words.length - length + 1);
        return SearchQuery.of(List.of(new Clause(Occur.MUST, List.of(words).subList(from, from + length))));
    }

    private SearchQuery mixed(RandomNumbers random) {
        String[] words = words(random);
        return SearchQuery.of(List.of(clause(Occur.MUST, words, random), clause(Occur.MUST, words, random),
                clause(Occur.SHOULD, words, random),
                new Clause(Occur.MUST_NOT, List.of(word(random)))));
    }

    private static Clause clause(Occur occur, String[] words, RandomNumbers random) {
        return new Clause(occur, List.of(words[random.below(words.length)]));
    }
}
