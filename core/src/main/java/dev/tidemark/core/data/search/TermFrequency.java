package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;

/** In how many of the documents a term is: what a query for it costs hangs on that. */
public enum TermFrequency {
    /** In 1 of 100 or more. */
    FREQUENT,
    /** In fewer than those, and more than rare ones. */
    MEDIUM,
    /** In 1 of 10,000 or fewer, or in one alone. */
    RARE;

    private static final long FREQUENT_IN = 100;
    private static final long RARE_IN = 10_000;

    /** Documents with a frequent term, at least. @param all documents */
    public static long leastFrequent(long all) {
        return Math.max(2, Math.ceilDiv(all, FREQUENT_IN));
    }

    /** @param documents with the term, of how many */
    static TermFrequency of(long documents, long all) {
        return documents >= leastFrequent(all) ? FREQUENT : documents > 1 && documents * RARE_IN > all ? MEDIUM : RARE;
    }

    /** @throws InvalidInputException when it is none */
    public static TermFrequency named(String word) {
        List<String> words = Arrays.stream(values()).map(Types::word).toList();
        return values()[words.indexOf(Suggestions.known("frequency of terms", word, words))];
    }
}
