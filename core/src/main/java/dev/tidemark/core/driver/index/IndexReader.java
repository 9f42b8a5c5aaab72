package dev.tidemark.core.driver.index;

import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/** A session that finds keys by their terms. */
public interface IndexReader extends KeyValueSession {

    /**
     * Finds the keys whose term in one index lies in a range, in the order of terms and, below one term, of keys; of
     * a target of several shards, in whatever order the shards answer. Every shard is asked, so it takes as long as the
     * slowest. A key is found once for each of its terms in the range.
     *
     * @param keyspace one that has an index
     * @param index    as in {@link IndexEntries#add}
     * @param from     the least term
     * @param to       the greatest term, included
     * @param terms    whether the terms are wanted, too
     */
    void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms, Visitor visitor)
            throws Exception;

    /** Receives what was found; the buffers are valid during the call only. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param term null where terms are not wanted
         * @return whether to go on
         */
        boolean visit(ByteBuffer key, ByteBuffer term) throws Exception;
    }
}
