package dev.tidemark.core.driver.search;

import dev.tidemark.core.data.search.SearchQuery;

/**
 * A query with what is wanted of the answer.
 *
 * @param top        hits that are answered at most
 * @param countsAll  whether the number of all hits must be exact; else the engine may stop counting
 * @param candidates of a vector's neighbours that the engine looks at, at least {@code top} (HNSW's ef)
 */
public record SearchRequest(SearchQuery query, int top, boolean countsAll, int candidates) {}
