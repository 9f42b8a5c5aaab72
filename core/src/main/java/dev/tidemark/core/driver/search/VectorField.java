package dev.tidemark.core.driver.search;

import dev.tidemark.core.data.search.SearchQuery;

/** A field of vectors of an index that others have made, and how it is asked. Thread-safe. */
public interface VectorField {

    String name();

    /** Numbers of each vector; 0 where the engine does not tell. */
    int dimension();

    /** What is near by the index itself, in the engine's words; empty where it does not tell. */
    String similarity();

    /**
     * The query for the neighbours of a vector by the index of vectors.
     *
     * @param top        hits that are answered
     * @param candidates that are looked at
     */
    SearchQuery near(float[] vector, int top, int candidates);

    /** The query for the same by looking at all vectors, with the similarity that the index has. */
    SearchQuery exact(float[] vector, int top);
}
