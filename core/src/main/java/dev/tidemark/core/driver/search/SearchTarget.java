package dev.tidemark.core.driver.search;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import java.util.OptionalLong;

/**
 * A target that holds one index. {@link #create} makes its place, empty, and removes an index that is there;
 * {@link #drop} removes it. Its sessions are {@link SearchSession}s.
 */
public interface SearchTarget extends OpenTarget {

    /**
     * What there is of the index.
     *
     * @param documents that can be found
     * @param bytes     on disk, of all shards
     * @param segments  of all shards; empty where the engine has none
     */
    record Statistics(long documents, OptionalLong bytes, OptionalLong segments) {}

    /**
     * Makes the index, empty, with as many shards as the target's settings say.
     *
     * @param dimension of the documents' vectors; 0 where they have none
     * @throws DriverException when this target can't hold such an index; the message names the setting
     */
    void makeSearchIndex(int dimension) throws DriverException;

    /**
     * Makes everything added so far last and be found, by all sessions. Merges go on behind it; {@link #settle} waits for
     * them.
     */
    void refresh() throws DriverException;

    /**
     * Merges each shard to one segment.
     * @throws DriverException when this engine has nothing of the kind
     */
    void mergeAll(Progress progress) throws DriverException;

    /** Of no documents where no index has been made since {@link #create}. */
    Statistics statistics() throws DriverException;

    /**
     * Empties the caches of results, filters and documents that the engine has, where it lets them be emptied.
     *
     * @return whether it has done so
     */
    boolean clearCaches() throws DriverException;
}
