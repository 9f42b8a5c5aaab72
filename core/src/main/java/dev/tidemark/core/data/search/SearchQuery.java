package dev.tidemark.core.data.search;

import module java.base;

/**
 * What is asked: for words, in a language of the engine's own, for neighbours of a vector, or for both; and of which
 * documents. With words and vector the engine's two rankings are joined (reciprocal rank fusion, k = 60: Cormack,
 * Clarke and Büttcher, SIGIR 2009).
 *
 * @param clauses of words; empty where none are asked for
 * @param raw     in the engine's own query language; null for none; never with clauses
 * @param below   the first bucket that is left out; {@link SearchDocument#BUCKETS} where nothing is filtered
 * @param vector  whose neighbours are wanted; null for none
 * @param sent    a request as it was sent, which is all that is asked; null for none
 * @param in      where the vector's neighbours are looked for; null for the vectors of the driver's own documents
 */
public record SearchQuery(List<Clause> clauses, String raw, int below, float[] vector, SentRequest sent, In in) {

    /**
     * Where neighbours are looked for in an index of others'.
     *
     * @param field   whose vectors are meant
     * @param exactly whether all are looked at, instead of those that an index of vectors leads to
     */
    public record In(String field, boolean exactly) {}

    public SearchQuery {
        clauses = List.copyOf(clauses);
        if (below < 1 || below > SearchDocument.BUCKETS) {
            throw new IllegalArgumentException("a filter lets 1 to " + SearchDocument.BUCKETS + " buckets through, not "
                    + below);
        }
        if (raw != null && !clauses.isEmpty() || raw == null && clauses.isEmpty() && vector == null && sent == null) {
            throw new IllegalArgumentException("a query has clauses, or a text of its own, or a vector");
        }
    }

    public SearchQuery(List<Clause> clauses, String raw, int below, float[] vector) {
        this(clauses, raw, below, vector, null, null);
    }

    /** Whether a document must have a clause's words, may have them, or must not. */
    public enum Occur {
        MUST, SHOULD, MUST_NOT
    }

    /**
     * Words of a query.
     *
     * @param words as {@link SearchDocument#text} has them; several are a phrase
     */
    public record Clause(Occur occur, List<String> words) {

        public Clause {
            Objects.requireNonNull(occur, "a clause must, should or must not occur");
            words = List.copyOf(words);
            if (words.isEmpty()) {
                throw new IllegalArgumentException("a clause has words");
            }
        }
    }

    /** Of words alone. */
    public static SearchQuery of(List<Clause> clauses) {
        return new SearchQuery(clauses, null, SearchDocument.BUCKETS, null);
    }

    /** In the engine's own language. */
    public static SearchQuery raw(String text) {
        return new SearchQuery(List.of(), Objects.requireNonNull(text, "a text"), SearchDocument.BUCKETS, null);
    }

    /** As somebody has sent it. */
    public static SearchQuery sent(SentRequest request) {
        return new SearchQuery(List.of(), null, SearchDocument.BUCKETS, null, request, null);
    }

    /** The neighbours of a vector in an index of others'. @param request that asks for them; null for none */
    public static SearchQuery near(float[] vector, In in, SentRequest request) {
        return new SearchQuery(List.of(), null, SearchDocument.BUCKETS, vector, request, in);
    }

    /** The neighbours of a vector. */
    public static SearchQuery near(float[] vector) {
        return new SearchQuery(List.of(), null, SearchDocument.BUCKETS, vector);
    }

    /** The same of the documents in the buckets below one. */
    public SearchQuery below(int bucket) {
        return new SearchQuery(clauses, raw, bucket, vector, sent, in);
    }

    /** Whether it is in the engine's own language, as somebody has written or sent it. */
    public boolean isOwn() {
        return raw != null || sent != null && in == null;
    }

    /** Whether words are asked for, in whichever language. */
    public boolean hasWords() {
        return raw != null || !clauses.isEmpty();
    }

    public boolean isFiltered() {
        return below < SearchDocument.BUCKETS;
    }

    /** For people, in the usual notation: {@code +word -"a phrase" bucket<500}; a vector is only named. */
    @Override
    public String toString() {
        if (in != null) {
            return in.field() + " near vector[" + vector.length + ']';
        }
        if (sent != null) {
            return sent.toString();
        }
        StringBuilder text = new StringBuilder(raw == null ? "" : raw);
        for (Clause c : clauses) {
            String words = String.join(" ", c.words());
            text.append(text.isEmpty() ? "" : " ").append(switch (c.occur()) {
                case MUST -> "+";
                case MUST_NOT -> "-";
                case SHOULD -> "";
            }).append(c.words().size() == 1 ? words : '"' + words + '"');
        }
        if (isFiltered()) {
            text.append(text.isEmpty() ? "" : " ").append("bucket<").append(below);
        }
        return vector == null ? text.toString()
                : text.append(text.isEmpty() ? "" : " ").append("vector[").append(vector.length).append(']').toString();
    }
}
