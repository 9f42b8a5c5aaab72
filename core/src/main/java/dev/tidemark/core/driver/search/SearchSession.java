package dev.tidemark.core.driver.search;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.driver.Session;
import java.util.List;

/** One worker's side of an index. Not thread-safe. */
public interface SearchSession extends Session {

    /**
     * Adds documents; one with a number that is there replaces it. They are found after {@link SearchTarget#refresh}.
     *
     * @throws dev.tidemark.core.driver.DriverException when any of them was not taken
     */
    void add(List<SearchDocument> documents) throws Exception;

    /**
     * Asks a query.
     *
     * @param into is cleared and filled
     * @throws dev.tidemark.core.driver.OverloadedException when the target is too busy
     * @throws java.util.concurrent.TimeoutException when no answer came in time
     */
    void search(SearchRequest request, SearchAnswer into) throws Exception;

    /**
     * Asks a query once more, and where the engine says that its time went.
     *
     * @return its own words, at most some kilobytes; empty where it doesn't tell
     */
    String explain(SearchRequest request) throws Exception;
}
