package dev.tidemark.core.driver.search;

import module java.base;

/** An answer, used again for one query after the other. Not thread-safe. */
public final class SearchAnswer {

    /** The engine does not tell. */
    public static final long UNKNOWN = -1;

    private long[] numbers;
    private float[] scores;
    private int size;

    /** How many documents match; of a vector's neighbours as many as were answered. */
    public long hits;
    /** Whether {@link #hits} is exact; else there are at least so many. */
    public boolean exact;
    /** What the engine says that it took, in nanoseconds; {@link #UNKNOWN} where it does not. */
    public long engineNanos;
    /** Shards that did not answer, or not in time, so that the answer lacks what they hold. */
    public int missingShards;
    /** Why the answer lacks something else, in some words; null where it does not. */
    public String partial;
    /** Whether documents are told by numbers of the engine's own, which mean nothing in another index. */
    public boolean internal;
    /** Bytes of the answer, as it came; {@link #UNKNOWN} where nobody counts them. */
    public long bytes;

    /** @param top hits that it has room for */
    public SearchAnswer(int top) {
        numbers = new long[top];
        scores = new float[top];
        clear();
    }

    public void clear() {
        size = 0;
        hits = 0;
        exact = true;
        engineNanos = UNKNOWN;
        missingShards = 0;
        partial = null;
        internal = false;
        bytes = UNKNOWN;
    }

    /** The next best hit. */
    public void add(long number, float score) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size + 1);
            scores = Arrays.copyOf(scores, 2 * size + 1);
        }
        numbers[size] = number;
        scores[size++] = score;
    }

    /**
     * The next best hit, by an identifier of the user's, which is kept as a number of 64 bits that others hardly have:
     * FNV-1a (Fowler, Noll and Vo) of its UTF-16 code units.
     */
    public void add(String id, float score) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
        }
        add(hash, score);
    }

    /** Why it is an answer in part, in some words; null where it is whole. */
    public String whyPartial() {
        return missingShards == 0 ? partial
                : missingShards + (missingShards == 1 ? " shard" : " shards") + " did not answer";
    }

    /** How many hits were answered. */
    public int size() {
        return size;
    }

    /** The document's number. @param rank from 0, the best */
    public long number(int rank) {
        return numbers[rank];
    }

    /** The numbers of all hits, the best first. */
    long[] numbers() {
        return Arrays.copyOf(numbers, size);
    }

    /**
     * The numbers of the first hits; those with the same score, which may come in any order, in the order of the
     * numbers. A score of 0 is none: what was sorted by something else keeps its order.
     */
    public List<Long> first(int most) {
        List<Long> first = new ArrayList<>();
        int tied = 0;
        for (int i = 0; i < Math.min(most, size); i++) {
            tied = i > 0 && scores[i] == scores[i - 1] && scores[i] != 0 ? tied : i;
            first.add(numbers[i]);
            Collections.sort(first.subList(tied, i + 1));
        }
        return first;
    }

    /** How well it matches, on the engine's own scale. */
    public float score(int rank) {
        return scores[rank];
    }
}
