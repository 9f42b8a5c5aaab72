package dev.tidemark.core.data.search;

/**
 * Queries and the order in which they are asked: the {@code n}th question is one of {@link #distinct()} queries. The
 * same on every call, in every process. Thread-safe.
 */
public interface Queries {

    /** How many different queries there are. */
    int distinct();

    /** How many questions there are before they begin again with the first. */
    long count();

    /** Which query is asked {@code n}th, from 0. */
    int at(long n);

    /** @param id below {@link #distinct()} */
    SearchQuery query(int id);
}
