package dev.tidemark.core.workload.query;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many hits each query had when it was asked first. Thread-safe; asking allocates nothing. Of {@value #MOST}
 * queries; later ones are not compared.
 */
final class FirstAnswers {

    static final int MOST = 1_000_000;

    /** By number of the query; 0 while it has not been asked. */
    private final AtomicLongArray hits;

    /** @param queries how many there are */
    FirstAnswers(int queries) {
        hits = new AtomicLongArray(Math.min(queries, MOST));
    }

    /** Whether an answer is the query's first, or like its first. */
    boolean agrees(int query, long found) {
        if (query >= hits.length()) {
            return true;
        }
        long first = hits.get(query);
        if (first == 0 && hits.compareAndSet(query, 0, found + 1)) {
            return true;
        }
        return hits.get(query) == found + 1;
    }

    /** What the first answer had; -1 where there is none. */
    long first(int query) {
        return query < hits.length() ? hits.get(query) - 1 : -1;
    }
}
