package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.search.ExactNeighbours;
import dev.tidemark.core.data.search.SearchQuery;

/** Tells how many of the exact neighbours of a query's vector are among those that were answered. */
@FunctionalInterface
interface Neighbours {

    /** @param right that are among them @param count how many there are, of those that were wanted */
    record Found(int right, int count) {}

    /** @param top how many were wanted @param answered numbers of the documents */
    Found among(SearchQuery query, int top, long[] answered) throws Exception;

    /** Of documents that are known. */
    static Neighbours of(ExactNeighbours documents) {
        return (query, top, answered) -> {
            ExactNeighbours.Nearest nearest = documents.of(query.vector(), query.below(), top);
            return new Found(nearest.right(answered), nearest.count());
        };
    }
}
