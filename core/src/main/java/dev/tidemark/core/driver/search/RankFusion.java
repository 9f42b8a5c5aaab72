package dev.tidemark.core.driver.search;

import module java.base;

/**
 * Joins two rankings by the ranks alone, whatever their scores mean: a document's score is the sum of {@code 1 / (60 +
 * rank)} over those that have it, the rank from 1 (Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms
 * Condorcet and individual rank learning methods", SIGIR 2009).
 */
public final class RankFusion {

    /** As in the paper, and in the engines that have it. */
    public static final int CONSTANT = 60;

    private RankFusion() {}

    /**
     * Joins two rankings; of equal scores the lower number comes first.
     *
     * @param one  numbers of documents, the best first
     * @param top  hits that are wanted
     * @param into gets them
     */
    public static void join(long[] one, long[] other, int top, SearchAnswer into) {
        Map<Long, Double> scores = new HashMap<>();
        add(one, scores);
        add(other, scores);
        scores.entrySet().stream()
                .sorted(Map.Entry.<Long, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(top).forEach(e -> into.add(e.getKey(), e.getValue().floatValue()));
    }

    /** Joins two answers, with what they tell of themselves. @param into is empty and gets them */
    public static void join(SearchAnswer one, SearchAnswer other, int top, SearchAnswer into) {
        join(one.numbers(), other.numbers(), top, into);
        into.hits = into.size();
        into.missingShards = Math.max(one.missingShards, other.missingShards);
        into.engineNanos = one.engineNanos == SearchAnswer.UNKNOWN || other.engineNanos == SearchAnswer.UNKNOWN
                ? SearchAnswer.UNKNOWN : one.engineNanos + other.engineNanos;
    }

    private static void add(long[] ranking, Map<Long, Double> scores) {
        for (int i = 0; i < ranking.length; i++) {
            scores.merge(ranking[i], 1.0 / (CONSTANT + i + 1), Double::sum);
        }
    }
}
