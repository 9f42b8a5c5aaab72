package dev.tidemark.core.data.search;

/**
 * Numbered queries: what is asked {@code n}th. The same on every call, in every process. Thread-safe; asking allocates
 * nothing that grows with the number of queries asked.
 */
public interface Queries {

    /** How many there are; a stage that asks more begins again with the first. */
    long count();

    /** @param n from 0; beyond {@link #count()} from the front again */
    SearchQuery query(long n);
}
